import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { output, scriptOutput } from "../process.mjs";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const row = (name, unit, key) => ({ name, unit, key });

/** Milliseconds for each measurement of a sample. */
const budget = 300;

/** The compiled native/cholmod.cpp, or undefined where there is no compiler or no CHOLMOD. */
let program;
async function compileCholmod() {
	const folder = mkdtempSync(join(tmpdir(), "pliant-bench-"));
	process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
	const file = join(folder, "cholmod");
	const source = path("../native/cholmod.cpp");
	const flags = ["-O3", "-march=native", "-o", file, source, "-lcholmod"];
	try {
		await output(process.env.CXX ?? "g++", flags);
		return file;
	} catch {
		return undefined;
	}
}

/** In a process of its own, with matrices of an implicit step. */
export const factor = {
	name: "factor",
	about: "the direct solver beside CHOLMOD (Debian: libsuitesparse-dev)",
	sizes: [
		{ shape: "cloth", name: "1.7k vertices", cells: 40 },
		{ shape: "cloth", name: "5k vertices", cells: 70 },
		{ shape: "cloth", name: "20k vertices", cells: 140 },
		{ shape: "block", name: "3k vertices", cells: 14 },
		{ shape: "block", name: "10k vertices", cells: 21 },
	],
	probe: async ({ shape, cells }) => {
		program ??= compileCholmod();
		const compiled = await program;
		return scriptOutput(path("../factorProbe.mjs"), [
			...[shape, cells, budget],
			...(compiled ? [compiled] : []),
		]);
	},
	rows: [
		row("factor", "ms", "factor"),
		row("factor, CHOLMOD", "ms", "theirFactor"),
		row("factor, ours / CHOLMOD", "×", "factorRatio"),
		row("solve", "ms", "solve"),
		row("solve, CHOLMOD", "ms", "theirSolve"),
		row("solve, ours / CHOLMOD", "×", "solveRatio"),
		row("analysis", "ms", "analysis"),
		row("analysis, CHOLMOD", "ms", "theirAnalysis"),
		row("numbers in L", "", "entries"),
		row("numbers in L, CHOLMOD", "", "theirEntries"),
		row("memory", "MiB", "bytes"),
		row("residual", "", "residual"),
	],
};
