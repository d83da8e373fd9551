import { blocks, cloths } from "../subjects.mjs";

/** No residual is that small: iterations alone end the solve. */
const never = 1e-14;
const unlimited = 100_000;

const jacobi = { method: "conjugate-gradient", operator: "assembled" };
const matrixFree = { method: "conjugate-gradient", operator: "matrix-free" };
const multigrid = { method: "multigrid", operator: "assembled" };

const row = (name, linear, tolerance, maxIterations = unlimited) => ({
	name,
	unit: "ms",
	/** Iterations to a residual grow with the side of the mesh. */
	growth: linear !== multigrid && maxIterations === unlimited ? 1.5 : 1,
	native: `step:${linear === matrixFree ? "free" : "matrix"}:${tolerance}:${maxIterations}`,
	prepare: (subject) => {
		const { step, reset } = subject.stepper(
			{ ...linear, maxIterations },
			tolerance,
		);
		let report;
		return {
			reset,
			run: () => {
				report = step();
			},
			finish: () => {
				reset();
				if (report.safeguarded > 0 || report.substeps > 1)
					throw new Error(
						`step ${name}: the safeguard was needed; the step is not the one that is to be measured`,
					);
				return { iterations: report.linearIterations };
			},
		};
	},
});

/** An implicit Euler step of one Newton iteration. */
export const step = {
	name: "step",
	sizes: [...cloths, ...blocks],
	rows: [
		row("25 iterations", jacobi, never, 25),
		row("25 iterations, matrix-free", matrixFree, never, 25),
		...[1e-2, 1e-4, 1e-8].flatMap((tolerance) => [
			row(`to ${tolerance.toExponential()}`, jacobi, tolerance),
			row(`multigrid to ${tolerance.toExponential()}`, multigrid, tolerance),
		]),
	],
};
