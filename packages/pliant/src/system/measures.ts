/** Energies, momenta and speeds of a state. */
import type { Vector3 } from "../mesh/mesh.ts";
import type { Model, State } from "./model.ts";
import type { Vector, VectorSpace } from "./vectorSpace.ts";

export interface Energies {
	/** [J] */
	readonly kinetic: number;
	/** [J] */
	readonly elastic: number;
	/** Potential of the dead loads, gravity included, zero at the origin [J]. */
	readonly load: number;
}

/** `momenta` is overwritten with those of the vertices. */
export function energies(
	model: Model,
	state: State,
	space: VectorSpace,
	momenta: Vector,
): Energies {
	const x = state.x.array;
	let load = 0;
	for (const { vertices, weights, force } of model.deadLoads) {
		const f = force(state.time);
		for (const [i, vertex] of vertices.entries())
			for (let k = 0; k < 3; k++) load -= weights[i] * f[k] * x[3 * vertex + k];
	}
	model.mass.multiply(state.v, momenta);
	return {
		kinetic: 0.5 * space.dot(state.v, momenta),
		elastic: model.elastic.value({ x: state.x }),
		load,
	};
}

export interface Momentum {
	/** [kg·m/s] */
	readonly linear: Vector3;
	/** About the origin [kg·m²/s]. */
	readonly angular: Vector3;
}

/** `momenta` is overwritten with those of the vertices. */
export function momentum(
	{ mass }: Model,
	state: State,
	momenta: Vector,
): Momentum {
	mass.multiply(state.v, momenta);
	const p = momenta.array;
	const x = state.x.array;
	const linear: [number, number, number] = [0, 0, 0];
	const angular: [number, number, number] = [0, 0, 0];
	for (let i = 0; i < p.length; i += 3)
		for (let k = 0; k < 3; k++) {
			const [l, m] = [(k + 1) % 3, (k + 2) % 3];
			linear[k] += p[i + k];
			angular[k] += x[i + l] * p[i + m] - x[i + m] * p[i + l];
		}
	return { linear, angular };
}
