/** Runs that stop at any operation on files, as when the process is killed there, and go on from what is left. */
import type { FileHandle } from "node:fs/promises";
import { randomNumbers } from "pliant/testing";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** Operations on files before everything fails; what fails first may be half done. */
const disk = vi.hoisted(() => ({ left: Number.POSITIVE_INFINITY }));

vi.mock("node:fs/promises", async (original) => {
	const real = await original<typeof import("node:fs/promises")>();
	const full = () =>
		Object.assign(new Error("no room"), { code: "ENOSPC" as const });
	const limited =
		<A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
		async (...args: A): Promise<R> => {
			if (disk.left-- <= 0) throw full();
			return work(...args);
		};
	const limitedHandle = (handle: FileHandle): FileHandle =>
		new Proxy(handle, {
			get: (target, name) => {
				const value = Reflect.get(target, name);
				if (typeof value !== "function") return value;
				const work = value.bind(target);
				// These need no room.
				if (name === "close" || name === "truncate") return work;
				if (name !== "write") return limited(work);
				return async (
					bytes: Uint8Array,
					from: number,
					length: number,
					at: number,
				) => {
					const isLast = disk.left-- === 1;
					// The last one is cut short; what is there already can be replaced without room.
					if (isLast) return work(bytes, from, Math.ceil(length / 2), at);
					if (disk.left >= 0 || (await target.stat()).size >= at + length)
						return work(bytes, from, length, at);
					throw full();
				};
			},
		});
	return {
		...real,
		open: limited(async (...args: Parameters<typeof real.open>) =>
			limitedHandle(await real.open(...args)),
		),
		mkdir: limited(real.mkdir),
		rename: limited(real.rename),
		rm: limited(real.rm),
		stat: limited(real.stat),
		link: limited(real.link),
		writeFile: limited(real.writeFile),
	};
});

const { mkdtemp, readdir, readFile, rm, stat, writeFile } =
	await vi.importActual<typeof import("node:fs/promises")>("node:fs/promises");
const { tmpdir } = await import("node:os");
const { join } = await import("node:path");
const { main } = await import("../src/command.ts");
const { memoryIo } = await import("./memoryIo.ts");

let folder = "";
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "pliant-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const scene = {
	pliant: 1,
	objects: {
		sheet: {
			mesh: { grid: { cells: [3, 3], plane: "xz" } },
			material: "jersey",
			hold: [{ vertices: { corners: "-z" } }],
		},
	},
	run: { steps: 12 },
	outputs: [
		{ format: "csv" },
		{ format: "vtu", everySteps: 3 },
		{ format: "glb" },
		{ format: "mdd" },
		{ format: "pc2" },
	],
};

async function run(out: string, ...more: string[]): Promise<number> {
	const { io } = memoryIo();
	const file = join(folder, "scene.json");
	return main(
		["run", file, "--out", out, "--checkpoint-every", "1e-9", ...more],
		io,
	);
}

async function filesOf(out: string): Promise<Map<string, Buffer>> {
	const files = new Map<string, Buffer>();
	for (const name of (await readdir(out, { recursive: true })).sort())
		if ((await stat(join(out, name))).isFile())
			files.set(name, await readFile(join(out, name)));
	return files;
}

it("end with the same files as one that was left alone", async () => {
	await writeFile(join(folder, "scene.json"), JSON.stringify(scene));
	const whole = join(folder, "whole");
	expect(await run(whole)).toBe(0);
	const expected = await filesOf(whole);

	const random = randomNumbers(3);
	const out = join(folder, "parts");
	let crashes = 0;
	for (;;) {
		const names = await readdir(out).catch((): string[] => []);
		const hasCheckpoint = names.some((name) => name.startsWith("checkpoint"));
		disk.left = Math.floor(25 + 300 * random() ** 2);
		const status = await run(out, ...(hasCheckpoint ? ["--resume"] : []));
		disk.left = Number.POSITIVE_INFINITY;
		if (status === 0) break;
		crashes++;
		// The lock is this process's own, which is still alive.
		await rm(join(out, "run.lock"), { force: true });
		for (const [name, bytes] of await filesOf(out).catch(() => [])) {
			if (name.endsWith(".part")) await rm(join(out, name));
			const text = bytes.toString("latin1");
			if (name.endsWith(".csv") && text !== "")
				expect(text.endsWith("\n"), name).toBe(true);
			if (/\.(pvd|vtu)$/.test(name))
				expect(text.trimEnd().endsWith("</VTKFile>"), name).toBe(true);
			if (name.endsWith(".glb"))
				expect(bytes.readUInt32LE(8), name).toBe(bytes.length);
		}
	}
	expect(crashes).toBeGreaterThan(2);
	const got = await filesOf(out);
	expect([...got.keys()]).toEqual([...expected.keys()]);
	for (const [name, bytes] of expected)
		expect(got.get(name)?.equals(bytes), name).toBe(true);
});
