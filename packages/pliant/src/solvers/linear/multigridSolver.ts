import { IterativeSolver } from "./iterativeSolver.ts";
import { linearSolver } from "./linearSolver.ts";
import { maxIterations } from "./options.ts";

/** Flat cells of solids take more. */
const sensible = 300;

export const multigridSolver = linearSolver({
	name: "multigrid",
	meaning: `Conjugate gradients with smoothed-aggregation multigrid: few iterations, whatever the size of the mesh. Systems that take more than ${sensible} are factored where there is room for it.`,
	options: { maxIterations },
	create: (context, options) =>
		new IterativeSolver(
			context,
			{ ...options, preconditioner: "multigrid" },
			sensible,
		),
});
