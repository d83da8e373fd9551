/** Checks of the positive semi-definite variant of a model's Hessian. */
import type { ElementPrograms, Program } from "../energy/program.ts";
import { domains } from "../models/domain.ts";
import type { AnyElementModel } from "../models/elementModel.ts";
import {
	createEigenWorkspace,
	decomposeSymmetric,
} from "../system/symmetricEigen.ts";
import { expectBelow, fail, relativeDifference, rotate } from "./assertions.ts";
import {
	type ElementProbe,
	forProbes,
	fullHessian,
	manyNodes,
} from "./elementProbe.ts";
import type { ModelCheck } from "./modelChecks.ts";
import { moved, testedAngle } from "./motionChecks.ts";

export function positiveChecks(
	model: AnyElementModel,
	{ gradient, hessian }: ElementPrograms,
	positiveHessian: Program,
): ModelCheck[] {
	const { nodes } = domains[model.domain];
	const { translationInvariant } = model.potential;
	// Models that bend, and those with friction, which takes turns of sign under any load.
	const onlyAtRest =
		model.domain === "hinge" ||
		model.domain === "patch" ||
		model.memory !== undefined;
	const angle = testedAngle(model);
	const forAll = (check: (probe: ElementProbe) => void) => () =>
		forProbes(model, check);
	const positiveAt = (
		{ run }: ElementProbe,
		x: Float64Array,
		before: Float64Array = x,
	) =>
		fullHessian(run(positiveHessian, x, before), nodes, translationInvariant);
	return [
		{
			name: "positive Hessian is positive semi-definite however squeezed",
			run: forAll((probe) => {
				for (const [state, x] of squeezed(probe)) {
					// Some energies are infinite for a collapsed element, or have a kink.
					if (!probe.run(gradient, x).every(Number.isFinite)) continue;
					for (const before of [x, probe.deformed()]) {
						const H = positiveAt(probe, x, before);
						if (isPositive(H)) continue;
						const values = eigenvalues(H, state);
						expectBelow(
							-Math.min(...values),
							1e-10 * Math.max(...values),
							`${state}, negative eigenvalue`,
						);
					}
				}
			}),
		},
		{
			name: `positive Hessian is the exact one ${onlyAtRest ? "at rest" : "in tension"}`,
			run: forAll(({ run, X, random }) => {
				const noise = random(0.1);
				// Rubber that is pulled far on all sides gives way, and the exact Hessian is positive no more.
				const states = onlyAtRest
					? [X]
					: [0.3, 0.1, 0.01].map((pull) =>
							X.map((c, i) => c + pull * (c + noise[i])),
						);
				const differences = states.map((x) =>
					relativeDifference(run(positiveHessian, x, x), run(hessian, x)),
				);
				expectBelow(Math.min(...differences), 1e-12, "difference");
			}),
		},
		{
			name: "positive Hessian is symmetric and moves along rigidly",
			run: forAll((probe) => {
				const x = probe.deformed();
				const H = positiveAt(probe, x);
				const transposed = H[0].map((_, j) => H.map((row) => row[j]));
				expectBelow(
					relativeDifference(transposed.flat(), H.flat()),
					1e-12,
					"asymmetry",
				);
				// R H Rᵀ, by turning rows and then columns.
				const turn = (rows: readonly (readonly number[])[]) =>
					rows.map((row) => rotate(Float64Array.from(row), angle));
				const turnedRows = turn(H);
				const turned = turn(H[0].map((_, j) => turnedRows.map((r) => r[j])));
				expectBelow(
					relativeDifference(
						positiveAt(probe, moved(x, angle)).flat(),
						turned.flatMap((row) => [...row]),
					),
					1e-10,
					"turned along, difference",
				);
			}),
		},
	];
}

/** States far from rest: distorted, compressed, inverted and collapsed. */
function squeezed({
	X,
	random,
}: ElementProbe): readonly (readonly [string, Float64Array])[] {
	const scaled = (factors: readonly number[], noise: number) => {
		const d = random(noise);
		return X.map((c, i) => factors[i % 3] * c + d[i]);
	};
	// The formula at a point is the same on small elements, which are tried in many states.
	if (X.length >= 3 * manyNodes)
		return [
			["distorted", scaled([1, 1, 1], 0.5)],
			["compressed", scaled([0.5, 0.5, 0.5], 0.01)],
			["inverted", scaled([-1, 1, 1], 0.02)],
			["collapsed onto a plane", scaled([1, 0, 1], 0)],
		];
	const distorted = [0.15, 0.5, 1].flatMap((size) =>
		Array.from(
			{ length: 10 },
			() => [`distorted by ${size}`, scaled([1, 1, 1], size)] as const,
		),
	);
	const compressed = [0.9, 0.5, 0.1, 1e-3].flatMap(
		(s) =>
			[
				[`compressed to ${s}`, scaled([s, s, s], 0.02 * s)],
				[`compressed along x to ${s}`, scaled([s, 1, 1], 0.02 * s)],
				[`compressed to ${s} and inverted`, scaled([-s, s, s], 0.02 * s)],
			] as const,
	);
	return [
		...distorted,
		...compressed,
		["at rest", X],
		["inverted", scaled([-1, 1, 1], 0.02)],
		["collapsed onto a plane", scaled([1, 0, 1], 0)],
		["collapsed onto a line", scaled([0, 0.8, 0], 0)],
		["collapsed onto a point", scaled([0, 0, 0], 0)],
	];
}

/** Whether a matrix, with 1e-10 of its largest diagonal entry on the diagonal, has a Cholesky factor: much sooner found than eigenvalues. */
function isPositive(H: readonly (readonly number[])[]): boolean {
	const n = H.length;
	const shift = 1e-10 * Math.max(...H.map((row, i) => row[i]));
	const L = H.map((row) => Float64Array.from(row));
	for (let j = 0; j < n; j++) {
		let pivot = L[j][j] + shift;
		for (let k = 0; k < j; k++) pivot -= L[j][k] ** 2;
		if (!(pivot > 0)) return false;
		L[j][j] = Math.sqrt(pivot);
		for (let i = j + 1; i < n; i++) {
			let sum = L[i][j];
			for (let k = 0; k < j; k++) sum -= L[i][k] * L[j][k];
			L[i][j] = sum / L[j][j];
		}
	}
	return true;
}

function eigenvalues(
	H: readonly (readonly number[])[],
	state: string,
): Float64Array {
	const workspace = createEigenWorkspace(H.length);
	const entries = Float64Array.from(H.flat());
	if (!decomposeSymmetric(entries, H.length, workspace))
		fail(`${state}: an entry is not finite`);
	return workspace.values;
}
