import type { BlockPattern } from "../../system/blockPattern.ts";
import { SparseCholesky } from "./cholesky.ts";
import { MatrixFreeSolver } from "./conjugateGradientSolver.ts";
import { DirectSolver } from "./directSolver.ts";
import { EdgeSolver } from "./edgeSolver.ts";
import { linearSolver } from "./linearSolver.ts";
import { maxIterations, operator } from "./options.ts";

export const autoSolver = linearSolver({
	name: "auto",
	meaning:
		"Takes direct where factors are cheap. Elsewhere it tries block Jacobi, and takes multigrid once that needs too many iterations.",
	options: { maxIterations, operator },
	create: (context, { maxIterations, operator }) => {
		const { pattern, memory } = context;
		if (operator === "matrix-free")
			return new MatrixFreeSolver(context, maxIterations);
		const cholesky = cheapFactors(pattern, context.directLimit);
		if (cholesky) return new DirectSolver(cholesky, pattern, memory);
		return new EdgeSolver(context.edges(), {
			maxIterations,
			method: "multigrid",
			preconditioner: "either",
			memory,
		});
	},
});

/** Products of blocks that a factorisation takes, but for a factor: columns times the square of their mean length. */
const factorWork = ({ factorBlocks }: SparseCholesky, { rows }: BlockPattern) =>
	rows * (factorBlocks / rows) ** 2;

/** Larger systems are not even analysed for a factorisation. */
const analysedRows = 50_000;
/** Work that a factorisation takes at least, or nearly so: its columns are hardly shorter than the matrix's rows. Saves analysing. */
const leastWork = ({ columns, rows }: BlockPattern) =>
	rows * (columns.length / rows) ** 2;

/** A factorisation that takes no more than so much work, if there is one. */
function cheapFactors(
	pattern: BlockPattern,
	limit: number,
): SparseCholesky | undefined {
	if (pattern.rows > analysedRows || leastWork(pattern) > limit)
		return undefined;
	const cholesky = new SparseCholesky(pattern);
	return factorWork(cholesky, pattern) <= limit ? cholesky : undefined;
}
