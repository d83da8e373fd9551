/** What a kernel computes for every element: outputs as expressions, and where each of their inputs is read. */

import type { Energy, NodePair } from "./energy.ts";
import {
	energyBlocks,
	energyGradient,
	energyProduct,
	value,
} from "./energy.ts";
import {
	constant,
	type Expr,
	forgetting,
	inputs,
	isConstant,
} from "./expression.ts";
import { substitute, topologicalOrder, withoutFrozen } from "./graph.ts";
import type { Vector } from "./tensor.ts";

/** Numbers per node: positions and velocities in space. */
export const dimension = 3;

/** An input is a component of a vertex array at one of the element's nodes, or one of the element's parameters. */
export type Source = VertexSource | { readonly parameter: number };

export interface VertexSource {
	readonly array: number;
	readonly node: number;
	readonly component: number;
}

export interface Program {
	/** Names of the vertex arrays in the order in which a kernel takes them. */
	readonly arrays: readonly string[];
	/** Nodes per element. */
	readonly nodes: number;
	/** Parameters that each element has of its own. */
	readonly parameters: number;
	/** Those after them that all elements have in common: a kernel takes a pointer to them where there are any. */
	readonly common?: number;
	readonly sources: ReadonlyMap<Expr, Source>;
	readonly outputs: readonly Expr[];
	/** Whether the values of each vertex array may be taken relative to the first node's: the outputs stay the same. */
	readonly relative: boolean;
}

/** A potential of one element in the nodal values of one vertex array, the first of `arrays`. */
export interface ElementPotential {
	readonly arrays: readonly VertexArray[];
	readonly parameters: readonly Expr[];
	/** How many of the parameters, the last ones, only the material decides; none by default. */
	readonly ofMaterial?: number;
	readonly energy: Energy;
	/**
	 * An energy whose Hessian, with what is `frozen` in it held, is positive semi-definite everywhere and that of `energy`
	 * where its stresses only pull; "exact" where the Hessian of `energy` is always positive semi-definite.
	 */
	readonly positive?: Energy | "exact";
	/** Positions before the last move, which `positive` may read. */
	readonly before?: VertexArray;
	/** Parameters that steps change, from the first one on, and what a step leaves in them. */
	readonly memory?: { readonly first: number; readonly next: readonly Expr[] };
	/**
	 * Whether adding a constant to all nodes changes nothing. Then the Hessian's rows of blocks sum to zero and the
	 * blocks off the diagonal say everything.
	 */
	readonly translationInvariant: boolean;
}

export interface VertexArray {
	readonly name: string;
	/** The array's values at the element's nodes. */
	readonly nodes: readonly Vector[];
}

/** A vertex array's values at the nodes of an element, as unknowns. */
export function vertexArray(name: string, count: number): VertexArray {
	return {
		name,
		nodes: Array.from({ length: count }, (_, node) =>
			inputs(`${name}${node}`, dimension),
		),
	};
}

export interface ElementPrograms {
	/** One output: the potential [J]. */
	readonly energy: Program;
	/** dimension · nodes outputs. */
	readonly gradient: Program;
	/** Hessian times the last vertex array, "direction"; outputs as the gradient. */
	readonly product: Program;
	/** dimension² outputs per pair of `hessianPairs`, block by rows. */
	readonly hessian: Program;
	/** A positive semi-definite variant of `hessian`, with the same outputs; absent where the potential offers none. */
	readonly positiveHessian?: Program;
	/**
	 * One output per pair of `hessianPairs`: k of its block k·identity. It reads no vertex array. There where all blocks are such, make up a positive semi-definite Hessian, and say everything about the gradient, which is zero at zero.
	 */
	readonly couplings?: Program;
	/** What a step leaves in the parameters that it changes; there where elements remember. */
	readonly memory?: Program;
}

/** The Hessian blocks that a program gives: above the diagonal, and on it where translation invariance does not imply it. */
export function hessianPairs(
	nodes: number,
	translationInvariant: boolean,
): NodePair[] {
	const pairs: NodePair[] = [];
	for (let a = 0; a < nodes; a++)
		for (let b = translationInvariant ? a + 1 : a; b < nodes; b++)
			pairs.push([a, b]);
	return pairs;
}

/** Kept as long as their potential is: deriving those of elements with many nodes takes half a second, and bodies share models. */
const derived = new WeakMap<ElementPotential, ElementPrograms[]>();

/** Those of elements that have so many of the parameters, the last ones, in common. */
export function elementPrograms(
	potential: ElementPotential,
	common = 0,
): ElementPrograms {
	const known = derived.get(potential) ?? [];
	derived.set(potential, known);
	known[common] ??= forgetting(() => derivePrograms(potential, common));
	return known[common];
}

function derivePrograms(
	potential: ElementPotential,
	common: number,
): ElementPrograms {
	const { arrays, energy, positive, before, memory, translationInvariant } =
		potential;
	const { nodes } = arrays[0];
	const direction = vertexArray("direction", nodes.length);
	const pairs = hessianPairs(nodes.length, translationInvariant);
	const program = (outputs: readonly Expr[], vertexArrays = arrays) =>
		programOf(potential, outputs, vertexArrays, common);
	const reading = (outputs: readonly Expr[]) =>
		program(
			outputs,
			before && reads(outputs, before) ? [...arrays, before] : arrays,
		);
	const hessian = program(energyBlocks(energy, nodes, pairs));
	const gradient = program(energyGradient(energy, nodes));
	const couplings =
		positive === "exact" && translationInvariant && isZeroAtZero(gradient)
			? constantCouplings(hessian)
			: undefined;
	return {
		energy: program([value(energy)]),
		gradient,
		product: program(energyProduct(energy, nodes, direction.nodes), [
			...arrays,
			direction,
		]),
		hessian,
		...(positive && {
			positiveHessian:
				positive === "exact"
					? hessian
					: reading(energyBlocks(positive, nodes, pairs)),
		}),
		...(couplings && { couplings: program(couplings, []) }),
		...(memory && { memory: program(memory.next) }),
	};
}

function reads(outputs: readonly Expr[], { nodes }: VertexArray): boolean {
	const parts = new Set(topologicalOrder(outputs));
	return nodes.flat().some((component) => parts.has(component));
}

function isZeroAtZero({ outputs, sources }: Program): boolean {
	const zeros = new Map<Expr, Expr>();
	for (const [part, source] of sources)
		if ("array" in source) zeros.set(part, constant(0));
	const atZero = substitute(outputs, zeros);
	return atZero.every((output) => isConstant(output, 0));
}

/** The multiples of the identity that a Hessian's blocks are, where they are such and constant. */
function constantCouplings({ outputs, sources }: Program): Expr[] | undefined {
	const couplings = outputs.filter((_, i) => i % 9 === 0);
	const areIdentities = outputs.every((entry, i) =>
		(i % 9) % 4 === 0
			? entry === couplings[Math.floor(i / 9)]
			: isConstant(entry, 0),
	);
	const areConstant = topologicalOrder(couplings).every((part) => {
		const source = sources.get(part);
		return !source || "parameter" in source;
	});
	return areIdentities && areConstant ? couplings : undefined;
}

/** Outputs of a node program: the gradient's three, then those of the symmetric block, xx, xy, xz, yy, yz, zz. */
export const nodeOutputs = 9;

/** Kept as those of elements are, and their kernels with them. */
const derivedOfNodes = new WeakMap<ElementPotential, readonly Program[]>();

/** For each node the part of the gradient and the diagonal block of the Hessian that belong to it alone. They read all parameters element by element. */
export function nodePrograms(potential: ElementPotential): readonly Program[] {
	const known =
		derivedOfNodes.get(potential) ??
		forgetting(() => deriveNodePrograms(potential));
	derivedOfNodes.set(potential, known);
	return known;
}

function deriveNodePrograms(potential: ElementPotential): Program[] {
	const { arrays, energy } = potential;
	const { nodes } = arrays[0];
	const gradient = energyGradient(energy, nodes);
	return nodes.map((_, node) => {
		const first = dimension * node;
		const block = energyBlocks(energy, nodes, [[node, node]]);
		return programOf(potential, [
			...gradient.slice(first, first + dimension),
			...[0, 1, 2, 4, 5, 8].map((entry) => block[entry]),
		]);
	});
}

function programOf(
	{ arrays, parameters, translationInvariant }: ElementPotential,
	outputs: readonly Expr[],
	vertexArrays: readonly VertexArray[] = arrays,
	common = 0,
): Program {
	return {
		arrays: vertexArrays.map(({ name }) => name),
		nodes: arrays[0].nodes.length,
		parameters: parameters.length - common,
		common,
		sources: sourcesOf(vertexArrays, parameters),
		outputs: withoutFrozen(outputs),
		relative: translationInvariant,
	};
}

function sourcesOf(
	arrays: readonly VertexArray[],
	parameters: readonly Expr[],
): Map<Expr, Source> {
	const sources = new Map<Expr, Source>();
	for (const [array, { nodes }] of arrays.entries())
		for (const [node, components] of nodes.entries())
			for (const [component, e] of components.entries())
				sources.set(e, { array, node, component });
	for (const [parameter, e] of parameters.entries())
		sources.set(e, { parameter });
	return sources;
}
