import { EdgeSolver } from "./edgeSolver.ts";
import { linearSolver } from "./linearSolver.ts";
import { maxIterations } from "./options.ts";

export const multigridSolver = linearSolver({
	name: "multigrid",
	meaning:
		"Conjugate gradients with smoothed-aggregation multigrid: few iterations, whatever the size of the mesh.",
	options: { maxIterations },
	create: ({ memory, edges }, options) =>
		new EdgeSolver(edges(), {
			...options,
			preconditioner: "multigrid",
			memory,
		}),
});
