/** How and how long to simulate. */
import { integrators, linearOptions, linearSolvers } from "pliant/simulation";
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

type LinearOption = (typeof linearOptions)[string];

const linearOption = (option: LinearOption) =>
	(option.kind === "count" ? count : z.enum(Object.keys(option.values)))
		.exactOptional()
		.describe(aboutOption(option));

function aboutOption(option: LinearOption): string {
	const values =
		option.kind === "count"
			? []
			: Object.entries(option.values).map(
					([name, meaning]) => ` \`${name}\`: ${meaning}.`,
				);
	return `${option.meaning} \`${option.default}\` by default.${values.join("")}`;
}

/** Straight from the list of solvers: a new one appears here by itself. */
const linear = object({
	method: z
		.enum(linearSolvers.map(({ name }) => name))
		.exactOptional()
		.describe(
			`\`${linearSolvers[0].name}\` by default. ${linearSolvers.map(({ name, meaning }) => `\`${name}\`: ${meaning}`).join(" ")}`,
		),
	...Object.fromEntries(
		Object.entries(linearOptions).map(([name, option]) => [
			name,
			linearOption(option),
		]),
	),
});

export const simulation = object({
	timeStep: positive
		.exactOptional()
		.describe("Length of a step [s]; 1/60 by default."),
	accuracy: positive
		.exactOptional()
		.describe(
			"Error of positions over a second of motion, relative to the size of the body (root mean square); 5e-3 by default. Each step is divided into as many substeps as this takes.",
		),
	substeps: count
		.exactOptional()
		.describe(
			"Fixed number of equal substeps per step, in place of accuracy. symplectic-euler and block-descent always take a fixed number, 1 by default.",
		),
	integrator: z
		.enum(integrators.map(({ name }) => name))
		.exactOptional()
		.describe(
			`\`${integrators[0].name}\` by default. ${integrators.map(({ name, about }) => `\`${name}\`: ${about}`).join(" ")}`,
		),
	solver: z
		.enum(["newton", "block-descent"])
		.exactOptional()
		.describe("newton by default."),
	sweeps: count
		.exactOptional()
		.describe("Of block descent per substep; 20 by default."),
	newtonIterations: count
		.exactOptional()
		.describe("Maximum per substep; 50 by default. Needs substeps."),
	mustConverge: z
		.boolean()
		.exactOptional()
		.describe(
			"Whether a substep that has not converged is retried at half its length; by default true, unless it has one iteration only, or sweeps. Needs substeps.",
		),
	tolerance: positive
		.exactOptional()
		.describe("Force imbalance over forces; 1e-6 by default. Needs substeps."),
	linearTolerance: positive
		.exactOptional()
		.describe("Of linear systems; 1e-4 by default. Needs substeps."),
	linear: linear.exactOptional().describe("How linear systems are solved."),
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
