/**
 * A model is the energy of one element, written once. Everything else is derived from it: forces, stiffness, kernels,
 * tests, documentation.
 */
import {
	isObject,
	requireFunction,
	requireOneOf,
	requireThat,
} from "../checks.ts";
import { evaluate } from "../energy/emit/interpret.ts";
import { type Energy, value as energyValue } from "../energy/energy.ts";
import { type Expr, input, inputs } from "../energy/expression.ts";
import { type ElementPotential, vertexArray } from "../energy/program.ts";
import type { Vector } from "../energy/tensor.ts";
import type { CellKind, Mesh, Vector3 } from "../mesh/mesh.ts";
import { type DomainName, domains } from "./domain.ts";
import type { LinearModuli } from "./linearModuli.ts";
import {
	checkMaterial,
	type Material,
	type MaterialNumbers,
	type MaterialValue,
	type Parameters,
} from "./parameters.ts";
import type { SolidSampling } from "./solid/fields/solidFields.ts";
import type { QuadraticGeometry } from "./solid/quadraticGeometry.ts";

/** Plain numbers that an element keeps, by name: scalars, vectors and matrices. */
export type RestData = Readonly<
	Record<string, number | readonly number[] | readonly (readonly number[])[]>
>;

/** The same data as unknowns of a formula. */
export type Symbols<R extends RestData> = {
	readonly [K in keyof R]: R[K] extends number
		? Expr
		: R[K] extends readonly number[]
			? Vector
			: readonly Vector[];
};

export interface ElementModelDefinition<
	P extends Parameters,
	R extends RestData,
> {
	/** Short and unique: what scenes and commands call it. */
	readonly name: string;
	/** What it is, in one sentence. */
	readonly about: string;
	/** Paper and equation. */
	readonly source?: string;
	readonly domain: DomainName;
	readonly material: P;
	/** Integration points per element, each with its own rest data; 1 by default. */
	readonly samples?: number;
	/** Computed once per element (and sample) from the rest positions X [m] of its nodes; X and the material are overwritten for the next. */
	readonly rest: (context: {
		readonly X: readonly Vector3[];
		readonly material: MaterialNumbers<P>;
		readonly sample: number;
	}) => R;
	/** Rest data that only the material decides: kept once where it is the same for all elements. */
	readonly ofMaterial?: readonly (keyof R & string)[];
	/** The element's energy [J] in its positions x and the rest data. */
	readonly energy: (
		context: { readonly x: readonly Vector[] } & Symbols<R>,
	) => Energy;
	/**
	 * A positive semi-definite stand-in for the Hessian, where Newton needs one (compression, buckling): the Hessian of this
	 * energy, in which `frozen` parts are held. It must be the exact Hessian where the stresses only pull, and this is positive; of bending, at rest. "exact" where
	 * the Hessian is always positive semi-definite. Without it elements are projected by eigenvalues, which is slow.
	 */
	readonly positive?:
		| "exact"
		| ((
				context: {
					readonly x: readonly Vector[];
					/**
					 * Positions from which Newton's method came to x along the Hessian there. Strain that such a move leaves to second order, as
					 * where an element turned, is about to vanish: moduli that grow with strain better leave it out.
					 */
					readonly before: readonly Vector[];
				} & Symbols<R>,
		  ) => Energy);
	/** A potential [W] in the velocities v whose negative gradient is a damping force; left out where the material value `by` is zero. */
	readonly dissipation?: {
		readonly by: keyof P & string;
		readonly potential: (
			context: {
				readonly x: readonly Vector[];
				readonly v: readonly Vector[];
			} & Symbols<R>,
		) => Energy;
	};
	/** For elements that remember, as those with friction do: rest data that every step changes, and what a step that ends at x leaves in it. */
	readonly memory?: {
		readonly of: keyof R & string;
		readonly next: (
			context: { readonly x: readonly Vector[] } & Symbols<R>,
		) => Vector;
	};
	/**
	 * False for a model of small displacements, which turning strains; to be said in `about`, too. Tests then ask for
	 * translations only, and that it does change when turned.
	 */
	readonly rotationInvariant?: false;
	/** Of energies ½ k (|x_a − x_b|² − |X_a − X_b|²), the parameter that is k [N/m]: they are summed up without being looked at one by one. */
	readonly pairStiffness?: (keyof P & string) | undefined;
	/** True for bending that keeps rest shapes which are curved; tests then fold them. Without it, a hinge is flat at rest. */
	readonly keepsCurvature?: true;
	/** Throws for meshes that the model would be wrong on. */
	readonly checkMesh?: (mesh: Mesh) => void;
	/** For elements with nodes of their own. */
	readonly elementsOn?: (mesh: Mesh) => Omit<PreparedElements, "material">;
	/** For elements of solids with nodes in the middle of edges. */
	readonly quadratic?: QuadraticGeometry;
	/** For elements of solids: their stress and strain. */
	readonly solid?: SolidSampling;
	/** The moduli of linear elasticity that the model must reduce to for small strains: tests compare its stiffness at rest. */
	readonly linearised?: (material: MaterialNumbers<P>) => LinearModuli;
}

/** A model with a material, ready to be put on a body. */
export interface AppliedModel {
	readonly model: AnyElementModel;
	readonly material: Readonly<Record<string, MaterialValue>>;
	/** What scenes call it, where that is not the name of its model. */
	readonly name?: string;
	/** For models that have elements for several kinds of cells: those for a mesh. */
	readonly forMesh?: (mesh: Mesh) => AppliedModel;
	/** Throws for meshes that the model would be wrong on. */
	readonly checkMesh?: (mesh: Mesh) => void;
	/** For models that are made for a whole mesh. `isHeld` tells the vertices that cannot move. */
	readonly prepare?: (
		mesh: Mesh,
		isHeld: (vertex: number) => boolean,
	) => PreparedElements;
}

/** The elements of a model on a mesh, with a material for each. */
export interface PreparedElements {
	readonly elements: Uint32Array;
	readonly material: Readonly<Record<string, MaterialValue>>;
	/**
	 * Nodes that the model adds to those of the mesh, for unknowns of its own: between which two vertices each of them is, at rest and
	 * at the start. Elements have them by the numbers that follow those of the vertices.
	 */
	readonly innerNodes?: Uint32Array;
	/**
	 * Where they are [m] when vertices are somewhere, xyz each, if not in the middle. Such a node between two held vertices is held with them.
	 */
	readonly innerPositions?: (positions: Float64Array) => Float64Array;
}

export interface ElementModel<P extends Parameters, R extends RestData>
	extends Omit<ElementModelDefinition<P, R>, "samples"> {
	(material: Material<P>): AppliedModel;
	readonly name: string;
	/** The cells of a mesh that its elements are made of. */
	readonly cells: CellKind;
	readonly samples: number;
	/** The energy with unknowns for positions and rest data. */
	readonly potential: ElementPotential;
	/** The dissipation, in the velocities. */
	readonly dissipationPotential: ElementPotential | undefined;
	/** The rest data of one element as a flat list, in the order of the potential's parameters: a new one, or written over `out`. */
	readonly restNumbers: (
		X: readonly Vector3[],
		material: Readonly<Record<string, number>>,
		sample: number,
		out?: number[],
	) => number[];
	/** Every parameter at its typical value. */
	readonly typicalMaterial: Readonly<Record<string, number>>;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of models of different parameters has no narrower type
export type AnyElementModel = ElementModel<any, any>;

function checkDefinition(definition: object): void {
	const given = (isObject(definition) ? definition : {}) as Record<
		string,
		unknown
	>;
	requireThat(
		typeof given.name === "string",
		"elementModel: name",
		given.name,
		"what messages call it",
	);
	const owner = `elementModel "${given.name}"`;
	requireOneOf(`${owner}: domain`, given.domain, Object.keys(domains));
	requireThat(
		isObject(given.material),
		`${owner}: material`,
		given.material,
		"an object of parameters",
	);
	requireFunction(`${owner}: rest`, given.rest);
	requireFunction(`${owner}: energy`, given.energy);
}

export function elementModel<P extends Parameters, R extends RestData>(
	definition: ElementModelDefinition<P, R>,
): ElementModel<P, R> {
	checkDefinition(definition);
	const { name, domain, material: parameters, samples = 1 } = definition;
	const { nodes, example } = domains[domain];
	const typicalMaterial = Object.fromEntries(
		Object.entries(parameters).map(([key, p]) => [key, p.typical]),
	);
	const rest = (
		X: readonly Vector3[],
		material: Readonly<Record<string, number>>,
		sample: number,
	) => definition.rest({ X, material: material as MaterialNumbers<P>, sample });
	const exampleData = rest(example, typicalMaterial, 0);
	const symbols = symbolsLike(exampleData);
	const { ofMaterial = [] } = definition;
	// The last ones are those of the material.
	const names = Object.keys(symbols).filter((key) => !ofMaterial.includes(key));
	names.push(...ofMaterial);
	const parts = names.map((key) => ({
		name: key,
		depth: depthOf(exampleData[key]),
	}));
	const x = vertexArray("x", nodes);
	const v = vertexArray("v", nodes);
	const before = vertexArray("before", nodes);
	const common = {
		parameters: flatten<Expr>(names.map((key) => symbols[key])),
		ofMaterial: flatten(ofMaterial.map((key) => symbols[key])).length,
		translationInvariant: true,
	};
	const { dissipation, positive, memory } = definition;

	const { checkMesh, elementsOn } = definition;
	const model = ((given: Material<P>) => {
		const material = checkMaterial(name, parameters, given);
		return {
			model,
			material,
			...(checkMesh && { checkMesh }),
			...(elementsOn && {
				prepare: (mesh: Mesh) => ({ ...elementsOn(mesh), material }),
			}),
		};
	}) as unknown as ElementModel<P, R>;
	// A function's own name is read-only by assignment.
	Object.defineProperty(model, "name", { value: name });
	const { name: _, ...described } = definition;
	Object.assign(model, described, {
		cells: domains[domain].cells,
		samples,
		typicalMaterial,
		restNumbers: (
			X: readonly Vector3[],
			material: Readonly<Record<string, number>>,
			sample: number,
			out: number[] = [],
		) => flattenNumbers(rest(X, material, sample), parts, out),
	});
	// Formulas of large elements take long to write down, and programs use few of them.
	whenUsed(model, "potential", () => ({
		...common,
		arrays: [x],
		energy: definition.energy({ x: x.nodes, ...symbols }),
		...(positive && {
			positive:
				positive === "exact"
					? positive
					: positive({ x: x.nodes, before: before.nodes, ...symbols }),
			before,
		}),
		...(memory && {
			memory: {
				first: common.parameters.indexOf(
					flatten<Expr>([symbols[memory.of]])[0],
				),
				next: memory.next({ x: x.nodes, ...symbols }),
			},
		}),
	}));
	whenUsed(
		model,
		"dissipationPotential",
		() =>
			dissipation && {
				...common,
				arrays: [v, x],
				energy: dissipation.potential({ x: x.nodes, v: v.nodes, ...symbols }),
			},
	);
	// Those of solids are written in F, which does not notice translations.
	if (!definition.solid) checkTranslationInvariance(model);
	return model;
}

/** A property that is made when it is first asked for. */
function whenUsed<K extends "potential" | "dissipationPotential">(
	model: AnyElementModel,
	name: K,
	make: () => AnyElementModel[K],
): void {
	Object.defineProperty(model, name, {
		configurable: true,
		enumerable: true,
		get: () => {
			const value = make();
			Object.defineProperty(model, name, { value, enumerable: true });
			return value;
		},
	});
}

/** Hessians are assembled from blocks off the diagonal, which is right only for energies that depend on differences of positions. */
function checkTranslationInvariance(model: AnyElementModel): void {
	const { energy, positive } = model.potential;
	checkInvarianceOf(energy, "energy", model);
	if (positive && positive !== "exact")
		checkInvarianceOf(positive, "positive variant", model);
}

function checkInvarianceOf(
	energy: Energy,
	what: string,
	model: AnyElementModel,
): void {
	const { potential, name, typicalMaterial } = model;
	const { example } = domains[model.domain];
	const numbers = model.restNumbers(example, typicalMaterial, 0);
	const energyAt = (shift: number) => {
		const values = new Map(potential.parameters.map((p, i) => [p, numbers[i]]));
		for (const [i, node] of potential.arrays[0].nodes.entries())
			for (const [k, component] of node.entries())
				values.set(component, 1.1 * example[i][k] + 0.01 * (i + k) + shift);
		return evaluate(
			[energyValue(energy)],
			(input) => values.get(input) as number,
		)[0];
	};
	const [here, there] = [energyAt(0), energyAt(3)];
	if (Math.abs(there - here) > 1e-6 * Math.abs(here))
		throw new Error(
			`model '${name}': its ${what} changes when all nodes move together; write it in differences of positions, or in F`,
		);
}

function symbolsLike<R extends RestData>(data: R): Symbols<R> {
	return Object.fromEntries(
		Object.entries(data).map(([name, value]) => [
			name,
			typeof value === "number"
				? input(name)
				: value.map((item, i) =>
						typeof item === "number"
							? input(`${name}${i}`)
							: inputs(`${name}${i}`, item.length),
					),
		]),
	) as Symbols<R>;
}

/** Values in the order of their names, matrices by rows. */
const flatten = <T>(data: object): T[] => Object.values(data).flat(2);

/** A number, a row or a matrix. */
type Depth = 0 | 1 | 2;

const depthOf = (value: RestData[string]): Depth =>
	typeof value === "number" ? 0 : typeof value[0] === "number" ? 1 : 2;

/** The same of numbers, for every element: `flat` took half of the time of building, and looking at what each value is half of the rest. */
function flattenNumbers(
	data: RestData,
	parts: readonly { readonly name: string; readonly depth: Depth }[],
	out: number[],
): number[] {
	let end = 0;
	for (let i = 0; i < parts.length; i++) {
		const { name, depth } = parts[i];
		const value = data[name];
		if (depth === 0) out[end++] = value as number;
		else if (depth === 1) end = write(value as readonly number[], out, end);
		else
			for (const row of value as readonly (readonly number[])[])
				end = write(row, out, end);
	}
	return out;
}

/** By hand, and of numbers alone: other loops make an object of each. */
function write(row: readonly number[], out: number[], at: number): number {
	for (let i = 0; i < row.length; i++) out[at + i] = row[i];
	return at + row.length;
}
