/** Equilibria of bricks beside those of finite elements on finer meshes, and how far they are apart at the bricks' vertices. */

import type { AppliedModel, Mesh } from "pliant";
import { type Body, Scene, simulate, solid } from "pliant";

export interface SolidProblem {
	/** Hexahedra, n of them across the thinnest part. */
	readonly mesh: (n: number) => Mesh;
	/** [kg/m³] */
	readonly density: number;
	/** Holds it, and loads it by a share of the load. */
	readonly setUp: (body: Body, share: number) => void;
}

export interface Equilibrium {
	readonly mesh: Mesh;
	/** Displacements [m] over the share of the load, xyz per vertex. */
	readonly u: Float64Array;
}

/** A share of the load that is small enough for linear elasticity, to four digits. */
export const small = 1e-5;

export async function equilibrium(
	{ mesh, density, setUp }: SolidProblem,
	n: number,
	model: AppliedModel,
	{ share = 1, loadSteps = 1 } = {},
): Promise<Equilibrium> {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const body = scene.add(solid.mesh(mesh(n), { solid: model, density }));
	setUp(body, share);
	const simulation = await simulate(scene);
	simulation.solveStatics({ tolerance: 1e-8, iterations: 60, loadSteps });
	const X = body.mesh.positions;
	return {
		mesh: body.mesh,
		u: simulation.positions(body).map((x, i) => (x - X[i]) / share),
	};
}

const keyOf = (X: Float64Array, v: number): string =>
	[0, 1, 2].map((k) => Math.round(1e6 * X[3 * v + k])).join();

/** Twice as fine as another with errors of second order: what both tell of the limit, at the vertices of the coarser. */
export function extrapolated(
	coarse: Equilibrium,
	fine: Equilibrium,
): Equilibrium {
	const at = valuesAt(fine);
	return {
		mesh: coarse.mesh,
		u: coarse.u.map((u, i) => {
			const better = at(coarse.mesh.positions, Math.floor(i / 3))[i % 3];
			return better + (better - u) / 3;
		}),
	};
}

function valuesAt({ mesh, u }: Equilibrium) {
	const places = new Map<string, number>();
	for (let v = 0; 3 * v < u.length; v++)
		places.set(keyOf(mesh.positions, v), v);
	return (X: Float64Array, v: number): Float64Array => {
		const place = places.get(keyOf(X, v));
		if (place === undefined)
			throw new Error(
				`the reference has no vertex at (${X.subarray(3 * v, 3 * v + 3).join(", ")}); its cells must divide those of the bricks`,
			);
		return u.subarray(3 * place, 3 * place + 3);
	};
}

/** Of the distances from the reference's displacements, over the largest of these [%]. */
export interface NodalErrors {
	readonly mean: number;
	readonly deviation: number;
	readonly max: number;
	/** At each vertex. */
	readonly values: readonly number[];
}

export function nodalErrors(
	found: Equilibrium,
	reference: Equilibrium,
): NodalErrors {
	const at = valuesAt(reference);
	let largest = 0;
	for (let i = 0; i < reference.u.length; i += 3)
		largest = Math.max(largest, Math.hypot(...reference.u.subarray(i, i + 3)));
	const values: number[] = [];
	for (let v = 0; 3 * v < found.u.length; v++) {
		const expected = at(found.mesh.positions, v);
		const off = [0, 1, 2].map((k) => found.u[3 * v + k] - expected[k]);
		values.push((100 * Math.hypot(...off)) / largest);
	}
	const mean = values.reduce((sum, e) => sum + e, 0) / values.length;
	const variance =
		values.reduce((sum, e) => sum + (e - mean) ** 2, 0) / values.length;
	return {
		mean,
		deviation: Math.sqrt(variance),
		max: Math.max(...values),
		values,
	};
}
