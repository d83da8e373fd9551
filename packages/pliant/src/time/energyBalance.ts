/**
 * Accounts for the energy of a simulation. Over every step
 *
 *   Δ(kinetic + elastic + load + contact) = external − friction − damping − numericalLoss
 *
 * The energies are measured at both ends of a step, and each substep adds up its works. The numerical loss is what is missing then.
 * So it is exact if nothing acts from outside and nothing dissipates.
 *
 * A work is a force times the displacement of the substep:
 *
 *   contact, friction   the force λ at its end, since they act by an impulse h λ (`integrators/implicitStep.ts`)
 *   damping             the force at its end; its error is of first order, but of the change of power over the whole motion only
 *   others              the mean force of both ends
 */
import type { Attachments } from "../attachments/attachments.ts";
import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { ContactTerm } from "../contact/contactTerm.ts";
import type { SurfaceTerm } from "../contact/surface/surfaceTerm.ts";
import type { FramePart } from "../frames/framePart.ts";
import type { PointLoads } from "../points/pointLoads.ts";
import { deadLoadPotential } from "../system/loads.ts";
import {
	type Energies,
	energies,
	type MeasuredSystem,
} from "../system/measures.ts";
import type { Model, State, WorkArrays } from "../system/model.ts";
import type { NodeTerm } from "../system/nodeTerm.ts";
import type { Vector, VectorSpace } from "../system/vectorSpace.ts";
import type { IncrementalPotential } from "./incrementalPotential.ts";
import type { History } from "./integrators/integrator.ts";

/** Energy [J] that came into the motion and left it. */
export interface EnergyFlows {
	/** Work of moved vertices, frames and colliders, of pressure, wind, drags and seams that close, and of loads that change. */
	readonly external: number;
	/** Taken by friction of contact. */
	readonly friction: number;
	/** Taken by damping and by friction within materials. */
	readonly damping: number;
	/** Taken by the time integration: numerical damping, impacts, and what the solver left. Negative if it created energy. */
	readonly numericalLoss: number;
}

/** Energies [J] at the end of a step, and what changed them in it. */
export interface StepEnergy extends Energies, EnergyFlows {
	/** Of contact, which begins to push before surfaces meet. */
	readonly contact: number;
}

/** The parts of a scene that carry energy, or do work. */
export interface EnergyParts {
	readonly model: Model;
	readonly state: State;
	readonly work: WorkArrays;
	readonly space: VectorSpace;
	readonly constraints: VertexConstraints;
	readonly frameParts: readonly FramePart[];
	readonly attachments: Attachments | undefined;
	readonly pointLoads: PointLoads | undefined;
	readonly contact: ContactTerm | undefined;
	readonly surfaces: SurfaceTerm | undefined;
	readonly terms: readonly NodeTerm[];
}

/** Displacements below this fraction of the model's size are rounding. */
const relativeRounding = 1e-12;

export class EnergyBalance {
	private readonly parts: EnergyParts;
	private readonly measured: MeasuredSystem;
	private readonly potential: IncrementalPotential;
	private readonly history: History;
	/** Terms whose energy is not measured. All their work is from outside. */
	private readonly drivers: readonly NodeTerm[];
	/** External work, friction and damping [J] of the step so far. */
	private readonly works = new Float64Array(3);
	/** 1 if constraints moved nodes in the last substep. */
	private readonly wereMoved = new Float64Array(1);
	/** Flows [J] since the simulation began, as in `EnergyFlows`. */
	private readonly totals = new Float64Array(4);
	/** Forces from outside [N] at the end of the substep, and at its beginning. */
	private readonly forces: Vector;
	private readonly forcesBefore: Vector;
	private readonly buffer: Vector;
	/** Velocities [m/s] of nodes and of the matter of frames at the beginning of the substep. */
	private readonly startVelocities: Vector;
	private startMatter: readonly ReturnType<FramePart["drivenMatter"]>[] = [];
	/** True if constraints move nodes in the substep, or did in the last one. */
	private accelerates = false;
	/** Change [J] of potentials over the substep if nodes stay where it begins. */
	private startChange = 0;
	/** Energy [J] at the beginning of the step, once its first substep has begun. */
	private energyBefore = 0;
	private isBegun = false;
	/** Energy [J] at the end of the last step without contact between surfaces, until something else changes the state. */
	private known: number | undefined;

	constructor(
		parts: EnergyParts,
		potential: IncrementalPotential,
		history: History,
	) {
		const { space, terms, attachments, pointLoads } = parts;
		this.parts = parts;
		this.measured = { ...parts, momenta: space.scratch };
		this.potential = potential;
		this.history = history;
		this.drivers = terms.filter(
			(term) => term !== attachments && term !== pointLoads,
		);
		this.forces = space.vector();
		this.forcesBefore = space.vector();
		this.buffer = space.vector();
		this.startVelocities = space.vector();
	}

	/** Numbers that belong to the state of the simulation. */
	get stateArrays(): Float64Array[] {
		return [this.works, this.wereMoved, this.totals, this.forces.array];
	}

	/** Flows since the simulation began. */
	get flows(): EnergyFlows {
		const [external, friction, damping, numericalLoss] = this.totals;
		return { external, friction, damping, numericalLoss };
	}

	/** Begins a step of the simulation. */
	beginStep(): void {
		this.works.fill(0);
		this.isBegun = false;
	}

	/** Measures the energy at the beginning of the step. */
	private measureBeginning(): void {
		const { contact, surfaces, state } = this.parts;
		this.isBegun = true;
		this.potential.touching.weight = 1;
		if (this.known === undefined) contact?.moved();
		this.known ??= sumOf(this.measure());
		// Each substep weighs pairs of edges again.
		this.energyBefore =
			this.known + finite(surfaces?.barrierEnergyAtStart(state.time));
	}

	/** To be called when something else than steps changes the state. */
	forget(): void {
		this.known = undefined;
	}

	/** Ends the step, and returns its energies. */
	endStep(): StepEnergy {
		const { works, totals } = this;
		const measured = this.measure();
		const sum = sumOf(measured);
		// Attachments may break after a step.
		this.known = this.parts.attachments ? undefined : sum;
		const ofSurfaces = finite(this.parts.surfaces?.barrierEnergy());
		const contact = measured.contact + ofSurfaces;
		const [external, friction, damping] = works;
		const gain = sum + ofSurfaces - this.energyBefore;
		const numericalLoss = external - friction - damping - gain;
		totals[0] += external;
		totals[1] += friction;
		totals[2] += damping;
		totals[3] += numericalLoss;
		return { ...measured, contact, external, friction, damping, numericalLoss };
	}

	/** Returns all energies except that of contact between surfaces. */
	private measure(): MeasuredEnergies {
		const { parts } = this;
		const { time } = parts.state;
		parts.attachments?.placeTargets(time);
		return {
			...energies(this.measured),
			contact: finite(parts.contact?.barrierEnergy(time)),
		};
	}

	/** Begins a substep of length h [s] where the nodes are. */
	beginSubstep(h: number): void {
		const { constraints, frameParts, state } = this.parts;
		if (!this.isBegun) this.measureBeginning();
		this.startChange = this.changeOver(state.time, state.time + h);
		if (constraints.vertices.length === 0) return;
		const v = state.v.array;
		this.startVelocities.array.set(v);
		this.startMatter = frameParts.map((part) =>
			part.drivenMatter(v, (node) => constraints.isFixed(node)),
		);
	}

	/** Returns the change [J] of potentials between two times if the nodes stay where they are. */
	private changeOver(fromTime: number, time: number): number {
		const before = this.potentialAt(fromTime);
		return this.potentialAt(time) - before;
	}

	/** Returns the potential [J] at a time [s] of what may depend on time. */
	private potentialAt(time: number): number {
		const { attachments, pointLoads, model, state } = this.parts;
		return (
			deadLoadPotential(model.deadLoads, time, state.x.array) +
			(attachments?.energyAt(time) ?? 0) +
			(pointLoads?.energy(time) ?? 0)
		);
	}

	/**
	 * Notes the forces from outside at the end of a substep of length h [s].
	 * @param velocity mean velocity of the substep [m/s]
	 * @param writeGradients writes the gradients of contact and of all other forces, without inertia
	 */
	noteForces(
		h: number,
		velocity: Vector,
		writeGradients: (contact: Vector, others: Vector) => void,
	): void {
		const { forces, forcesBefore, buffer: contact, works, parts } = this;
		const { constraints, frameParts } = parts;
		forcesBefore.array.set(forces.array);
		forces.array.fill(0);
		const wereMoved = this.wereMoved[0] === 1;
		const areMoved = this.movesNodes(h, velocity);
		this.wereMoved[0] = Number(areMoved);
		this.accelerates = areMoved || wereMoved;
		if (this.accelerates) {
			contact.array.fill(0);
			writeGradients(contact, forces);
			constraints.filterFree(contact.array);
			constraints.filterFree(forces.array);
			works[0] += h * parts.space.dot(contact, velocity);
		}
		this.addDrivers(forces);
		for (const part of frameParts) part.addLoads(forces.array);
		if (this.history.length === 0 || (areMoved && !wereMoved))
			forcesBefore.array.set(forces.array);
	}

	/** Returns true if constraints move nodes in the substep. */
	private movesNodes(h: number, velocity: Vector): boolean {
		const { buffer } = this;
		const { constraints, space, model } = this.parts;
		if (constraints.vertices.length === 0) return false;
		buffer.array.set(velocity.array);
		constraints.filterFree(buffer.array);
		return h * space.longest(buffer) > relativeRounding * model.size;
	}

	/** out += forces [N] of pressure, and of terms whose energy is not measured. */
	private addDrivers(out: Vector): void {
		const { drivers, buffer } = this;
		const { model, state, work, space } = this.parts;
		const acting = drivers.filter(({ hasBlocks }) => hasBlocks !== false);
		if (acting.length + model.pressures.length === 0) return;
		buffer.array.fill(0);
		for (const term of acting) term.addGradient(buffer.array);
		model.follower.addGradient({ x: state.x, start: work.start }, buffer);
		space.addScaled(out, -1, buffer, out);
	}

	/**
	 * Adds the works of a substep of length h [s], after `noteForces`.
	 * @param velocity mean velocity of the substep [m/s]
	 */
	endSubstep(h: number, velocity: Vector): void {
		const { works, potential, startChange } = this;
		const { attachments, contact, surfaces, frameParts, state, space } =
			this.parts;
		const drag = attachments?.dampingWorks(h);
		const change = this.changeOver(state.time, state.time + h);
		const forces =
			space.dot(this.forcesBefore, velocity) + space.dot(this.forces, velocity);
		works[0] +=
			(h / 2) * forces +
			this.workOfInertia() +
			(contact?.drivingWork() ?? 0) +
			(surfaces?.drivingWork() ?? 0) +
			(startChange + change) / 2 -
			(drag?.target ?? 0);
		works[1] +=
			(contact?.frictionLoss(potential.startPositions) ?? 0) +
			(surfaces?.frictionLoss() ?? 0);
		works[2] += h * potential.dampingPower(velocity) + (drag?.loss ?? 0);
		for (const part of frameParts) works[2] += part.dampingLoss(h);
	}

	/** Adds energy [J] that friction within materials takes. */
	addMaterialFriction(loss: number): void {
		this.works[2] += loss;
	}

	/** Returns the work [J] by which constraints accelerate nodes. */
	private workOfInertia(): number {
		if (!this.accelerates) return 0;
		const { buffer, forcesBefore: momenta, startVelocities, parts } = this;
		const { constraints, frameParts, model, space, state } = parts;
		space.difference(1, state.v, startVelocities, buffer);
		model.mass.multiply(buffer, momenta);
		constraints.filterFree(momenta.array);
		space.addScaled(state.v, 1, startVelocities, buffer);
		let sum = space.dot(momenta, buffer);
		for (const [i, part] of frameParts.entries()) {
			const before = this.startMatter[i];
			const now = part.drivenMatter(state.v.array, (node) =>
				constraints.isFixed(node),
			);
			for (const [k, rate] of now.rates.entries())
				sum += (now.momenta[k] - before.momenta[k]) * (rate + before.rates[k]);
		}
		return sum / 2;
	}
}

type MeasuredEnergies = Energies & { readonly contact: number };

const sumOf = ({ kinetic, elastic, load, contact }: MeasuredEnergies): number =>
	kinetic + elastic + load + contact;

/** Returns the energy of contact. It counts as zero if there is no contact, or if bodies intersect. */
const finite = (energy = 0): number => (Number.isFinite(energy) ? energy : 0);
