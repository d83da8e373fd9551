/** Runs of the command in processes of their own, which are killed, starved of room, or robbed of their folder. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	mkdtemp,
	readdir,
	readFile,
	rename,
	rm,
	stat,
	writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { randomNumbers } from "pliant/testing";

interface Count {
	readonly tried: number;
	readonly failed: number;
}

interface Disturbances {
	readonly kills: number;
	/** Runs whose files may not grow beyond a size. */
	readonly limits: number;
	/** Runs whose folder is removed. */
	readonly removals: number;
}

const scene = {
	pliant: 1,
	objects: {
		sheet: {
			mesh: { grid: { cells: [16, 16], plane: "xz" } },
			material: "jersey",
			hold: [{ vertices: { corners: "-z" } }],
		},
	},
	run: { seconds: 4 },
	outputs: [
		{ format: "csv" },
		{ format: "vtu" },
		{ format: "glb" },
		{ format: "mdd" },
		{ format: "pc2" },
	],
};

/** Beside the experiments' interface, in the package of the command. */
const program = fileURLToPath(
	new URL("../main.js", import.meta.resolve("@pliant/cli/experiment")),
);

const run = (folder: string, ...more: string[]) => [
	...[program, "run", join(folder, "scene.json"), "--out", join(folder, "out")],
	...["--checkpoint-every", "0.3", ...more],
];

const start = (args: readonly string[]) =>
	spawn(process.execPath, args, { stdio: "ignore" });

const wait = (milliseconds: number) =>
	new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function disturbedRuns({
	kills,
	limits,
	removals,
}: Disturbances): Promise<Readonly<Record<string, Count>>> {
	const random = randomNumbers(11);
	const folder = await mkdtemp(join(tmpdir(), "pliant-faults-"));
	const out = join(folder, "out");
	try {
		await writeFile(join(folder, "scene.json"), JSON.stringify(scene));
		const begun = performance.now();
		await once(start(run(folder)), "exit");
		const duration = performance.now() - begun;
		const expected = await filesOf(out);

		const killed = { tried: 0, runs: 0, different: 0, unreadable: 0 };
		while (killed.tried < kills) {
			await rm(out, { recursive: true, force: true });
			for (let ended = false; !ended; ) {
				const hasCheckpoint = await exists(join(out, "checkpoint.pliant"));
				const child = start(
					run(folder, ...(hasCheckpoint ? ["--resume"] : [])),
				);
				const exit = once(child, "exit");
				const timer = setTimeout(
					() => child.kill("SIGKILL"),
					(0.15 + 0.9 * random()) * duration,
				);
				const [status] = await exit;
				clearTimeout(timer);
				ended = status !== null;
				if (ended) break;
				killed.tried++;
				if (!(await areReadable(out))) killed.unreadable++;
			}
			killed.runs++;
			if (!sameFiles(await filesOf(out), expected)) killed.different++;
		}

		const limited = { unreadable: 0, silent: 0 };
		for (let i = 0; i < limits; i++) {
			await rm(out, { recursive: true, force: true });
			const kilobytes = Math.round(20 + 400 * random());
			const words = run(folder).map((word) => `'${word}'`);
			const child = spawn(
				"bash",
				[
					"-c",
					`ulimit -f ${kilobytes}; exec '${process.execPath}' ${words.join(" ")}`,
				],
				{ stdio: "ignore" },
			);
			const [status] = await once(child, "exit");
			const isWhole = sameFiles(await filesOf(out), expected);
			if (status === 0 && !isWhole) limited.silent++;
			if (!(await areReadable(out))) limited.unreadable++;
		}

		let unnoticed = 0;
		for (let i = 0; i < removals; i++) {
			await rm(out, { recursive: true, force: true });
			const child = start(run(folder));
			const exit = once(child, "exit");
			while (!(await exists(join(out, "checkpoint.pliant")))) await wait(5);
			await wait(0.3 * random() * duration);
			// It may have ended by itself before.
			const isRunning = child.exitCode === null;
			// At once: file by file, the run would put new ones there.
			await rename(out, `${out}-${i}`);
			const [status] = await exit;
			if (isRunning && status === 0) unnoticed++;
		}
		return {
			"kills after which a result could not be read": {
				tried: killed.tried,
				failed: killed.unreadable,
			},
			"runs that were killed and resumed whose results were other ones": {
				tried: killed.runs,
				failed: killed.different,
			},
			"runs without room after which a result could not be read": {
				tried: limits,
				failed: limited.unreadable,
			},
			"runs without room that said nothing": {
				tried: limits,
				failed: limited.silent,
			},
			"runs whose folder was removed that said nothing": {
				tried: removals,
				failed: unnoticed,
			},
		};
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

const exists = (file: string): Promise<boolean> =>
	stat(file).then(
		() => true,
		() => false,
	);

async function filesOf(out: string): Promise<Map<string, Buffer>> {
	const names = await readdir(out, { recursive: true }).catch(() => []);
	const files = new Map<string, Buffer>();
	for (const name of names.sort()) {
		const file = join(out, name);
		if ((await stat(file)).isFile()) files.set(name, await readFile(file));
	}
	return files;
}

const sameFiles = (
	a: ReadonlyMap<string, Buffer>,
	b: ReadonlyMap<string, Buffer>,
): boolean =>
	a.size === b.size &&
	[...a].every(([name, bytes]) => b.get(name)?.equals(bytes));

/** Whether each result that is there is one from its beginning to its end. */
async function areReadable(out: string): Promise<boolean> {
	for (const [name, bytes] of await filesOf(out)) {
		const text = () => bytes.toString("latin1");
		if (name.endsWith(".csv") && bytes.length > 0 && !areRows(text()))
			return false;
		if (
			(name.endsWith(".pvd") || name.endsWith(".vtu")) &&
			!text().trimEnd().endsWith("</VTKFile>")
		)
			return false;
		if (name.endsWith(".glb") && bytes.readUInt32LE(8) !== bytes.length)
			return false;
		if (name.endsWith(".mdd") && bytes.length !== mddLength(bytes))
			return false;
		if (name.endsWith(".pc2") && bytes.length < pc2Length(bytes)) return false;
	}
	return true;
}

function areRows(text: string): boolean {
	if (!text.endsWith("\n")) return false;
	const [titles, ...rows] = text.trimEnd().split("\n");
	const columns = titles.split(",").length;
	return rows.every((row) => row.split(",").length === columns);
}

const mddLength = (bytes: Buffer): number =>
	8 + bytes.readInt32BE(0) * (4 + 12 * bytes.readInt32BE(4));

const pc2Length = (bytes: Buffer): number =>
	bytes.length < 32
		? 32
		: 32 + 12 * bytes.readInt32LE(16) * bytes.readInt32LE(28);
