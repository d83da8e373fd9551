import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { main } from "../src/command.ts";
import { runBench } from "../src/runBench.ts";
import { checkXml } from "./checkXml.ts";
import { memoryIo } from "./memoryIo.ts";

async function bench(...argv: string[]) {
	const { io, written } = memoryIo();
	const status = await main(["bench", ...argv], io);
	return { status, ...written };
}

const taskNames =
	"force, product, assembly, matrixProduct, kernels, step, residual, factor, fabrics, contact, setup, interpreter, peers";

describe("pliant bench", () => {
	it("shows its options and tasks", async () => {
		const { status, stdout, stderr } = await bench("--help");
		expect(status).toBe(0);
		expect(stderr).toBe("");
		expect(stdout).toContain("Usage: pliant bench [TASK…]");
		for (const text of ["--json", "--quick", "--largest", "--rows", "--limit"])
			expect(stdout).toContain(text);
		for (const name of taskNames.split(", "))
			expect(stdout).toMatch(new RegExp(`^  ${name} +\\w`, "m"));
		expect((await bench("force", "-h")).stdout).toBe(stdout);
	});

	it.each([
		[["speed"], `unknown task 'speed'; tasks are ${taskNames}`],
		[["--json", "speed"], "unknown task 'speed'"],
		[["force", "out.json"], "unknown task 'out.json'"],
		[["--fast"], "unknown option '--fast'; options of bench are --json"],
		[["--largest"], "--largest is missing; it must be a number of elements"],
		[["--largest", "few"], "--largest is few; it must be a number"],
		[["--largest", "-1"], "--largest is -1; it must be a number"],
		[["--limit", "long"], "--limit is long; it must be a number of seconds"],
		[["--rows"], "--rows is missing; it must be a part of a row's name"],
	])("%j: one line, status 2", async (argv, message) => {
		const { status, stdout, stderr } = await bench(...argv);
		expect(status).toBe(2);
		expect(stdout).toBe("");
		expect(stderr).toContain(`pliant: ${message}`);
		expect(stderr.trimEnd().split("\n")).toHaveLength(1);
	});

	it("says what to do where there is no repository around it", async () => {
		const nowhere = pathToFileURL(join(tmpdir(), "no-such-folder/run.mjs"));
		await expect(runBench([], memoryIo().io, nowhere)).rejects.toThrow(
			/not in the installed package; in a clone of it run `npm ci`/,
		);
	});
});

describe("a small run", () => {
	afterEach(() => vi.unstubAllEnvs());
	const small = ["force", "--quick", "--largest", "2500"];

	it("prints results as JSON", async () => {
		// Compiling the native program takes longer than the rest.
		vi.stubEnv("CXX", "no-such-compiler");
		const { status, stdout, stderr } = await bench(...small, "--json");
		expect(stderr).toBe("");
		expect(status).toBe(0);
		const { machine, node, compiler, rows } = JSON.parse(stdout);
		expect(machine.cores).toBeGreaterThan(0);
		expect(node).toBe(process.version);
		expect(compiler).toBeNull();
		const [kernel] = rows;
		expect(kernel).toMatchObject({
			task: "force",
			size: "2k",
			elements: 2048,
			row: "kernel",
			unit: "ns/element",
			threads: 1,
		});
		expect(kernel.ours.min).toBeGreaterThan(0);
	});

	it("has the rows that are asked for, or names what there is", async () => {
		vi.stubEnv("CXX", "no-such-compiler");
		const { stdout } = await bench(...small, "--rows", "gather", "--json");
		const { rows } = JSON.parse(stdout);
		expect(rows.length).toBeGreaterThan(0);
		for (const { row } of rows) expect(row).toBe("kernel + gather");
		const { status, stderr } = await bench(...small, "--rows", "scatter");
		expect(status).not.toBe(0);
		expect(stderr).toContain(
			"no row's name contains 'scatter'; sizes are 2k; 10k",
		);
	});

	it("compares with the native program where there is a compiler, which must agree with the library", async () => {
		const rows = ["--rows", "gather", "--json"];
		const { status, stdout, stderr } = await bench(...small, ...rows);
		expect(stderr).toBe("");
		expect(status).toBe(0);
		const { compiler, rows: found } = JSON.parse(stdout);
		if (compiler) expect(found[0].native.min).toBeGreaterThan(0);
	});

	it("writes them to a file beside the table", async () => {
		vi.stubEnv("CXX", "no-such-compiler");
		const folder = await mkdtemp(join(tmpdir(), "pliant-test-"));
		const file = join(folder, "deep", "out.json");
		const { status, stdout } = await bench(...small, "--json", file);
		expect(status).toBe(0);
		expect(stdout).toMatch(/^task +size +row/);
		expect(stdout).toContain("No C++ compiler was found");
		expect(JSON.parse(await readFile(file, "utf8")).rows).not.toHaveLength(0);
		await rm(folder, { recursive: true });
	});
});

describe("plots of results", () => {
	it("are well-formed, with what there is", async () => {
		const results = {
			rows: [2e3, 1e5].map((elements) => ({
				task: "residual",
				row: `block Jacobi, to ${elements}`,
				size: "100k",
				threads: 1,
				ours: { min: elements / 1e3, residual: 1 / elements },
			})),
		};
		const path = new URL("../../../bench/figures.mjs", import.meta.url);
		const { figures } = await import(path.href);
		const made: Record<string, string> = figures(results);
		expect(Object.keys(made)).toEqual(["residual-time.svg"]);
		checkXml(made["residual-time.svg"]);
		expect(made["residual-time.svg"]).toContain(">ms per step</text>");
		expect(made["residual-time.svg"]).not.toContain("NaN");
	});
});
