/**
 * Cuts frames into steps, so that the motion is as accurate as asked for, and says when a step is solved well enough. Errors are positions
 * over the size of a body, root mean square over its nodes, the largest of all bodies:
 *
 *   of time      h/2 · (change of velocities in the frame): what the trapezoidal rule would make of the same velocities
 *   of solving   summed over the steps: h² · M⁻¹ · (force that is left), or h/√M · (error of a linear system in the Hessian's norm): where
 *                elements resist, the Hessian is at least M/h², so positions are no farther from the solution; and d²/2l after an
 *                iteration that moved nodes by d: so much longer is an edge of length l that is turned by moving an end across it; and
 *                d · s h²/m where a multiple s of the identity was added to the Hessian
 *
 * All fall with the square of steps or moves, so short steps need few iterations.
 */
import { boxSides, edgeLength } from "../mesh/measure.ts";
import type { BuiltScene } from "../scene/build.ts";
import type { NewtonGoal } from "../solvers/newton.ts";
import type { Vector } from "../system/vectorSpace.ts";

interface BodyNodes {
	readonly begin: number;
	readonly end: number;
	/** Vertices, or frames, which have two nodes each. */
	readonly count: number;
	/** [m] */
	readonly size: number;
	/** [kg] */
	readonly mass: number;
	/** Mean distance of neighbours; the extent of bodies of frames [m]. */
	readonly edge: number;
}

/** Of what is allowed, the share of solving. */
const solvingShare = 0.25;
/** A frame is repeated where its error is so many times what is allowed. */
const repeatFactor = 2;
/** So much of what is allowed is aimed at. */
const aim = 0.7;
/** And at least so much of it of the error of time. */
const leastAim = 0.35;
/**
 * Iterations that a step may take. Systems of shorter steps are easier, so more of these are less work; but not without end, nor where surfaces touch: impacts are as
 * many however short steps are, and each step finds out anew what touches.
 */
const easyIterations = 1.5;
const mostForWork = 4;
const firstSubsteps = 4;
const mostSubsteps = 64;
/** Iterations after which a frame is cut into twice as many steps; in one that has many already; and where time is short. */
const fewIterations = 8;
const manySubsteps = 24;
const manyIterations = 50;
const hastyIterations = 2;

export class FrameControl implements NewtonGoal {
	/** Steps that the next frame is cut into. */
	substeps = firstSubsteps;
	private readonly accuracy: number;
	private readonly scene: BuiltScene;
	private bodies: readonly BodyNodes[] = [];
	/** Mass of each node [kg]; for the turn of a frame its inertia over the square of its arm. */
	private readonly masses: Vector;
	/** The step that is being taken [s], of which a frame has so many. */
	private h = 0;
	private pieces = 1;
	/** The steps that were planned; some are cut into shorter ones. */
	private longest = 0;
	private planned = 1;
	/** Error of solving the steps of the frame so far, and of the one that is being solved. */
	private ofSolving = 0;
	private left = 0;
	/** What the numerics sum up. */
	private readonly sums: Vector;
	/** Where the frame begins. */
	private readonly velocities: Float64Array;
	/** Milliseconds that a frame may take, and when it began. */
	private readonly time: number | undefined;
	private begun = 0;

	constructor(scene: BuiltScene, accuracy: number, time?: number) {
		this.time = time;
		this.scene = scene;
		this.accuracy = accuracy;
		const { arena } = scene.space;
		this.velocities = new Float64Array(scene.state.v.array.length);
		this.masses = arena.f64(this.velocities.length / 3);
		this.sums = arena.f64(2);
		this.structureChanged();
	}

	/** To be called when frames came or went. */
	structureChanged(): void {
		const { ranges, frameParts, frames, model } = this.scene;
		const masses = this.masses.array;
		masses.set(model.mass.diagonal());
		const of = (nodes: Omit<BodyNodes, "mass">): BodyNodes => ({
			...nodes,
			mass: masses
				.subarray(nodes.begin, nodes.end)
				.reduce((sum, m) => sum + m, 0),
		});
		this.bodies = [
			...ranges.flatMap(({ first, count, firstInner, innerCount, body }) => {
				const size = Math.hypot(...boxSides(body.mesh.positions));
				const edge = this.edgeOf(first, first + count);
				const range = (begin: number, count: number) =>
					of({ begin, end: begin + count, count, size, edge });
				return [range(first, count), range(firstInner, innerCount)];
			}),
			...frameParts.map((part) => {
				const begin = frames?.positionNode(part.first) ?? 0;
				masses.set(part.nodeMasses(), begin);
				const { count, system } = part;
				const size = system.extent;
				return of({ begin, end: begin + 2 * count, count, size, edge: size });
			}),
		];
	}

	/** The mean of how far nodes are from the nearest ones that they are coupled with [m]. */
	private edgeOf(begin: number, end: number): number {
		const { rowStart, columns } = this.scene.model.pattern;
		const x = this.scene.state.x.array;
		let sum = 0;
		let count = 0;
		for (let i = begin; i < end; i++) {
			let least = Number.POSITIVE_INFINITY;
			for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
				const j = columns[k];
				if (j !== i && j >= begin && j < end)
					least = Math.min(least, edgeLength(x, i, j));
			}
			if (least === Number.POSITIVE_INFINITY) continue;
			sum += least;
			count++;
		}
		return count > 0 ? sum / count : Number.POSITIVE_INFINITY;
	}

	/** Begins a frame of some seconds in so many steps. */
	beginFrame(duration: number, pieces: number): void {
		if (this.time !== undefined) this.begun = performance.now();
		this.longest = duration / pieces;
		this.planned = pieces;
		this.ofSolving = 0;
		this.velocities.set(this.scene.state.v.array);
	}

	/** Begins a step of length h [s], of which a frame has so many. */
	beginPiece(h: number, pieces: number): void {
		this.h = h;
		this.pieces = pieces;
	}

	/** ‖d‖ of M/h² is less than that of the Hessian, where elements resist. */
	get error(): number {
		const { h, allowed } = this;
		return this.bodies.reduce(
			(least, { mass, size }) =>
				mass > 0 && size > 0
					? Math.min(least, (allowed * size * Math.sqrt(mass)) / h)
					: least,
			Number.POSITIVE_INFINITY,
		);
	}

	/** Iterations in a step at most: shorter ones converge sooner. */
	get iterations(): number {
		if (this.time !== undefined) return hastyIterations;
		return this.pieces < manySubsteps ? fewIterations : manyIterations;
	}

	ofGradient({ pointer: forces }: Vector): number {
		const { masses, sums, h } = this;
		const { numerics } = this.scene.space.team;
		const error = this.largest(({ begin, end, mass }) => {
			if (!(mass > 0)) return 0;
			numerics.sumForces(begin, end, forces, masses.pointer, sums.pointer);
			return h * h * Math.sqrt(sums.array[0] / mass);
		});
		return error / this.allowed;
	}

	ofStep({ pointer: moves }: Vector, part: number): number {
		const { sums } = this;
		const { numerics } = this.scene.space.team;
		const error = this.largest(({ begin, end, count, edge }) => {
			numerics.sumMoves(begin, end, moves, sums.pointer);
			const squares = sums.array[0];
			const fourths = sums.array[1];
			return (
				(1 - part) * Math.sqrt(squares / count) +
				(part ** 2 * Math.sqrt(fourths / count)) / (2 * edge)
			);
		});
		return error / this.allowed;
	}

	/** Where motions are so smooth that elements do not resist, the Hessian is M/h². */
	ofShift({ array: d }: Vector, shift: number): number {
		const error = this.largest(({ begin, end, count, mass }) => {
			let squares = 0;
			for (let i = 3 * begin; i < 3 * end; i++) squares += d[i] * d[i];
			const inertia = mass / count / this.h ** 2;
			return inertia > 0 ? (shift / inertia) * Math.sqrt(squares / count) : 0;
		});
		return error / this.allowed;
	}

	reached(excess: number): void {
		this.left = excess * this.allowed;
	}

	/** Of solving, in a step. */
	private get allowed(): number {
		return (solvingShare * this.accuracy) / this.pieces;
	}

	endStep(): void {
		this.ofSolving += this.left;
		this.left = 0;
	}

	private get ofTime(): number {
		const { velocities: before, longest: h } = this;
		const now = this.scene.state.v.array;
		return this.largest(({ begin, end, count }) => {
			let sum = 0;
			for (let i = 3 * begin; i < 3 * end; i++)
				sum += (now[i] - before[i]) * (now[i] - before[i]);
			return (h / 2) * Math.sqrt(sum / count);
		});
	}

	private largest(errorOf: (body: BodyNodes) => number): number {
		let most = 0;
		for (const body of this.bodies)
			if (body.end > body.begin && body.size > 0)
				most = Math.max(most, errorOf(body) / body.size);
		return most;
	}

	/** Estimated error of the frame, over the sizes of bodies. */
	get ofFrame(): number {
		return this.ofTime + this.ofSolving;
	}

	/** The error of time over what is aimed at: where surfaces touch, solving leaves the same however many steps there are. */
	private get timeShare(): number {
		const { accuracy, ofSolving, ofTime } = this;
		return ofTime / Math.max(aim * accuracy - ofSolving, leastAim * accuracy);
	}

	/**
	 * Chooses the steps of the next frame from those of the last, and the iterations that these took; returns whether it has to be repeated with
	 * these.
	 */
	adapt(iterations: number): boolean {
		const { accuracy, ofFrame: error, planned: pieces } = this;
		const { surfaces } = this.scene;
		const accurate = Math.ceil(
			pieces * (surfaces ? this.timeShare : error / (aim * accuracy)),
		);
		const cheap = surfaces ? 0 : Math.ceil(iterations / easyIterations);
		const wanted = Math.max(accurate, Math.min(cheap, mostForWork * accurate));
		if (this.time !== undefined) {
			const each = (performance.now() - this.begun) / pieces;
			const most = Math.min(this.time / each, 2 * pieces, mostSubsteps);
			this.substeps = Math.max(1, Math.min(wanted, Math.floor(most)));
			return false;
		}
		const isFar = error > repeatFactor * accuracy && pieces < mostSubsteps;
		// Frames are alike, so steps become fewer slowly.
		const least = Math.floor((3 * pieces) / 4);
		this.substeps = Math.max(1, least, Math.min(wanted, mostSubsteps));
		return isFar && this.substeps > pieces;
	}
}
