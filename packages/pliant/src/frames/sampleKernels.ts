/**
 * What is computed at every sample of a frame body, generated from two formulas: the law's energy density psi(F) and the skinning's F
 * and x in the blend b and its gradient W,
 *
 *   E = s psi(F(b, W, X)) − m g·x(b, X)
 *
 * with s the sample's volume times its factor of stiffness, m its mass and g gravity. Derivatives are by Y = (b, W), [coordinate][4],
 * whatever the number of frames.
 */

import { withoutFrozen } from "../energy/expression.ts";
import {
	add,
	apply,
	contract,
	dot,
	type Expr,
	emitWasm,
	frozen,
	gradient,
	input,
	inputs,
	mul,
	neg,
	type Program,
	sqrt,
	substitute,
	sum,
} from "../energy/index.ts";
import type { Skinning } from "../mappings/skinning.ts";
import type { AnySolidLaw } from "../models/solid/solidLaw.ts";

/** Where a sample's numbers are among the parameters of its kernels. */
export interface SampleLayout {
	/** Y, [coordinate][4]. */
	readonly blend: number;
	/** Rest position. */
	readonly X: number;
	/** Volume times factor of stiffness. */
	readonly scale: number;
	readonly mass: number;
	readonly gravity: number;
	/** Of the law, in the order of `constantNames`. */
	readonly constants: number;
	readonly constantNames: readonly string[];
	readonly count: number;
}

export interface SampleKernels {
	readonly layout: SampleLayout;
	/** Two outputs: elastic energy and that of gravity. */
	readonly energy: Program;
	/** ∂E/∂Y. */
	readonly force: Program;
	/** ∂E/∂Y, then rows L, and rows R where the stiffness is not LᵀL but LᵀR. */
	readonly gaussNewton: Program;
	/** ∂E/∂Y, rows L and R of ∂²psi/∂F², then the second derivatives of F and x by b and b, and by b and W. */
	readonly exact: Program;
	/** m (∂x/∂b)ᵀ(∂x/∂b): the upper half by rows. */
	readonly mass: Program;
	/** F by rows, for looking at. */
	readonly deformationGradient: Program;
	/** All of them as WebAssembly. */
	readonly module: Uint8Array<ArrayBuffer>;
	/** Rows of the two kinds of stiffness, and whether R is L. */
	readonly rows: { readonly gaussNewton: number; readonly exact: number };
	readonly isSquare: boolean;
}

/** What was generated stays with the law, for bodies that come later. */
const generated = new WeakMap<AnySolidLaw, Map<Skinning, SampleKernels>>();

export function sampleKernels(
	skinning: Skinning,
	law: AnySolidLaw,
	constantNames: readonly string[],
): SampleKernels {
	const known = generated.get(law) ?? new Map<Skinning, SampleKernels>();
	generated.set(law, known);
	const kernels = known.get(skinning) ?? generate(skinning, law, constantNames);
	known.set(skinning, kernels);
	return kernels;
}

function generate(
	skinning: Skinning,
	law: AnySolidLaw,
	constantNames: readonly string[],
): SampleKernels {
	const { coordinates: size } = skinning;
	const Y = Array.from({ length: size }, (_, r) => inputs(`Y${r}`, 4));
	const b = Y.map(([first]) => first);
	const W = Y.map((row) => row.slice(1));
	const X = inputs("X", 3);
	const scale = input("scale");
	const mass = input("mass");
	const gravity = inputs("gravity", 3);
	const constants = constantNames.map(input);
	const named = Object.fromEntries(
		constantNames.map((name, i) => [name, constants[i]]),
	);
	const parameters = [...Y.flat(), ...X, scale, mass, ...gravity, ...constants];
	const layout: SampleLayout = {
		blend: 0,
		X: 4 * size,
		scale: 4 * size + 3,
		mass: 4 * size + 4,
		gravity: 4 * size + 5,
		constants: 4 * size + 8,
		constantNames,
		count: parameters.length,
	};
	const program = (outputs: readonly Expr[]): Program => ({
		arrays: [],
		nodes: 0,
		parameters: parameters.length,
		sources: new Map(
			parameters.map((e, parameter) => [e, { parameter }] as const),
		),
		outputs: withoutFrozen(outputs),
		relative: false,
	});

	const F = skinning.deformationGradient(b, W, X);
	const x = skinning.position(b, X);
	const elastic = mul(scale, law.psi(F, named));
	const weight = neg(mul(mass, dot(gravity, x)));
	const unknowns = Y.flat();
	const force = gradient(add(elastic, weight), unknowns);
	const L = F.flat().map((entry) => gradient(entry, unknowns));
	// Densities are differentiated by entries of F as unknowns, which then are replaced.
	const entries = F.map((row, i) => row.map((_, j) => input(`F${i}${j}`)));
	const replacements = new Map(
		entries.flat().map((entry, i) => [entry, F.flat()[i]]),
	);
	const at = (outputs: readonly Expr[]) => substitute(outputs, replacements);
	const stressOf = (density: AnySolidLaw["psi"]) => {
		const P = gradient(mul(scale, density(entries, named)), entries.flat());
		return [0, 3, 6].map((i) => P.slice(i, i + 3));
	};
	/** Rows L of F, and ∂²e/∂F² L of an energy density e. */
	const curved = (density: AnySolidLaw["psi"]) => {
		const D = stressOf(density)
			.flat()
			.map((slope) => at(gradient(slope, entries.flat())));
		const columns = unknowns.map((_, c) => L.map((row) => row[c]));
		const products = columns.map((column) => apply(D, column));
		return [
			...L.flat(),
			...D.flatMap((_, r) => products.map((product) => product[r])),
		];
	};
	const residuals = law.residuals?.(F, named);
	const root = sqrt(scale);
	const stress = frozen(stressOf(law.psi).map((row) => at(row)));
	const slopes = gradient(add(contract(stress, F), weight), b);
	const J = x.map((component) => gradient(component, b));
	const programs = {
		energy: program([elastic, weight]),
		force: program(force),
		gaussNewton: program([
			...force,
			...(residuals
				? residuals.flatMap((r) => gradient(mul(root, r), unknowns))
				: curved(law.positive ?? law.psi)),
		]),
		exact: program([
			...force,
			...curved(law.psi),
			...slopes.flatMap((slope) => gradient(slope, b)),
			...slopes.flatMap((slope) => gradient(slope, W.flat())),
		]),
		mass: program(
			b.flatMap((_, r) =>
				b
					.slice(r)
					.map((_, s) =>
						mul(mass, sum(J.map((row) => mul(row[r], row[r + s])))),
					),
			),
		),
		deformationGradient: program(F.flat()),
	};
	return {
		...programs,
		layout,
		module: emitWasm(programs, "f64"),
		rows: { gaussNewton: residuals?.length ?? 9, exact: 9 },
		isSquare: residuals !== undefined,
	};
}
