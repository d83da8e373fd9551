/** What can be set of a simulation of a frame body, with defaults and checks. */
import type { Collider } from "../contact/collider.ts";
import { defined } from "../defined.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import type { FrameMassKind } from "./frameModel.ts";
import type { StiffnessKind } from "./sampleSystem.ts";

export interface FrameSimulationOptions {
	/** Length of a step [s]. */
	readonly timeStep?: number;
	/** Acceleration [m/s²]; by default the earth's, along −y. */
	readonly gravity?: Vector3;
	/**
	 * Newton iterations per step at most. One is the paper's step, a single linear system; more minimise the incremental potential
	 * with a line search, to the tolerance. Steps in contact take up to `contactIterations`.
	 */
	readonly newtonIterations?: number;
	readonly contactIterations?: number;
	/** Converged when the imbalance of forces is below this fraction of them. */
	readonly tolerance?: number;
	/** The consistent mass where frames are, or one of each frame alone that keeps mass, centre and inertia. */
	readonly mass?: FrameMassKind;
	/** Of steps. Statics takes the exact one in any case, where that serves. */
	readonly stiffness?: StiffnessKind;
	/** Rayleigh's: `mass` [1/s] times the mass matrix and `stiffness` [s] times the stiffness at the beginning of a step. */
	readonly damping?: { readonly mass?: number; readonly stiffness?: number };
	/** What the collision surface cannot enter. */
	readonly colliders?: readonly Collider[];
	/** Forces from samples, or from springs between frames that were computed once (`jointSprings.ts`). */
	readonly forces?: "samples" | "springs";
}

export type FrameSettings = Required<
	Omit<FrameSimulationOptions, "damping">
> & { readonly damping: { readonly mass: number; readonly stiffness: number } };

const defaults = {
	timeStep: 1 / 60,
	gravity: [0, -9.81, 0],
	newtonIterations: 1,
	contactIterations: 12,
	tolerance: 1e-6,
	mass: "consistent",
	stiffness: "gauss-newton",
	colliders: [],
	forces: "samples",
} as const satisfies FrameSimulationOptions;

/** What a value must be, in words and as a test. */
type Rule = readonly [string, (value: never) => boolean];
const oneOf = (...values: string[]): Rule => [
	`one of ${values.join(", ")}`,
	(v: string) => values.includes(v),
];
const positive: Rule = [
	"a positive number",
	(v: number) => v > 0 && Number.isFinite(v),
];
const nonNegative: Rule = [
	"zero or positive",
	(v: number) => v >= 0 && Number.isFinite(v),
];
const count: Rule = [
	"a positive whole number",
	(v: number) => Number.isInteger(v) && v > 0,
];
const rules: Readonly<Record<string, Rule>> = {
	timeStep: ["a positive number of seconds", positive[1]],
	gravity: [
		"three finite numbers [m/s²]",
		(v: readonly number[]) => v?.length === 3 && v.every(Number.isFinite),
	],
	newtonIterations: count,
	contactIterations: count,
	tolerance: positive,
	mass: oneOf("consistent", "lumped"),
	stiffness: oneOf("gauss-newton", "exact"),
	damping: ["an object", (v: unknown) => typeof v === "object"],
	colliders: ["a list", (v: unknown) => Array.isArray(v)],
	forces: oneOf("samples", "springs"),
};

function check(what: string, options: object, rules: Record<string, Rule>) {
	for (const [name, value] of Object.entries(options)) {
		const rule = rules[name];
		if (!rule)
			throw new Error(
				`${what}: there is no option '${name}'; it takes ${Object.keys(rules).join(", ")}`,
			);
		if (value !== undefined && !rule[1](value as never))
			throw new Error(`${what}: ${name} is ${value}; it must be ${rule[0]}`);
	}
}

export function frameSettings(options: FrameSimulationOptions): FrameSettings {
	check("simulateFrames", options, rules);
	check("simulateFrames: damping", options.damping ?? {}, {
		mass: nonNegative,
		stiffness: nonNegative,
	});
	return {
		...defaults,
		...defined(options),
		damping: { mass: 0, stiffness: 0, ...defined(options.damping ?? {}) },
	};
}
