/** All that touches: vertices and colliders of exact shape, and surfaces. What they ask of a step is asked of both. */
import type { ContactTerm } from "./contactTerm.ts";
import type { ContactProblem } from "./placed.ts";
import type { SlidAway } from "./slidAway.ts";
import type { SurfaceTerm } from "./surface/surfaceTerm.ts";

/** Times that the two may push a vertex to and fro before it counts as squeezed. */
const mostPasses = 4;

export class Touching {
	private readonly colliders: ContactTerm | undefined;
	private readonly surfaces: SurfaceTerm | undefined;
	private readonly x: Float64Array;

	constructor(
		colliders: ContactTerm | undefined,
		surfaces: SurfaceTerm | undefined,
		x: Float64Array,
	) {
		this.colliders = colliders;
		this.surfaces = surfaces;
		this.x = x;
	}

	get terms() {
		return [this.colliders, this.surfaces].filter((term) => term !== undefined);
	}

	/** Whether something moves as prescribed, and does work. */
	get hasMotion(): boolean {
		return this.terms.some((term) => term.hasMotion);
	}

	/**
	 * Begins a step where the nodes are, before those that are held or moved come to their places.
	 * @param v velocities of nodes [m/s]; none in statics
	 */
	beginStep(fromTime: number, toTime: number, v?: Float64Array): void {
		for (const term of this.terms) term.beginStep(fromTime, toTime, v);
	}

	/** Factor of all energy of contact and friction in a substep; 1 where forces are asked for. */
	set weight(factor: number) {
		for (const { contact } of this.terms) contact.weight = factor;
	}

	/** Factor of friction. */
	set grip(factor: number) {
		for (const { contact } of this.terms) contact.grip = factor;
	}

	/** Whether anything touches. */
	get touches(): boolean {
		return this.terms.some((term) => term.hasBlocks);
	}

	/** Whether anything slid against friction in the last step. */
	get hasFriction(): boolean {
		return this.terms.some(({ contact }) => contact.hasFriction);
	}

	/** Finds a point that friction does not hold in statics. */
	slidAway(): SlidAway | undefined {
		return this.colliders?.slidAway() ?? this.surfaces?.slidAway();
	}

	/** Moves nodes from where they were when the step began out of the way of what moves as prescribed. */
	makeFeasible(start: Float64Array): ContactProblem | undefined {
		const { colliders, surfaces, x } = this;
		let problem = colliders?.makeFeasible(start);
		if (problem || !surfaces) return problem;
		for (let pass = 0; pass < mostPasses; pass++) {
			problem = surfaces.makeFeasible(start);
			if (problem || !colliders || !surfaces.hasMoved) return problem;
			const before = x.slice();
			problem = colliders.makeFeasible(start);
			if (problem || before.every((value, i) => value === x[i])) return problem;
		}
		return {
			what: "it is squeezed between things that move as prescribed",
			vertex: 0,
		};
	}

	/**
	 * How far [m] a first guess of a step may fall. Where surfaces lie on each other that leads into what they lie on, and out of the rooms in which pairs of them are known: to look for all of
	 * them took half of the time of a cloth at rest.
	 */
	get longestFall(): number {
		const { surfaces } = this;
		return surfaces?.hasBlocks
			? surfaces.contact.candidates.leastRoom
			: Number.POSITIVE_INFINITY;
	}

	/** Whether a step is to begin with a guess of where things go; to be asked once in a step. */
	takesGuess(): boolean {
		return this.surfaces?.contact.takesGuess() ?? true;
	}

	/** Tells whether a guess was better than to stay. */
	judgeGuess(isBetter: boolean): void {
		this.surfaces?.contact.judgeGuess(isBetter);
	}

	/**
	 * Shortens the ways from `start` to where nodes are so that nothing comes too near.
	 * @param hold puts nodes back to where they are held
	 */
	shorten(start: Float64Array, hold: () => void): void {
		this.colliders?.shorten(start);
		this.surfaces?.shorten(start, hold);
	}

	/** The part of a direction of nodes that nothing is in the way of. */
	limit(direction: Float64Array): number {
		return this.terms.reduce(
			(least, term) => Math.min(least, term.limit(direction)),
			1,
		);
	}
}
