/**
 * Factors and solves one matrix with the library's direct solver and, where its program was compiled, with CHOLMOD. Prints what either
 * took, in processor time of one thread: other work on the machine then counts little. Run by tasks/factor.mjs.
 *
 *   node factorProbe.mjs <cloth or block> <cells along a side> <milliseconds> [<program>]
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { morleyBending, simulate } from "pliant";
import { output } from "./process.mjs";
import { makeScene, timeStep } from "./subjects.mjs";

const [shape, cells, budget, program] = process.argv.slice(2);
const bending = morleyBending({ bendingRigidity: 1e-5, poissonRatio: 0.3 });
const scene = makeScene({ shape, cells: Number(cells) }, { bending });
const simulation = await simulate(scene, {
	linear: { method: "direct" },
});
const start = processorTime();
const { linear } = simulation.stage.systems.newton("steps");
const analysis = processorTime() - start;
const { model, space } = simulation.scene;
const hessian = simulation.stage.potential.operator.set(
	{ mass: 1 / timeStep ** 2, dissipation: 0, damping: 0, shift: 0 },
	false,
);
const { cholesky, matrix } = linear;
if (!linear.isPositiveDefinite(hessian))
	throw new Error("the matrix to factor is not positive definite");
const b = space.vector();
const x = space.vector();
const left = space.vector();
for (let i = 0; i < b.array.length; i++)
	b.array[i] = ((i * 7919) % 1000) / 1000 - 0.5;
const ours = {
	factor: least(() => cholesky.factor()),
	solve: least(() => cholesky.solve(b, 1, x)),
};
hessian.apply(x, left);
space.addScaled(left, -1, b, left);
const residual = space.norm(left) / space.norm(b);

const theirs = program ? await factorWithCholmod() : [];
const best = (key) => Math.min(...theirs.map((way) => way[key]));
const panels = linear.analysis;
console.info(
	JSON.stringify({
		...ours,
		analysis,
		residual,
		entries: 9 * panels.storedBlocks,
		bytes: panels.plan.bytes / 2 ** 20,
		theirFactor: best("factor"),
		theirSolve: best("solve"),
		theirAnalysis: best("analysis"),
		theirEntries: best("entries"),
		theirResidual: best("residual"),
		factorRatio: ours.factor / best("factor"),
		solveRatio: ours.solve / best("solve"),
	}),
);

async function factorWithCholmod() {
	const folder = mkdtempSync(join(tmpdir(), "pliant-bench-"));
	try {
		const { rows, rowStart, columns } = model.pattern;
		const file = join(folder, "matrix");
		const parts = [
			Uint32Array.of(rows, columns.length),
			Uint32Array.from(rowStart),
			Uint32Array.from(columns),
			matrix.blocks,
			b.array,
		];
		writeFileSync(
			file,
			Buffer.concat(
				parts.map((a) => Buffer.from(a.buffer, a.byteOffset, a.byteLength)),
			),
		);
		return JSON.parse(await output(program, [file, budget]));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Milliseconds. */
function processorTime() {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}

function least(run) {
	let best = Number.POSITIVE_INFINITY;
	const until = performance.now() + Number(budget);
	for (let i = 0; i < 3 || performance.now() < until; i++) {
		const start = processorTime();
		run();
		best = Math.min(best, processorTime() - start);
	}
	return best;
}
