/** One element to try a model on: rest shape, material, and its programs evaluated by the interpreter. */
import { interpret } from "../energy/emit/interpret.ts";
import { hessianPairs, type Program } from "../energy/program.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import { domains } from "../models/domain.ts";
import type { AnyElementModel } from "../models/elementModel.ts";
import { rotate } from "./assertions.ts";
import { randomNumbers } from "./randomNumbers.ts";

export interface ElementProbe {
	/** Rest positions, flat. */
	readonly X: Float64Array;
	/** Parameters of each sample. */
	readonly parameters: readonly Float64Array[];
	/** A configuration at moderate strain, far from symmetric. */
	readonly deformed: () => Float64Array;
	/** Random numbers of about the element's size, per node. */
	readonly random: (size: number) => Float64Array;
	/** Evaluates a program, summed over samples, at vertex arrays given in its order. */
	readonly run: (program: Program, ...arrays: Float64Array[]) => Float64Array;
}

/** How far test configurations are from rest, relative to the element's size. */
const strain = 0.15;

export function elementProbe(
	model: AnyElementModel,
	seed: number,
	mayFold = model.keepsCurvature ?? false,
): ElementProbe {
	const { nodes, example, placesInner, ...domain } = domains[model.domain];
	const inner = placesInner ? [] : (domain.inner ?? []);
	const next = randomNumbers(seed);
	const random = (size: number) =>
		Float64Array.from({ length: 3 * nodes }, () => size * next());
	// A well-shaped element, varied by the seed; a flat one stays flat, unless curvature at rest is to be tried.
	const jitter = random(0.08);
	const flat = !mayFold && example.every(([, , z]) => z === 0);
	const level = Float64Array.from(
		example.flat(),
		(c, i) => c + (flat && i % 3 === 2 ? 0 : jitter[i]),
	);
	for (const [i, [a, b]] of inner.entries())
		for (let k = 0; k < 3; k++)
			level[3 * (nodes - inner.length + i) + k] =
				0.5 * (level[3 * a + k] + level[3 * b + k]);
	// Where directions matter, the rest shape is in no special one.
	const X = model.rotationInvariant === false ? rotate(level, 1) : level;
	const points = Array.from(
		{ length: nodes },
		(_, n): Vector3 => [X[3 * n], X[3 * n + 1], X[3 * n + 2]],
	);
	const parameters = Array.from({ length: model.samples }, (_, sample) =>
		Float64Array.from(model.restNumbers(points, model.typicalMaterial, sample)),
	);
	const indices = Uint32Array.from({ length: nodes }, (_, i) => i);
	return {
		X,
		parameters,
		random,
		deformed: () => random(strain).map((d, i) => X[i] + d),
		run: (program, ...arrays) => {
			const total = new Float64Array(program.outputs.length);
			const outputs = new Float64Array(program.outputs.length);
			for (const own of parameters) {
				interpret(program)({ arrays, indices, parameters: own, outputs }, 1);
				for (const [i, value] of outputs.entries()) total[i] += value;
			}
			return total;
		},
	};
}

/** The full Hessian by rows, from its blocks. */
export function fullHessian(
	blocks: Float64Array,
	nodes: number,
	translationInvariant: boolean,
): number[][] {
	const size = 3 * nodes;
	const H = Array.from({ length: size }, () => new Array<number>(size).fill(0));
	for (const [pair, [a, b]] of hessianPairs(
		nodes,
		translationInvariant,
	).entries())
		for (let r = 0; r < 3; r++)
			for (let c = 0; c < 3; c++) {
				const value = blocks[9 * pair + 3 * r + c];
				H[3 * a + r][3 * b + c] = value;
				if (a === b) continue;
				H[3 * b + c][3 * a + r] = value;
				if (!translationInvariant) continue;
				H[3 * a + r][3 * a + c] -= value;
				H[3 * b + c][3 * b + r] -= value;
			}
	return H;
}

/** Nodes from which on an element is tried in fewer states. */
export const manyNodes = 8;

/** Runs a check on differently shaped elements. */
export function forProbes(
	model: AnyElementModel,
	check: (probe: ElementProbe) => void,
	mayFold?: boolean,
): void {
	// An element of 20 nodes takes a hundred times as long as one of 4.
	const seeds = domains[model.domain].nodes < manyNodes ? 5 : 2;
	for (let seed = 1; seed <= seeds; seed++)
		check(elementProbe(model, seed, mayFold));
}
