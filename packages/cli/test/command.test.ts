import {
	chmod,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rm,
	writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../src/command.ts";
import { checkXml } from "./checkXml.ts";
import { memoryIo } from "./memoryIo.ts";
import { decodePng } from "./picture/decodePng.ts";

let folder = "";
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "pliant-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function run(...argv: string[]) {
	const { io, written } = memoryIo();
	const status = await main(argv, io);
	return { status, ...written };
}

describe("help and version", () => {
	it("shows usage with examples", async () => {
		const { status, stdout, stderr } = await run("--help");
		expect(status).toBe(0);
		expect(stdout).toContain("Usage: pliant");
		expect(stdout).toContain("Examples:");
		for (const option of ["--out", "--seconds", "--cells", "--version"])
			expect(stdout).toContain(option);
		expect(stderr).toBe("");
		expect((await run("-h")).stdout).toBe(stdout);
	});

	it("shows the version of the package", async () => {
		const { status, stdout } = await run("--version");
		expect(status).toBe(0);
		expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
	});
});

describe("options that cannot be used", () => {
	it.each([
		[["--speed"], "unknown option '--speed'; options are --out, --seconds"],
		[["-x"], "unknown option '-x'"],
		[["scene.json"], "unexpected argument 'scene.json'"],
		[["--cells", "401"], "--cells is 401; it must be a number from 2 to 400"],
		[["--cells", "-3"], "--cells is -3; it must be a number from 2 to 400"],
		[["--cells", "2.5"], "--cells is 2.5; it must be a whole number"],
		[["--cells=many"], "--cells is many; it must be a number"],
		[["--cells"], "--cells has no value"],
		[["--seconds", "NaN"], "--seconds is NaN; it must be a number"],
		[["--seconds", "-1"], "--seconds is -1; it must be a number"],
		[["--seconds", "0"], "--seconds is 0; it must be a number"],
		[["--seconds", "Infinity"], "--seconds is Infinity; it must be a number"],
		[["--seconds", ""], "--seconds has no value"],
		[["--out", "--cells", "3"], "--out has no value; give a folder"],
		[["--help=yes"], "--help is 'yes'; it takes no value"],
	])("%j: one line, status 2, nothing written", async (argv, message) => {
		const { status, stdout, stderr } = await run(
			...["--out", join(folder, "new")],
			...argv,
		);
		expect(status).toBe(2);
		expect(stdout).toBe("");
		expect(stderr).toContain(`pliant: ${message}`);
		expect(stderr.trimEnd().split("\n")).toHaveLength(1);
		expect(await readdir(folder)).toEqual([]);
	});
});

describe("folders that cannot be used", () => {
	it("is a file", async () => {
		const file = join(folder, "file");
		await writeFile(file, "mine");
		const { status, stderr } = await run("--out", file);
		expect(status).toBe(2);
		expect(stderr).toBe(
			`pliant: --out is '${file}', which is a file; give a folder, or remove that file\n`,
		);
		expect(await readFile(file, "utf8")).toBe("mine");
	});

	it("lies in a file", async () => {
		await writeFile(join(folder, "file"), "mine");
		const { status, stderr } = await run("--out", join(folder, "file", "a"));
		expect(status).toBe(2);
		expect(stderr).toContain("part of the path is a file");
	});

	// Permissions do not bind the superuser.
	it.skipIf(process.getuid?.() === 0)("may not be written", async () => {
		const locked = join(folder, "locked");
		await mkdir(locked);
		await chmod(locked, 0o500);
		const { status, stderr } = await run("--out", locked);
		expect(status).toBe(2);
		expect(stderr).toContain("permission denied");
	});
});

describe("a small run", () => {
	it("writes files that hold a plausible cloth", async () => {
		const out = join(folder, "deep", "cloth");
		const { status, stdout, stderr } = await run(
			...["--cells", "6", "--seconds", "0.2", "--out", out],
		);
		expect(stderr).toMatch(/^hanging cloth: .*\nhanging cloth: done in .*\n$/);
		expect(status).toBe(0);
		expect(stdout).toContain("49 vertices, 72 triangles, 0.200 kg");
		expect(stdout).toContain(`open ${join(out, "picture.png")}`);

		const names = await readdir(out);
		expect(names.sort()).toEqual([
			...[0, 1, 2, 3, 4].map((i) => `cloth-000${i}.obj`),
			"cloth.obj",
			"history.csv",
			"picture.png",
			"plot.svg",
		]);
		for (const name of names) expect(stdout).toContain(join(out, name));
		const text = (name: string) => readFile(join(out, name), "utf8");

		const lines = (await text("history.csv")).trimEnd().split("\n");
		expect(lines[0]).toBe(
			"time_s,kinetic_J,elastic_J,load_J,sag_m,newton_iterations,linear_iterations",
		);
		const rows = lines.slice(1).map((line) => line.split(",").map(Number));
		expect(rows).toHaveLength(13);
		expect(rows.flat().every(Number.isFinite)).toBe(true);
		const [first, last] = [rows[0], rows[12]];
		expect(last[0]).toBeCloseTo(0.2, 9);
		// It falls, no faster than free: ½ g t² and the step's own h g t / 2 more, for the far edge at most 3/2 of that.
		const fallen = last[4] - first[4];
		expect(fallen).toBeGreaterThan(0.05);
		expect(fallen).toBeLessThan(1.5 * 0.5 * 9.81 * 0.2 * (0.2 + 1 / 60));
		// Energy is lost, but not gained.
		const total = ([, kinetic, elastic, load]: number[]) =>
			kinetic + elastic + load;
		expect(total(last)).toBeLessThan(total(first));

		const obj = await text("cloth.obj");
		expect(obj.match(/^v /gm)).toHaveLength(49);
		expect(obj.match(/^f /gm)).toHaveLength(72);
		expect(await text("cloth-0004.obj")).toBe(obj);
		expect(await text("cloth-0000.obj")).not.toBe(obj);

		checkXml(await text("plot.svg"));
		const { width, height, rgb } = decodePng(
			await readFile(join(out, "picture.png")),
		);
		expect([width, height]).toEqual([1200, 900]);
		expect(new Set(rgb).size).toBeGreaterThan(50);
	});

	it("replaces the files of an earlier run and leaves others alone", async () => {
		await writeFile(join(folder, "cloth.obj"), "old");
		await writeFile(join(folder, "notes.txt"), "mine");
		const small = ["--cells", "2", "--seconds", "0.02", "--out", folder];
		expect((await run(...small)).status).toBe(0);
		expect(await readFile(join(folder, "cloth.obj"), "utf8")).toContain("v ");
		expect(await readFile(join(folder, "notes.txt"), "utf8")).toBe("mine");
		expect((await readdir(folder)).filter((n) => n.startsWith("."))).toEqual(
			[],
		);
	});

	it("writes nothing when interrupted, and shows the cursor again", async () => {
		const { io, written, interrupt } = memoryIo({ isTTY: true });
		const out = join(folder, "deep", "cloth");
		const argv = ["--cells", "6", "--seconds", "600", "--out", out];
		const running = main(argv, io);
		setTimeout(() => interrupt.abort(), 300);
		expect(await running).toBe(130);
		expect(written.stderr).toContain("\x1b[?25h\n");
		expect(written.stderr).toContain("interrupted; no files were written");
		expect(written.stdout).toBe("");
		expect(await readdir(folder)).toEqual([]);
	});
});
