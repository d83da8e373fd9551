import type { BlockPattern } from "../../system/blockPattern.ts";
import { analyseFactor, type FactorAnalysis } from "./cholesky/analysis.ts";
import { MatrixFreeSolver } from "./conjugateGradientSolver.ts";
import { DirectSolver } from "./directSolver.ts";
import { EdgeSolver } from "./edgeSolver.ts";
import { roomUnasked } from "./factorRoom.ts";
import { linearSolver } from "./linearSolver.ts";
import { maxIterations, operator } from "./options.ts";

export const autoSolver = linearSolver({
	name: "auto",
	meaning:
		"Takes direct where factors are cheap. Elsewhere it tries block Jacobi, and takes multigrid once that needs too many iterations.",
	options: { maxIterations, operator },
	create: (context, { maxIterations, operator }) => {
		const { pattern, memory, space } = context;
		if (operator === "matrix-free")
			return new MatrixFreeSolver(context, maxIterations);
		const analysis = cheapFactor(pattern);
		if (analysis) return new DirectSolver(analysis, space, memory);
		return new EdgeSolver(context.edges(), {
			maxIterations,
			method: "multigrid",
			preconditioner: "either",
			memory,
		});
	},
});

/**
 * How much more work than a product with the matrix a factorisation may be. Milliseconds per system, with levels made when needed:
 *
 *   body                rows   factor/product   statics: direct, multigrid, block Jacobi   steps: the same
 *   cloth 12 × 12        169         18             0.9     1.6     1.0                     1.0    0.3    0.4
 *   cloth 20 × 20        441         38             3.9     3.6     2.5                     3.0    1.0    1.3
 *   cloth 28 × 28        841         59             8.9     5.9     6.6                      11    2.2    2.4
 *   cloth 80 × 80       6561        197             267      67     198                     264     37     72
 *   Morley 12 × 12       169         31             2.0     3.0     1.1                     1.4    1.4    0.4
 *   Morley 40 × 40      1681        211              87      19      26                      75    8.1    9.4
 *   tet rod 80 × 2 × 2   729         11             4.5     5.4      16                     2.0    1.1    2.0
 *   tet 16 × 4 × 4       425         63             8.6      12     4.4                     4.2    1.0    1.8
 *   tet 32 × 8 × 8      2673        602             314      30      29                     299     11     23
 *   hex 12 × 3 × 3       208         26             6.0     5.4     3.1                     2.4    1.2    1.4
 *   hex 20 × 5 × 5       756         93              26      16     8.8                      24    4.2    4.4
 *   hex 32 × 8 × 8      2673        468             388      36      35                     362     18     22
 *
 * In steps levels are kept, and iterations win from half of this on; but there systems take a millisecond or two in any case, and a
 * factorisation neither depends on a tolerance nor on what was solved before.
 */
const cheapWork = 40;

/** A body of longer columns is not even analysed. */
const widest = 40;

/** What is known of a factorisation that is cheap, if it is. */
function cheapFactor(pattern: BlockPattern): FactorAnalysis | undefined {
	if (meanWidth(pattern) > widest) return undefined;
	const analysis = analyseFactor(pattern);
	const { branches, plan } = analysis;
	const isCheap = branches.work <= cheapWork * pattern.columns.length;
	return isCheap && plan.bytes <= roomUnasked(pattern.rows)
		? analysis
		: undefined;
}

/** Mean number of rows at equal distance from a first one of each body: about as long as columns of factors are. */
function meanWidth({ rows, rowStart, columns }: BlockPattern): number {
	const seen = new Uint8Array(rows);
	let levels = 0;
	for (let first = 0; first < rows; first++) {
		if (seen[first]) continue;
		seen[first] = 1;
		for (let level = [first]; level.length > 0; levels++) {
			const next: number[] = [];
			for (const row of level)
				for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
					if (seen[columns[k]]) continue;
					seen[columns[k]] = 1;
					next.push(columns[k]);
				}
			level = next;
		}
	}
	return rows / levels;
}
