/** The checkpoints of a run: the last one, and the one before it in case that is damaged. */
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { FileError } from "@pliant/files";
import { readOwn } from "../disk/ownFiles.ts";
import { systemReason } from "../disk/systemReason.ts";
import { writeDurably } from "../disk/writeDurably.ts";
import { UsageError } from "../usageError.ts";
import {
	decodeRunCheckpoint,
	encodeRunCheckpoint,
	type RunCheckpoint,
} from "./runCheckpoint.ts";

const last = "checkpoint.pliant";
const earlier = "checkpoint.earlier.pliant";

export async function saveCheckpoint(
	folder: string,
	checkpoint: RunCheckpoint,
): Promise<void> {
	const file = join(folder, last);
	try {
		await writeDurably(file, encodeRunCheckpoint(checkpoint), async () => {
			await rename(file, join(folder, earlier)).catch(ignoreMissing);
		});
	} catch (error) {
		throw new FileError(
			`${file}: cannot be written (${systemReason(error)}); make room, or choose another folder with --out`,
		);
	}
}

/** The last checkpoint, or the one before it, with what is to be said about that. */
export async function loadCheckpoint(
	folder: string,
): Promise<{ readonly checkpoint: RunCheckpoint; readonly note?: string }> {
	const problems: FileError[] = [];
	let reason = "";
	for (const name of [last, earlier]) {
		const file = join(folder, name);
		const bytes = await readOwn(file).catch((error: unknown) => {
			reason ||= systemReason(error);
			return undefined;
		});
		if (!bytes) continue;
		try {
			const checkpoint = decodeRunCheckpoint(bytes, file);
			if (problems.length === 0) return { checkpoint };
			return {
				checkpoint,
				note: `${join(folder, last)} is damaged; going on from the one before it`,
			};
		} catch (error) {
			problems.push(error as FileError);
		}
	}
	throw (
		problems[0] ??
		new UsageError(
			`there is nothing to resume: ${join(folder, last)} cannot be read (${reason}); a run that finished leaves no checkpoint`,
		)
	);
}

/** To be called when a run begins, so that nothing goes on from another one, and when it has ended. */
export async function removeCheckpoints(folder: string): Promise<void> {
	for (const name of [last, earlier]) {
		const file = join(folder, name);
		await rm(file, { force: true }).catch((error: unknown) => {
			throw new FileError(
				`${file}: cannot be removed (${systemReason(error)}); do so, or choose another folder with --out`,
			);
		});
	}
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
	if (error.code !== "ENOENT") throw error;
}
