/** Energies, momenta and speeds of a state. */
import type { Vector3 } from "../mesh/mesh.ts";
import { deadLoadPotential } from "./loads.ts";
import type { Model, State } from "./model.ts";
import type { Vector, VectorSpace } from "./vectorSpace.ts";

export interface Energies {
	/** [J] */
	readonly kinetic: number;
	/** [J], of attachments too. */
	readonly elastic: number;
	/** Potential of the dead loads, gravity included, zero at the origin [J]. */
	readonly load: number;
}

/** What carries energy and momentum. */
export interface MeasuredSystem {
	readonly model: Model;
	readonly state: State;
	readonly space: VectorSpace;
	readonly frameParts: readonly MovingPart[];
	readonly attachments: { energy(): number } | undefined;
	readonly pointLoads: { energy(time: number): number } | undefined;
	/** Is overwritten with the momenta of nodes. */
	readonly momenta: Vector;
}

/** A body of frames. */
export interface MovingPart {
	energies(v: Float64Array): Energies;
	addMomentum(v: Float64Array, linear: number[], angular: number[]): void;
}

export function energies({
	model,
	state,
	space,
	frameParts,
	attachments,
	pointLoads,
	momenta,
}: MeasuredSystem): Energies {
	model.mass.multiply(state.v, momenta);
	const load = deadLoadPotential(model.deadLoads, state.time, state.x.array);
	const sum = {
		kinetic: 0.5 * space.dot(state.v, momenta),
		elastic: model.elastic.value({ x: state.x }) + (attachments?.energy() ?? 0),
		load: load + (pointLoads?.energy(state.time) ?? 0),
	};
	for (const part of frameParts) {
		const own = part.energies(state.v.array);
		sum.kinetic += own.kinetic;
		sum.elastic += own.elastic;
		sum.load += own.load;
	}
	return sum;
}

export interface Momentum {
	/** [kg·m/s] */
	readonly linear: Vector3;
	/** About the origin [kg·m²/s]. */
	readonly angular: Vector3;
}

export function momentum({
	model,
	state,
	frameParts,
	momenta,
}: MeasuredSystem): Momentum {
	model.mass.multiply(state.v, momenta);
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
	for (const part of frameParts)
		part.addMomentum(state.v.array, linear, angular);
	return { linear, angular };
}
