/**
 * Explicit symplectic Euler: v += h M⁻¹ f(x, v), then x += h v. Cheap per step and nearly energy preserving, but stable only
 * for h below 2/ω of the highest frequency, which falls with element size.
 */
import { addDeadLoads } from "../../system/loads.ts";
import { stepArrays } from "../../system/model.ts";
import type { Integrator, StepContext } from "./integrator.ts";

/** An explicit step has nothing to solve. */
const report = {
	converged: true,
	iterations: 0,
	residuals: [],
	linearIterations: 0,
	safeguarded: 0,
};

export const symplecticEuler: Integrator = {
	name: "symplectic-euler",
	about: "Explicit; cheap, and stable only for short steps.",
	hasMemory: false,
	order: 1,
	errorConstant: 1 / 2,
	spinLoss: { constant: 0, order: 1 },
	refusal: ({ hasContact, hasFrames, mass, stiffnessDamping, solver }) => {
		if (hasContact)
			return "symplectic-euler cannot keep bodies out of colliders and each other; use an implicit integrator";
		if (hasFrames)
			return "symplectic-euler moves vertices alone; use an implicit integrator for frame bodies, rigid bodies, attachments and seams";
		if (mass === "consistent")
			return "symplectic-euler needs the inverse of the mass; set mass to 'lumped'";
		if (stiffnessDamping > 0)
			return "symplectic-euler has no stiffness damping; use an implicit integrator or a model's own damping";
		if (solver !== "newton")
			return `symplectic-euler has nothing to solve; leave out the solver '${solver}', or use an implicit integrator`;
		return undefined;
	},
	step: (context, h) => {
		explicitStep(context, h);
		const { model, state } = context;
		if (Number.isFinite(model.elastic.value({ x: state.x }))) return report;
		return {
			...report,
			converged: false,
			failure:
				"it would turn elements inside out that cannot be, as explicit steps do that are too long; use an implicit integrator",
		};
	},
};

function explicitStep(
	{
		model,
		state,
		work,
		constraints,
		massDamping,
		forces,
		energy,
		history,
		space,
	}: StepContext,
	h: number,
): void {
	energy.beginSubstep(h);
	const x = state.x.array;
	const v = state.v.array;
	work.start.array.set(x);
	work.dissipationPositions.array.set(x);
	work.stepVelocity.array.set(v);
	const f = forces.array;
	f.fill(0);
	const at = stepArrays(state, work);
	model.elastic.addGradient(at.elastic, forces);
	model.setPressures(state.time, 1);
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
	const { meanVelocity } = history;
	space.difference(1 / h, state.x, work.start, meanVelocity);
	energy.noteForces(h, meanVelocity, (_, others) => others.array.set(f));
	energy.endSubstep(h, meanVelocity);
}
