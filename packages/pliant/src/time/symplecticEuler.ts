/**
 * Explicit symplectic Euler: v += h M⁻¹ f(x, v), then x += h v. Cheap per step and nearly energy preserving, but stable only
 * for h below 2/ω of the highest frequency, which falls with element size.
 */
import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { ArenaArray } from "../system/arena.ts";
import { addDeadLoads, setPressures } from "../system/loads.ts";
import {
	type Model,
	type State,
	stepArrays,
	type WorkArrays,
} from "../system/model.ts";

export function symplecticEulerStep(
	model: Model,
	state: State,
	work: WorkArrays,
	constraints: VertexConstraints,
	massDamping: number,
	h: number,
	forces: ArenaArray<Float64Array>,
): void {
	const x = state.x.array;
	const v = state.v.array;
	work.start.array.set(x);
	work.dissipationPositions.array.set(x);
	work.stepVelocity.array.set(v);
	const f = forces.array;
	f.fill(0);
	const at = stepArrays(state, work);
	model.elastic.addGradient(at.elastic, forces);
	setPressures(model.pressures, model.follower, state.time, 1);
	model.follower.addGradient(at.follower, forces);
	model.dissipation.addGradient(at.dissipation, forces);
	addDeadLoads(model.deadLoads, state.time, -1, f);
	const { vertexMasses } = model.mass;
	for (let i = 0; i < v.length; i++)
		v[i] -= h * (f[i] / vertexMasses[Math.floor(i / 3)] + massDamping * v[i]);
	constraints.filter(v);
	for (let i = 0; i < x.length; i++) x[i] += h * v[i];
	constraints.impose(x, state.time + h);
	constraints.imposeVelocity(v, state.time + h, h);
}
