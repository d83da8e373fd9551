/**
 * Vertex block descent (Chen et al. 2024): goes down an energy by moving vertices, each by a Newton step in its own three
 * coordinates. Vertices of a colour share no element, so they move together. A sweep over all colours needs no linear system, and
 * sweeps come as close to Newton's result as there are sweeps to spend.
 *
 * What differs from the paper: sweeps are accelerated by Anderson mixing under the guard of the energy (Peng et al. 2018). With
 * the paper's Chebyshev factors the energy of a hanging cloth rose in one step out of six (ρ = 0.9, 20 sweeps), and a fixed ρ
 * suits few scenes. Its guess that vertices fall as they did in the step before made steps go up too; instead, bodies that
 * nothing holds are moved as a whole.
 *
 * Contact is that of where a sweep begins, and every vertex answers to it as if all that it touches came towards it as far as it goes itself: blocks on the diagonal that
 * bound the Hessian (separableContact.ts). Ways of sweeps end where two things would come too near.
 */
import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { Team } from "../numerics/team.ts";
import type { Arena, ArenaArray } from "../system/arena.ts";
import type { Backend } from "../system/backend.ts";
import { ColouredElements } from "../system/colouredElements.ts";
import type { EdgeMatrix } from "../system/edgeMatrix.ts";
import {
	type Model,
	type State,
	stepArrays,
	type WorkArrays,
} from "../system/model.ts";
import type { NodeTerm } from "../system/nodeTerm.ts";
import type { Vector, VectorSpace } from "../system/vectorSpace.ts";
import { AndersonMixing } from "./andersonMixing.ts";
import { FreeBodies } from "./freeBodies.ts";
import type { NewtonReport, Objective } from "./newton.ts";
import { SeparableContact } from "./separableContact.ts";

/** An energy that has, besides its elements, inertia about x* + τₓ v*, loads, and Rayleigh damping of v = (x − x*)/τₓ. */
export interface BlockObjective extends Objective {
	readonly fromPositions: Vector;
	readonly fromVelocities: Vector;
	/** (x − x*)/τₓ, wherever x is. */
	readonly stepVelocity: Vector;
	/** x = from + step · direction. */
	moveFrom(from: Vector, step: number, direction: Vector): void;
	/** Forces that do not depend on x. */
	readonly external: Vector;
	/** τₓ [s], finite. */
	readonly duration: number;
	/** τ [s]: inertia is M/(τₓτ). */
	readonly forceDuration: number;
	readonly rayleigh: { readonly mass: number; readonly stiffness: number };
	/** K of stiffness damping. */
	readonly dampingStiffness: EdgeMatrix | undefined;
	/** Contact, which couples vertices that share no element. */
	readonly touching: { readonly terms: readonly NodeTerm[] };
}

export interface BlockDescentContext {
	readonly model: Model;
	readonly work: WorkArrays;
	readonly constraints: VertexConstraints;
	readonly arena: Arena;
	readonly space: VectorSpace;
	readonly team: Team;
	readonly backend: Backend;
}

export interface BlockDescentOptions {
	readonly sweeps: number;
	/** Converged when the gradient is below this fraction of the forces that balance in it. */
	readonly tolerance: number;
}

/** Sweeps that are combined with the last. */
const mixingDepth = 3;
/** Relative size of energy differences that rounding may feign. */
const rounding = 1e-14;
/** Vertices that would take a smaller fraction of their steps stay where they are. */
const smallestFraction = 2 ** -16;

/** Makes block descent on a potential. */
export type DescentOn = (potential: BlockObjective) => BlockDescent;

export async function prepareDescent(
	context: BlockDescentContext & { readonly state: State },
): Promise<DescentOn> {
	const { model, constraints, state, work } = context;
	const elements = await ColouredElements.create(
		model,
		constraints.fixed,
		stepArrays(state, work),
		context,
	);
	return (potential) => new BlockDescent(elements, potential, context);
}

export class BlockDescent {
	private readonly elements: ColouredElements;
	private readonly objective: BlockObjective;
	private readonly context: BlockDescentContext;
	private readonly structure: ArenaArray<Uint32Array>;
	private readonly mixing: AndersonMixing;
	private readonly freeBodies: FreeBodies;
	/** What vertices take of their steps: 1 unless sweeps went up. */
	private fraction = 1;
	/** Where a sweep began, its way, and what mixing makes of where it ended. */
	private readonly from: Vector;
	private readonly way: Vector;
	private readonly result: Vector;
	private readonly contact: SeparableContact | undefined;

	constructor(
		elements: ColouredElements,
		objective: BlockObjective,
		context: BlockDescentContext,
	) {
		const { model, constraints, space, arena, backend } = context;
		this.elements = elements;
		this.objective = objective;
		this.context = context;
		this.mixing = new AndersonMixing(space, mixingDepth);
		this.freeBodies = new FreeBodies(
			model.pattern,
			constraints.vertices,
			model.mass.vertexMasses,
		);
		this.from = space.vector();
		this.way = space.vector();
		this.result = space.vector();
		const { terms } = objective.touching;
		if (terms.length > 0)
			this.contact = new SeparableContact(terms, objective.external, arena);
		this.structure = arena.structure("BlockDescent", {
			vertices: elements.vertices.pointer,
			itemStart: elements.itemStart.pointer,
			items: elements.items.pointer,
			results: elements.results.pointer,
			lanes: backend.lanes.f64,
			projectors: this.projectors().pointer,
			masses: model.mass.lumped.pointer,
			x: objective.x.pointer,
			velocities: objective.stepVelocity.pointer,
			fromPositions: objective.fromPositions.pointer,
			fromVelocities: objective.fromVelocities.pointer,
			forces: (this.contact?.forces ?? objective.external).pointer,
			touching: this.contact?.blocks.pointer ?? 0,
		});
	}

	/** Where the projector of each vertex is, 0 for free ones. */
	private projectors(): ArenaArray<Uint32Array> {
		const { constraints, arena } = this.context;
		const { vertices } = this.elements;
		const pointers = arena.u32(vertices.array.length);
		for (const [i, vertex] of vertices.array.entries()) {
			const S = constraints.projector(vertex);
			if (!S) continue;
			const copy = arena.f64(S.length);
			copy.array.set(S);
			pointers.array[i] = copy.pointer;
		}
		return pointers;
	}

	/** Every sweep ends where the energy is not higher than where it began. */
	minimize({ sweeps, tolerance }: BlockDescentOptions): NewtonReport {
		const { objective } = this;
		this.elements.refreshParameters();
		this.mixing.begin();
		this.fraction = 1;
		this.placeFreeBodies();
		let shortened = 0;
		let energy = Number.NaN;
		for (let sweep = 1; sweep <= sweeps; sweep++) {
			objective.beginIteration();
			// The work of pressure counts from where the sweep begins.
			if (sweep === 1 || this.elements.hasPressure)
				energy = objective.value().energy;
			// The last sweep is not mixed: sweeps remove what is rough.
			energy = this.descend(energy, sweep < sweeps);
			if (this.fraction < 1) shortened++;
		}
		objective.beginIteration();
		// Sweeps do not keep momentum.
		this.translateFreeBodies();
		objective.beginIteration();
		const forces = objective.gradient(this.way);
		const size = this.context.space.norm(this.way);
		const residual = size === 0 ? 0 : size / Math.max(forces, Number.MIN_VALUE);
		return {
			converged: residual <= tolerance,
			iterations: sweeps,
			residuals: [residual],
			linearIterations: 0,
			safeguarded: shortened,
			...(Number.isFinite(size)
				? {}
				: { failure: "the forces are not finite" }),
		};
	}

	/**
	 * Free bodies begin where inertia carries their vertices, or as they were but for a translation, whichever is lower: against where
	 * they were, a fast body would be allowed to go with any deformation.
	 */
	private placeFreeBodies(): void {
		if (this.freeBodies.count === 0) return;
		const { objective, from, freeBodies } = this;
		const { x, fromPositions } = objective;
		objective.beginIteration();
		this.translateFreeBodies();
		// Where they were, something else may be by now.
		if (this.contact) return;
		const { energy } = objective.value();
		from.array.set(x.array);
		freeBodies.copy(fromPositions.array, x.array);
		objective.moveFrom(x, 0, x);
		this.translateFreeBodies();
		if (!(objective.value().energy < energy)) objective.moveFrom(from, 0, from);
	}

	private translateFreeBodies(): void {
		if (this.freeBodies.count === 0) return;
		const { objective, way } = this;
		const { duration, forceDuration, rayleigh } = objective;
		objective.gradient(way);
		this.freeBodies.translate(
			way.array,
			(1 / forceDuration + rayleigh.mass) / duration,
			this.contact?.couplings() ?? [],
		);
		if (!this.contact) {
			objective.moveFrom(objective.x, 1, way);
			return;
		}
		const { energy } = objective.value();
		this.from.array.set(objective.x.array);
		this.go(way);
		if (this.energyIfBelow(energy) === undefined)
			objective.moveFrom(this.from, 0, way);
	}

	/** Goes a way from where a sweep began, as far as nothing comes too near. */
	private go(way: Vector): void {
		const { objective, from } = this;
		objective.moveFrom(from, 0, from);
		objective.moveFrom(from, objective.limit(way), way);
	}

	/**
	 * A sweep from where the energy is given; returns what it is then. Takes what mixing makes of the sweep, or the sweep itself,
	 * where that does not go up. Else all vertices take a smaller fraction of their steps; a small one goes down, as any step
	 * against the gradient does. (A part of the way that a whole sweep went need not: vertices answer to what others overdid.)
	 */
	private descend(energy: number, mixes: boolean): number {
		const { objective, from, way, result } = this;
		const { space } = this.context;
		const { x } = objective;
		from.array.set(x.array);
		this.fraction = Math.min(1, 2 * this.fraction);
		for (; this.fraction > smallestFraction; this.fraction /= 2) {
			this.sweep();
			space.difference(1, x, from, way);
			// Tells the objective that x has moved.
			if (this.contact) this.go(way);
			else objective.moveFrom(x, 0, x);
			space.difference(1, x, from, way);
			// Where sweeps hardly move anything, there is nothing to combine.
			const isMixed =
				this.mixing.mix(x, way, result) && mixes && space.isFinite(result);
			if (isMixed) {
				if (this.contact) {
					space.difference(1, result, from, result);
					this.go(result);
				} else objective.moveFrom(result, 0, way);
				const mixed = this.energyIfBelow(energy);
				if (mixed !== undefined) return mixed;
				objective.moveFrom(from, 1, way);
			}
			const plain = this.energyIfBelow(energy);
			if (plain !== undefined) return plain;
			this.mixing.begin();
			objective.moveFrom(from, 0, from);
		}
		return energy;
	}

	private energyIfBelow(limit: number): number | undefined {
		const { energy, magnitude } = this.objective.value();
		return energy <= limit + rounding * magnitude ? energy : undefined;
	}

	/** Moves every vertex once. */
	private sweep(): void {
		const { numerics } = this.context.team;
		const { duration, forceDuration, rayleigh, dampingStiffness } =
			this.objective;
		this.contact?.refresh();
		for (const { kernels, first, last } of this.elements.colours) {
			for (const kernel of kernels) kernel();
			numerics.moveVertices(
				this.structure.pointer,
				first,
				last,
				this.fraction,
				duration,
				forceDuration,
				rayleigh.mass,
				rayleigh.stiffness,
				dampingStiffness?.pointer ?? 0,
			);
		}
	}
}
