import { blocks, cloths } from "../sizes.mjs";
import { never, solvers, stepRow } from "../stepRow.mjs";

const { jacobi, matrixFree, newLevels, keptLevels } = solvers;

export const step = {
	name: "step",
	about: "an implicit step: 25 iterations, or to a tolerance",
	sizes: [...cloths, ...blocks],
	rows: [
		stepRow("25 iterations", jacobi, never, 25),
		stepRow("25 iterations, matrix-free", matrixFree, never, 25),
		...[1e-2, 1e-4, 1e-8].flatMap((tolerance) => {
			const to = `to ${tolerance.toExponential()}`;
			return [
				stepRow(`block Jacobi ${to}`, jacobi, tolerance),
				stepRow(`multigrid ${to}, new levels`, newLevels, tolerance),
				stepRow(`multigrid ${to}, kept levels`, keptLevels, tolerance),
			];
		}),
	],
};
