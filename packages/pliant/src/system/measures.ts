/** Energies, momenta and speeds of a state. */
import type { Vector3 } from "../mesh/mesh.ts";
import { deadLoadPotential } from "./loads.ts";
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

export function energies(
	model: Model,
	state: State,
	space: VectorSpace,
): Energies {
	return {
		kinetic: 0.5 * space.dot(state.v, vertexMomenta(model, state, space)),
		elastic: model.elastic.value(),
		load: deadLoadPotential(model.deadLoads, state.time, state.x.array),
	};
}

export interface Momentum {
	/** [kg·m/s] */
	readonly linear: Vector3;
	/** About the origin [kg·m²/s]. */
	readonly angular: Vector3;
}

export function momentum(
	model: Model,
	state: State,
	space: VectorSpace,
): Momentum {
	const p = vertexMomenta(model, state, space).array;
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

/** M·v. */
function vertexMomenta(
	{ mass }: Model,
	{ v }: State,
	space: VectorSpace,
): Vector {
	const p = space.scratch();
	mass.multiply(v, p);
	return p;
}
