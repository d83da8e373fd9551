/**
 * The battery that every model goes through, those of the library and yours:
 *
 *   for (const check of modelChecks(myModel)) test(check.name, check.run);
 *
 * A check throws where it fails. Tolerances are tight enough that an error of 1 % in any one derivative is caught.
 */
import { type ElementPrograms, elementPrograms } from "../energy/program.ts";
import { domains } from "../models/domain.ts";
import type { AnyElementModel } from "../models/elementModel.ts";
import {
	displaced,
	expectBelow,
	expectDerivative,
	largest,
	product,
	relativeDifference,
} from "./assertions.ts";
import { dissipationChecks } from "./dissipationChecks.ts";
import { type ElementProbe, forProbes, fullHessian } from "./elementProbe.ts";
import { checkKernels } from "./kernelChecks.ts";
import { linearEnergy } from "./linearStiffness.ts";
import { motionChecks } from "./motionChecks.ts";
import { positiveChecks } from "./positiveChecks.ts";
import { checkWgsl } from "./wgslChecks.ts";

export interface ModelCheck {
	readonly name: string;
	readonly run: () => void | Promise<void>;
}

export interface ModelChecksOptions {
	/** Checks these programs instead of the model's own. */
	readonly programs?: ElementPrograms;
	readonly dissipationPrograms?: ElementPrograms;
}

/** Displacements A·X of nodes at X, by rows of A. */
const affine = (X: Float64Array, A: Float64Array): Float64Array =>
	X.map((_, i) => {
		const node = 3 * Math.floor(i / 3);
		const row = 3 * (i % 3);
		return (
			A[row] * X[node] + A[row + 1] * X[node + 1] + A[row + 2] * X[node + 2]
		);
	});

export function modelChecks(
	model: AnyElementModel,
	options: ModelChecksOptions = {},
): ModelCheck[] {
	const programs = options.programs ?? elementPrograms(model.potential);
	const { nodes, inner = [], cornerMass } = domains[model.domain];
	const ofCorners = (values: Float64Array) =>
		cornerMass ? values.subarray(0, 3 * (nodes - inner.length)) : values;
	const { translationInvariant } = model.potential;
	const forAll = (check: (probe: ElementProbe) => void) => () =>
		forProbes(model, check);
	const forAllFlat = (check: (probe: ElementProbe) => void) => () =>
		forProbes(model, check, false);
	const hessianAt = ({ run }: ElementProbe, x: Float64Array) =>
		fullHessian(run(programs.hessian, x), nodes, translationInvariant);
	const times = (H: readonly (readonly number[])[], d: Float64Array) =>
		Float64Array.from(H, (row) => row.reduce((s, v, i) => s + v * d[i], 0));
	/** Size of the entries of a Hessian, as a force per unit displacement. */
	const stiffnessScale = (probe: ElementProbe) =>
		largest(hessianAt(probe, probe.deformed()).flat());

	const checks: ModelCheck[] = [
		{
			name: "energy and forces are zero at rest",
			run: forAll(({ run, X, deformed }) => {
				const x = deformed();
				expectBelow(
					Math.abs(run(programs.energy, X)[0]) / run(programs.energy, x)[0],
					1e-10,
					"energy at rest",
				);
				expectBelow(
					largest(run(programs.gradient, X)) /
						largest(run(programs.gradient, x)),
					1e-10,
					"forces at rest",
				);
			}),
		},
		{
			name: "gradient is the derivative of the energy",
			run: forAll(({ run, deformed, random }) => {
				const x = deformed();
				const g = run(programs.gradient, x);
				for (let i = 0; i < x.length; i++) {
					const axis = x.map((_, j) => (j === i ? 1 : 0));
					expectDerivative(
						(by) => run(programs.energy, displaced(x, axis, by)),
						g.subarray(i, i + 1),
						largest(g),
						`component ${i}`,
					);
				}
				const d = random(1);
				expectDerivative(
					(by) => run(programs.energy, displaced(x, d, by)),
					Float64Array.of(product(g, d)),
					largest(g),
					"direction",
				);
			}),
		},
		{
			name: "Hessian is the derivative of the gradient",
			run: forAll((probe) => {
				const { run, deformed } = probe;
				const x = deformed();
				const H = hessianAt(probe, x);
				for (let i = 0; i < x.length; i++) {
					const axis = x.map((_, j) => (j === i ? 1 : 0));
					expectDerivative(
						(by) => run(programs.gradient, displaced(x, axis, by)),
						times(H, axis),
						largest(H.flat()),
						`column ${i}`,
					);
				}
			}),
		},
		{
			name: "Hessian is symmetric, also on the diagonal that its blocks imply",
			run: forAll((probe) => {
				const H = hessianAt(probe, probe.deformed());
				const transposed = H[0].map((_, j) => H.map((row) => row[j]));
				expectBelow(
					relativeDifference(transposed.flat(), H.flat()),
					1e-12,
					"asymmetry",
				);
			}),
		},
		{
			name: "product is the Hessian times a direction",
			run: forAll((probe) => {
				const { run, deformed, random } = probe;
				const x = deformed();
				const d = random(1);
				expectBelow(
					relativeDifference(
						run(programs.product, x, d),
						times(hessianAt(probe, x), d),
					),
					1e-12,
					"difference",
				);
			}),
		},
		...motionChecks(model, programs),
		{
			name: "WebAssembly f64 agrees with the interpreter to 1e-14",
			run: () => checkKernels(model, programs, "f64", 1e-14),
		},
		{
			name: "WebAssembly f32 agrees with the interpreter to f32 precision",
			run: () => checkKernels(model, programs, "f32", 2e-4),
		},
		{
			name: "every program can be written as WGSL",
			run: () => checkWgsl(programs),
		},
	];

	const { linearised } = model;
	if (linearised)
		checks.push({
			name: "small strains obey linear elasticity",
			run: forAllFlat((probe) => {
				const { X, random } = probe;
				const moduli = linearised(model.typicalMaterial);
				const H = hessianAt(probe, X);
				const scale = stiffnessScale(probe);
				for (let trial = 0; trial < 4; trial++) {
					// Bending is about displacements out of the plane z = 0. Quadratic elements are integrated exactly where strains are uniform.
					const u = cornerMass
						? affine(X, random(1))
						: random(1).map((d, i) =>
								model.domain === "hinge" && i % 3 < 2 ? 0 : d,
							);
					const energy = 0.5 * product(u, times(H, u));
					expectBelow(
						Math.abs(
							energy - linearEnergy(moduli, ofCorners(X), ofCorners(u)),
						) / scale,
						1e-10,
						"energy of a small displacement, difference",
					);
				}
			}),
		});
	const { positiveHessian } = programs;
	if (positiveHessian)
		checks.push(...positiveChecks(model, programs, positiveHessian));
	const { dissipationPotential } = model;
	if (dissipationPotential)
		checks.push(
			...dissipationChecks(
				model,
				options.dissipationPrograms ?? elementPrograms(dissipationPotential),
			),
		);
	return checks;
}
