/** How and how long to simulate. */
import { z } from "../../zod.ts";
import { count, nonNegative, object, positive } from "./object.ts";

const defaultSeconds = 2;

const duration = object({
	seconds: positive
		.exactOptional()
		.describe(
			`Simulated time [s]; ${defaultSeconds} by default, unless something else ends the run.`,
		),
	steps: count.exactOptional().describe("A number of steps instead."),
	untilRest: positive
		.exactOptional()
		.describe(
			"Ends the run when nothing moves faster than this [m/s]; seconds or steps, if given, end it earlier.",
		),
	statics: object({
		loadSteps: count
			.exactOptional()
			.describe("Steps in which loads are raised; 1 by default."),
		tolerance: positive
			.exactOptional()
			.describe("Force imbalance over forces; 1e-8 by default."),
		iterations: count.exactOptional().describe("At most; 200 by default."),
	})
		.exactOptional()
		.describe("Goes straight to static equilibrium instead of through time."),
});

/** Always has an end. */
export const run = duration
	.transform((given) =>
		Object.keys(given).length === 0 ? { seconds: defaultSeconds } : given,
	)
	.prefault({ seconds: defaultSeconds });

export const simulation = object({
	timeStep: positive.exactOptional().describe("[s]; 1/60 by default."),
	integrator: z
		.enum(["implicit-euler", "midpoint", "bdf2", "symplectic-euler"])
		.exactOptional()
		.describe(
			"implicit-euler by default; midpoint and bdf2 are of second order, symplectic-euler is explicit.",
		),
	solver: z
		.enum(["newton", "block-descent"])
		.exactOptional()
		.describe("newton by default."),
	sweeps: count
		.exactOptional()
		.describe("Of block descent per step; 20 by default."),
	newtonIterations: count
		.exactOptional()
		.describe("Per step at most; 50 by default, 1 for quick results."),
	mustConverge: z
		.boolean()
		.exactOptional()
		.describe(
			"Whether a step that has not converged is retried in pieces; by default unless there is one iteration only.",
		),
	tolerance: positive
		.exactOptional()
		.describe("Force imbalance over forces; 1e-6 by default."),
	linearTolerance: positive
		.exactOptional()
		.describe("Of linear systems; 1e-4 by default."),
	linear: object({
		method: z
			.enum(["auto", "direct", "multigrid", "conjugate-gradient"])
			.exactOptional()
			.describe(
				"auto by default: direct for small scenes, multigrid for hard ones.",
			),
		operator: z
			.enum(["assembled", "matrix-free"])
			.exactOptional()
			.describe("assembled by default."),
		maxIterations: count.exactOptional(),
	})
		.exactOptional()
		.describe("How linear systems are solved."),
	damping: object({
		mass: nonNegative
			.exactOptional()
			.describe("[1/s]; 0 by default. Slows all motion, like air."),
		stiffness: nonNegative
			.exactOptional()
			.describe("[s]; 0 by default. Slows deformation only."),
	})
		.exactOptional()
		.describe("Rayleigh damping."),
	mass: z
		.enum(["lumped", "consistent"])
		.exactOptional()
		.describe(
			"By default lumped where vertices move and consistent where frames do.",
		),
});
