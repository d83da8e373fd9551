/**
 * What is computed at every sample of a frame body, generated from two formulas: the law's energy density psi(F) and the skinning's F
 * and x in the blend b and its gradient W,
 *
 *   E = s psi(F(b, W, X)) − m g·x(b, X)
 *
 * with s the sample's volume times its factor of stiffness, m its mass and g gravity. Derivatives are by Y = (b, W), [coordinate][4],
 * whatever the number of frames.
 */

import { withoutFrozen } from "../energy/graph.ts";
import {
	add,
	apply,
	contract,
	div,
	dot,
	type Expr,
	emitWasm,
	frozen,
	gradient,
	greenStrain,
	input,
	inputs,
	type Matrix,
	mul,
	neg,
	type Program,
	sqrt,
	sub,
	substitute,
	sum,
	transpose,
	type Vector,
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
	/** Constants of the law, in the order of `constantNames`. */
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
	/**
	 * ∂E/∂Y, then what makes up a stiffness: for Hooke's law parts of rows of strains (`strainRows`); rows L of residuals, with LᵀL; or rows
	 * L of F and R, with LᵀR.
	 */
	readonly gaussNewton: Program;
	/** ∂E/∂Y, rows L and R of ∂²psi/∂F², then the second derivatives of F and x by b and b, and by b and W. */
	readonly exact: Program;
	/** m (∂x/∂b)ᵀ(∂x/∂b): the upper half by rows. */
	readonly mass: Program;
	/** x, and F by rows, for looking at. */
	readonly position: Program;
	readonly deformationGradient: Program;
	/** All of them as WebAssembly. */
	readonly module: Uint8Array<ArrayBuffer>;
	/** Which of them `gaussNewton` has, and how many rows. */
	readonly stiffness: "hooke" | "squares" | "curved";
	readonly rows: number;
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
	const stress = frozen(stressOf(law.psi).map((row) => at(row)));
	const slopes = gradient(add(contract(stress, F), weight), b);
	const J = x.map((component) => gradient(component, b));
	const programs = {
		energy: program([elastic, weight]),
		force: program(force),
		gaussNewton: program([
			...force,
			...(law.hooke
				? strainRows(F, b, W, named, law.hooke, scale)
				: residuals
					? residuals.flatMap((r) => gradient(mul(sqrt(scale), r), unknowns))
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
		position: program(x),
		deformationGradient: program(F.flat()),
	};
	return {
		...programs,
		layout,
		module: emitWasm(programs, "f64"),
		stiffness: law.hooke ? "hooke" : residuals ? "squares" : "curved",
		rows: law.hooke ? 6 : (residuals?.length ?? 9),
	};
}

/**
 * λ/2 (tr E)² + μ E:E as half the sum of the squares of six rows,
 *
 *   √(2μ) E_kk + s tr E,   2 √μ E_kl,   (√(2μ) + 3s)² = 3λ + 2μ,
 *
 * differentiated. F = ∂x/∂X + (∂x/∂b) W, so the derivatives of E_kl by W are F_k·∂x/∂b and F_l·∂x/∂b. Outputs: those by b of √(2μ) E_kk and
 * 2 √μ E_kl, then √(2μ) F_k·∂x/∂b, times the root of the sample's scale; then s/√(2μ).
 */
function strainRows(
	F: Matrix,
	b: Vector,
	W: Matrix,
	constants: Readonly<Record<string, Expr>>,
	hooke: NonNullable<AnySolidLaw["hooke"]>,
	scale: Expr,
): Expr[] {
	const lambda = constants[hooke.lambda as string];
	const mu = constants[hooke.mu as string];
	const E = greenStrain(F);
	// Not of scaled constants: a slot without a sample of its own has no volume.
	const bulk = sqrt(add(div(mul(1.5, lambda), mu), 1));
	const share = mul(1 / 3, sub(bulk, 1));
	const root = sqrt(mul(2, mul(scale, mu)));
	const normal = [E[0][0], E[1][1], E[2][2]];
	const shear = [E[0][1], E[1][2], E[2][0]];
	const columns = transpose(F);
	const firstSlope = W.map(([first]) => first);
	return [
		...normal.flatMap((e) => mul(root, gradient(e, b))),
		...shear.flatMap((e) => mul(mul(Math.SQRT2, root), gradient(e, b))),
		...columns.flatMap((column) =>
			mul(root, gradient(dot(frozen(column), columns[0]), firstSlope)),
		),
		share,
	];
}
