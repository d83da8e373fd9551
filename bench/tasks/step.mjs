import { blocks, cloths } from "../subjects.mjs";

/** No residual is that small: iterations alone end the solve. */
const never = 1e-14;
const unlimited = 100_000;

const row = (name, operator, tolerance, iterations) => ({
	name,
	unit: "ms",
	/** Iterations to a residual grow with the side of the mesh. */
	growth: iterations === unlimited ? 1.5 : 1,
	native: `step:${operator === "assembled" ? "matrix" : "free"}:${tolerance}:${iterations}`,
	prepare: (subject) => {
		const { step, reset } = subject.stepper(operator, tolerance, iterations);
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

/** An implicit Euler step of one Newton iteration, block-Jacobi conjugate gradients. */
export const step = {
	name: "step",
	sizes: [...cloths, ...blocks],
	rows: [
		row("25 iterations", "assembled", never, 25),
		row("25 iterations, matrix-free", "matrix-free", never, 25),
		row("to 1e-2", "assembled", 1e-2, unlimited),
		row("to 1e-4", "assembled", 1e-4, unlimited),
		row("to 1e-8", "assembled", 1e-8, unlimited),
	],
};
