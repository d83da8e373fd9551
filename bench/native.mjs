/** Compiles native/trbs.cpp into a temporary folder, checks its numbers against the library's, and runs it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { relativeDifference } from "./measure.mjs";
import { makeSubject, smallCloth } from "./subjects.mjs";

const source = fileURLToPath(new URL("native/trbs.cpp", import.meta.url));
const flags = ["-O3", "-march=native"];
const accepted = 1e-10;

/** Undefined where there is no compiler. */
export async function compileNative() {
	const folder = mkdtempSync(join(tmpdir(), "pliant-bench-"));
	process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
	const program = join(folder, "trbs");
	const compiler = process.env.CXX ?? "g++";
	let version;
	try {
		[version] = execFileSync(compiler, ["--version"], {
			encoding: "utf8",
			stdio: ["ignore", "pipe", "ignore"],
		}).split("\n");
	} catch {
		return undefined;
	}
	execFileSync(compiler, [...flags, "-o", program, source]);
	await check(program, join(folder, "dump"));
	return {
		compiler: `${version} ${flags.join(" ")}`,
		/** Least milliseconds of a task, and iterations where it has them. */
		run: (cells, budget, task) =>
			JSON.parse(
				execFileSync(program, [cells, budget, task].map(String), {
					encoding: "utf8",
				}),
			),
	};
}

/** The same force, product and matrix product, or the comparison means nothing. */
async function check(program, dump) {
	execFileSync(program, [String(smallCloth.cells), dump, "dump"]);
	const { buffer, byteOffset, byteLength } = readFileSync(dump);
	const theirs = new Float64Array(
		buffer.slice(byteOffset, byteOffset + byteLength),
	);
	const subject = await makeSubject(smallCloth);
	const { out } = subject;
	const part = (i) => theirs.subarray(i * out.length, (i + 1) * out.length);
	subject.gradient();
	const differences = {
		force: relativeDifference(
			part(0).map((f) => -f),
			out,
		),
	};
	subject.product();
	differences.product = relativeDifference(part(1), out);
	subject.assemble();
	subject.multiply();
	differences["matrix product"] = relativeDifference(part(2), out);
	for (const [what, difference] of Object.entries(differences))
		if (!(difference < accepted))
			throw new Error(
				`native/trbs.cpp: its ${what} differs from the library's by ${difference.toExponential(1)}; at most ${accepted} is accepted. Has the scene of subjects.mjs changed?`,
			);
}
