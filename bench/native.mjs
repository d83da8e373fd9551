/** Compiles native/trbs.cpp into a temporary folder, checks its numbers against the library's, and runs it. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { relativeDifference } from "./measure.mjs";
import { output } from "./process.mjs";
import { smallCloth } from "./sizes.mjs";
import { makeSubject } from "./subjects.mjs";

const source = fileURLToPath(new URL("native/trbs.cpp", import.meta.url));
const flags = ["-O3", "-march=native"];
const accepted = { f64: 1e-10, f32: 1e-5 };

/** Undefined where there is no compiler. */
export async function compileNative() {
	const compiler = process.env.CXX ?? "g++";
	let version;
	try {
		[version] = (await output(compiler, ["--version"])).split("\n");
	} catch {
		return undefined;
	}
	const folder = mkdtempSync(join(tmpdir(), "pliant-bench-"));
	const remove = () => rmSync(folder, { recursive: true, force: true });
	process.once("exit", remove);
	const program = join(folder, "trbs");
	await output(compiler, [...flags, "-o", program, source]);
	await check(program, join(folder, "dump"));
	return {
		compiler: `${version} ${flags.join(" ")}`,
		/** Least milliseconds of a task; of a step also iterations and residual. */
		run: async (cells, budget, task) =>
			JSON.parse(await output(program, [cells, budget, task])),
	};
}

/** The same force, product and matrix product, or the comparison means nothing. */
async function check(program, dump) {
	await output(program, [smallCloth.cells, dump, "dump"]);
	const { buffer, byteOffset, byteLength } = readFileSync(dump);
	const theirs = new Float64Array(
		buffer.slice(byteOffset, byteOffset + byteLength),
	);
	const subject = await makeSubject(smallCloth);
	const { out, withoutHeld, inOwnOrder } = subject;
	const part = (i) =>
		inOwnOrder(theirs.slice(i * out.length, (i + 1) * out.length));
	const compare = (what, ours, native, accepted) => {
		const difference = relativeDifference(ours, native);
		if (!(difference < accepted))
			throw new Error(
				`native/trbs.cpp: its ${what} differs from the library's by ${difference.toExponential(1)}; at most ${accepted} is accepted. Has the scene of subjects.mjs changed?`,
			);
	};
	subject.gradient();
	const force = part(0).map((f) => -f);
	compare("force", out, force, accepted.f64);
	subject.product();
	compare("product", out, part(1), accepted.f64);
	const { run, result } = subject.edgeProduct({ free: true });
	run();
	const ours = withoutHeld(result());
	compare("matrix product", ours, withoutHeld(part(2)), accepted.f32);
	subject.close();
}
