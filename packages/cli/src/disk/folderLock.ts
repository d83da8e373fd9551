/** Keeps two runs from writing into one folder: a file that says whose it is, for as long as it is being written to. */
import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { FileError } from "@pliant/files";
import { UsageError } from "../usageError.ts";
import { systemReason } from "./systemReason.ts";

export interface FolderLock {
	/** What was found out about an earlier run that did not end by itself. */
	readonly note: string | undefined;
	/** Throws where the folder was removed, or somebody else has taken it. */
	check(): Promise<void>;
	release(): Promise<void>;
}

/** What is in the file. */
interface Holder {
	readonly token: string;
	readonly process: number;
	/** When the process began, where the system tells: another may have its number by now. */
	readonly began: string | undefined;
	readonly host: string;
	readonly since: string;
}

export async function lockFolder(folder: string): Promise<FolderLock> {
	const file = join(folder, "run.lock");
	const own: Holder = {
		token: randomUUID(),
		process: process.pid,
		began: await beginningOf(process.pid),
		host: hostname(),
		since: new Date().toISOString(),
	};
	const text = JSON.stringify(own);
	await mkdir(folder, { recursive: true }).catch((error: unknown) => {
		throw new FileError(
			`${folder}: cannot be written (${systemReason(error)}); choose another folder with --out`,
		);
	});
	let note: string | undefined;
	while (!(await created(file, text))) {
		const found = await readFile(file, "utf8").catch(() => "");
		const holder = holderOf(found);
		if (holder && (await isAlive(holder))) throw inUse(folder, file, holder);
		if (await takenAway(file, found))
			note = `an earlier run${holder ? ` (process ${holder.process})` : ""} did not end by itself; ${file} was its lock, and is now this one's`;
	}
	return {
		note,
		check: async () => {
			const now = await readFile(file, "utf8").catch(() => undefined);
			if (now !== text)
				throw new FileError(
					`${folder}: the folder was ${now === undefined ? "removed or emptied" : "taken by another run"} while this one was writing to it; run the scene again, and leave its results alone until it ends`,
				);
		},
		release: async () => {
			const now = await readFile(file, "utf8").catch(() => undefined);
			if (now === text) await rm(file, { force: true });
		},
	};
}

async function created(file: string, text: string): Promise<boolean> {
	// Written under another name first, so that nobody reads half of it.
	const draft = `${file}.${randomUUID()}`;
	try {
		await writeFile(draft, text);
		await link(draft, file);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
		throw new FileError(
			`${file}: cannot be written (${systemReason(error)}); make room, or choose another folder with --out`,
		);
	} finally {
		await rm(draft, { force: true });
	}
}

/** Removes the lock of a dead run, unless somebody else was faster and has a new one there. */
async function takenAway(file: string, found: string): Promise<boolean> {
	const aside = `${file}.${randomUUID()}`;
	try {
		await rename(file, aside);
	} catch {
		return false;
	}
	const isOld = (await readFile(aside, "utf8")) === found;
	if (!isOld) await link(aside, file).catch(() => {});
	await rm(aside, { force: true });
	return isOld;
}

function holderOf(text: string): Holder | undefined {
	try {
		const holder = JSON.parse(text) as Holder;
		return Number.isInteger(holder.process) ? holder : undefined;
	} catch {
		return undefined;
	}
}

async function isAlive({ process: id, began, host }: Holder): Promise<boolean> {
	// Processes of other machines cannot be seen from here.
	if (host !== hostname()) return true;
	try {
		process.kill(id, 0);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
	}
	return began === undefined || began === (await beginningOf(id));
}

/** The 22nd field of Linux's table, in ticks since the machine started; after the name, which may have spaces. */
async function beginningOf(id: number): Promise<string | undefined> {
	const stat = await readFile(`/proc/${id}/stat`, "utf8").catch(() => "");
	return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}

const inUse = (folder: string, file: string, holder: Holder): UsageError =>
	new UsageError(
		`${folder}: another run writes to it (process ${holder.process} on ${holder.host}, since ${holder.since}); wait for it, choose another folder with --out, or remove ${file} if that run is dead`,
	);
