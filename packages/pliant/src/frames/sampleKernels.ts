/**
 * What is computed at every sample of a frame body, generated from two formulas: the law's energy density psi(F) and the skinning's F
 * and x in the blend b and its gradient W,
 *
 *   E = s psi(F(b, W, X)) − m g·x(b, X) + ½ m a |x(b, X) − t|²
 *
 * with s the sample's volume times its factor of stiffness, m its mass, g gravity, and a and t what inertia asks for (`inertia/`). Derivatives are by
 * Y = (b, W), [coordinate][4], whatever the number of frames. Second ones leave ½ m a |Jδ|² to the mass matrix.
 */

import { withoutFrozen } from "../energy/graph.ts";
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
	lengthSquared,
	mul,
	neg,
	type Program,
	sqrt,
	sub,
	substitute,
	sum,
} from "../energy/index.ts";
import type { Skinning } from "../mappings/skinning.ts";
import type { AnySolidLaw } from "../models/solid/solidLaw.ts";
import { hookeStiffness } from "./hookeStiffness.ts";

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
	/** t, and a [1/s²]. */
	readonly target: number;
	readonly inertia: number;
	/** Constants of the law, in the order of `constantNames`. */
	readonly constants: number;
	readonly constantNames: readonly string[];
	readonly count: number;
}

export interface SampleKernels {
	readonly layout: SampleLayout;
	/** Elastic energy, that of gravity, that of inertia, and the square of the force of inertia. */
	readonly energy: Program;
	/** ∂E/∂Y. */
	readonly force: Program;
	/**
	 * ∂E/∂Y, then what makes up a stiffness: for Hooke's law parts of rows of strains (`hookeStiffness.ts`); rows L of residuals, with LᵀL; or
	 * rows L of F and R, with LᵀR.
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
	readonly module: Promise<WebAssembly.Module>;
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
	const target = inputs("target", 3);
	const inertia = input("inertia");
	const constants = constantNames.map(input);
	const named = Object.fromEntries(
		constantNames.map((name, i) => [name, constants[i]]),
	);
	const parameters = [
		...[...Y.flat(), ...X, scale, mass, ...gravity],
		...[...target, inertia, ...constants],
	];
	const layout: SampleLayout = {
		blend: 0,
		X: 4 * size,
		scale: 4 * size + 3,
		mass: 4 * size + 4,
		gravity: 4 * size + 5,
		target: 4 * size + 8,
		inertia: 4 * size + 11,
		constants: 4 * size + 12,
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
	const away = sub(x, target);
	const pull = mul(mul(mass, inertia), away);
	/** What gravity and inertia do, to first order. */
	const work = dot(frozen(sub(pull, mul(mass, gravity))), x);
	const unknowns = Y.flat();
	const force = gradient(add(elastic, work), unknowns);
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
	const slopes = gradient(add(contract(stress, F), work), b);
	const J = x.map((component) => gradient(component, b));
	const programs = {
		energy: program([
			elastic,
			weight,
			mul(0.5, dot(pull, away)),
			lengthSquared(pull),
		]),
		force: program(force),
		gaussNewton: program(
			law.hooke
				? hookeStiffness(skinning, Y, X, {
						lambda: named[law.hooke.lambda as string],
						mu: named[law.hooke.mu as string],
						scale,
						work,
					})
				: [
						...force,
						...(residuals
							? residuals.flatMap((r) =>
									gradient(mul(sqrt(scale), r), unknowns),
								)
							: curved(law.positive ?? law.psi)),
					],
		),
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
		module: WebAssembly.compile(emitWasm(programs, "f64")),
		stiffness: law.hooke ? "hooke" : residuals ? "squares" : "curved",
		rows: law.hooke ? 6 : (residuals?.length ?? 9),
	};
}
