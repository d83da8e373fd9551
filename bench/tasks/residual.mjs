import { middleCloth } from "../sizes.mjs";
import { solvers, stepRow } from "../stepRow.mjs";

const methods = {
	"block Jacobi": solvers.jacobi,
	"multigrid, new levels": solvers.newLevels,
	"multigrid, kept levels": solvers.keptLevels,
};

/** The points of a curve: what a step takes and the residual that it leaves. */
export const residual = {
	name: "residual",
	about: "time of a step against the residual that it leaves",
	sizes: [middleCloth],
	rows: [1e-1, 1e-2, 1e-3, 1e-4, 1e-6, 1e-8, 1e-10].flatMap((tolerance) =>
		Object.entries(methods).map(([name, linear]) =>
			stepRow(`${name}, to ${tolerance.toExponential()}`, linear, tolerance),
		),
	),
};
