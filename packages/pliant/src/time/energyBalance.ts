/**
 * Where the energy of a simulation comes from and goes to. Over every step
 *
 *   Δ(kinetic + elastic + load + contact) = external − friction − damping − numericalLoss
 *
 * Energies are measured at both ends of a step. The works of a substep are forces times displacements, and what is then missing is the numerical loss. So it is
 * exact if nothing acts from outside or dissipates: the integrator's damping, impacts, and what solving left.
 *
 * Contact and friction act by an impulse h λ (`integrators/implicitStep.ts`), so their work is λ times the displacement. Other forces from outside are the
 * means of both ends of the substep. Damping is that of the mean velocity.
 */
import type { Attachments } from "../attachments/attachments.ts";
import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { ContactTerm } from "../contact/contactTerm.ts";
import type { SurfaceTerm } from "../contact/surface/surfaceTerm.ts";
import type { FramePart } from "../frames/framePart.ts";
import type { PointLoads } from "../points/pointLoads.ts";
import { deadLoadPotential } from "../system/loads.ts";
import { type Energies, energies } from "../system/measures.ts";
import type { Model, State, WorkArrays } from "../system/model.ts";
import type { NodeTerm } from "../system/nodeTerm.ts";
import type { Vector, VectorSpace } from "../system/vectorSpace.ts";
import type { IncrementalPotential } from "./incrementalPotential.ts";
import type { History } from "./integrators/integrator.ts";

/** Energy [J] that came into the motion and left it. */
export interface EnergyFlows {
	/** Work of what is outside: moved vertices, frames and colliders, pressure, wind, drags, seams that close, and loads that change. */
	readonly external: number;
	/** Taken by friction of contact. */
	readonly friction: number;
	/** Taken by damping and by friction within materials. */
	readonly damping: number;
	/** Taken by the time integration: its damping, impacts, and the error of solving. Negative if it created energy. */
	readonly numericalLoss: number;
}

/** Energies [J] at the end of a step, and what changed them in it. */
export interface StepEnergy extends Energies, EnergyFlows {
	/** Of contact, which acts before surfaces meet. */
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
	private readonly potential: IncrementalPotential;
	private readonly history: History;
	/** Terms whose energy is not measured: all that they do is work from outside. */
	private readonly drivers: readonly NodeTerm[];
	/** Works [J] of the step so far (external, friction, damping), and 1 if `forces` were those of moved nodes. */
	private readonly works = new Float64Array(4);
	/** Flows [J] since the simulation began, as in `EnergyFlows`. */
	private readonly totals = new Float64Array(4);
	/** Forces from outside [N] where the last substep ended. */
	private readonly forces: Vector;
	private readonly forcesBefore: Vector;
	private readonly buffer: Vector;
	/** Velocities [m/s] where the substep began. */
	private readonly startVelocities: Vector;
	/** Whether constraints move nodes in the substep, or did in the last one. */
	private areNodesMoved = false;
	private startMatter: readonly ReturnType<FramePart["drivenMatter"]>[] = [];
	/** Change [J] of potentials over the substep in which nodes stay where it began. */
	private startChange = 0;
	/** Energy [J] where the step began, and where the last one ended: that without surfaces, if it is still known. */
	private energyBefore = 0;
	private known: number | undefined;

	constructor(
		parts: EnergyParts,
		potential: IncrementalPotential,
		history: History,
	) {
		const { space, terms, attachments, pointLoads } = parts;
		this.parts = parts;
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
		return [this.works, this.totals, this.forces.array];
	}

	/** Flows since the simulation began. */
	get flows(): EnergyFlows {
		const [external, friction, damping, numericalLoss] = this.totals;
		return { external, friction, damping, numericalLoss };
	}

	/** Begins a step of the simulation. */
	beginStep(): void {
		const { contact, surfaces, state } = this.parts;
		this.works.fill(0, 0, 3);
		if (this.known === undefined) contact?.moved();
		this.known ??= sumOf(this.measure());
		// Pairs of edges count anew in each substep.
		this.energyBefore =
			this.known + finite(surfaces?.barrierEnergyAtStart(state.time));
	}

	/** To be called when the state was changed by other than steps. */
	forget(): void {
		this.known = undefined;
	}

	/** Ends it, and returns its energies. */
	endStep(): StepEnergy {
		const { works, totals } = this;
		const measured = this.measure();
		const sum = sumOf(measured);
		// After a step attachments may break.
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

	/** Measures all energies but that of contact between surfaces. */
	private measure(): MeasuredEnergies {
		const { parts } = this;
		const { time } = parts.state;
		parts.attachments?.placeTargets(time);
		return {
			...energies({ ...parts, momenta: parts.space.scratch }),
			contact: finite(parts.contact?.barrierEnergy(time)),
		};
	}

	/** Begins a substep of length h [s] where the nodes are. */
	beginSubstep(h: number): void {
		const { constraints, frameParts, state } = this.parts;
		this.startChange = this.changeOver(state.time, state.time + h);
		if (constraints.vertices.length === 0) return;
		const v = state.v.array;
		this.startVelocities.array.set(v);
		this.startMatter = frameParts.map((part) =>
			part.drivenMatter(v, (node) => constraints.isFixed(node)),
		);
	}

	/** Change [J] of potentials between two times while the nodes stay where they are. */
	private changeOver(fromTime: number, time: number): number {
		const before = this.potentialAt(fromTime);
		return this.potentialAt(time) - before;
	}

	/** Potential [J] at a time [s] of all that depends on it. */
	private potentialAt(time: number): number {
		const { attachments, pointLoads, model, state } = this.parts;
		attachments?.placeTargets(time);
		return (
			deadLoadPotential(model.deadLoads, time, state.x.array) +
			(attachments?.energy() ?? 0) +
			(pointLoads?.energy(time) ?? 0)
		);
	}

	/**
	 * Notes the forces from outside where a substep has brought the nodes.
	 * @param velocity mean velocity of the substep [m/s]
	 * @param writeGradients writes the gradients of contact and of all other forces, without inertia
	 */
	noteForces(
		h: number,
		velocity: Vector,
		writeGradients: (contact: Vector, others: Vector) => void,
	): void {
		const { forces, forcesBefore, buffer, works, parts } = this;
		const { constraints, frameParts } = parts;
		forcesBefore.array.set(forces.array);
		forces.array.fill(0);
		const wereMoved = works[3] === 1;
		const areMoved = this.movesNodes(h, velocity);
		works[3] = Number(areMoved);
		this.areNodesMoved = areMoved || wereMoved;
		if (this.areNodesMoved) {
			writeGradients(buffer, forces);
			constraints.filterFree(buffer.array);
			constraints.filterFree(forces.array);
			works[0] += h * parts.space.dot(buffer, velocity);
		}
		this.addDrivers(forces);
		for (const part of frameParts) part.addLoads(forces.array);
		if (this.history.length === 0 || (areMoved && !wereMoved))
			forcesBefore.array.set(forces.array);
	}

	/** Whether constraints move nodes in the substep. */
	private movesNodes(h: number, velocity: Vector): boolean {
		const { buffer } = this;
		const { constraints, space, model } = this.parts;
		if (constraints.vertices.length === 0) return false;
		buffer.array.set(velocity.array);
		constraints.filterFree(buffer.array);
		return h * space.longest(buffer) > relativeRounding * model.size;
	}

	/** out += forces of terms whose energy is not measured, and of pressure. */
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

	/** Ends a substep with its mean velocity [m/s]. */
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

	/** Adds energy [J] that materials have lost in the substep by friction. */
	addMaterialFriction(loss: number): void {
		this.works[2] += loss;
	}

	/** Work [J] by which constraints accelerate nodes that they move. */
	private workOfInertia(): number {
		if (!this.areNodesMoved) return 0;
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

/** Energy of contact, which counts as none if there is no contact, or if bodies were put through each other. */
const finite = (energy = 0): number => (Number.isFinite(energy) ? energy : 0);
