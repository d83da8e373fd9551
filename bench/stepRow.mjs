/** A row that measures an implicit Euler step of one Newton iteration. */

const unlimited = 100_000;

export const solvers = {
	jacobi: { method: "conjugate-gradient", operator: "assembled" },
	matrixFree: { method: "conjugate-gradient", operator: "matrix-free" },
	/** What a step costs after which the levels are not reused, and one that reuses them. */
	newLevels: { method: "multigrid", newLevels: true },
	keptLevels: { method: "multigrid" },
};

export function stepRow(
	name,
	{ newLevels = false, ...linear },
	linearTolerance,
	maxIterations = unlimited,
) {
	const isLimited = maxIterations < unlimited;
	const matrix = linear.operator === "matrix-free" ? "free" : "matrix";
	return {
		name,
		units: ["ms"],
		/** Block Jacobi's iterations to a residual grow with the side of the mesh. */
		growth: linear.method === "multigrid" || isLimited ? 1 : 1.5,
		nativeGrowth: isLimited ? 1 : 1.5,
		native: `step:${matrix}:${linearTolerance}:${maxIterations}`,
		prepare: (subject) => {
			const reset = () => subject.reset({ newLevels });
			subject.setSolver({ ...linear, linearTolerance, maxIterations });
			subject.reset();
			// The first step makes what later ones reuse.
			if (linear.method === "multigrid") subject.step();
			let report;
			return {
				reset,
				run: () => {
					report = subject.step();
				},
				finish: () => {
					reset();
					const residual = subject.residualOfStep();
					subject.reset();
					if (report.safeguarded > 0 || report.substeps > 1)
						throw new Error(
							"the safeguard was needed; the step is not the one that is to be measured",
						);
					return { iterations: report.linearIterations, residual };
				},
			};
		},
	};
}

/** No residual is that small: iterations alone end the solution. */
export const never = 1e-14;
