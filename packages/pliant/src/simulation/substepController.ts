/**
 * Divides steps into substeps so that the motion is as accurate as asked for, and decides when a substep is solved well enough. Errors are those of positions
 * over a second of motion, relative to the size of a body: root mean square over its nodes, the largest of all bodies.
 *
 * The error of time is c hᵖ · (derivative of positions of order p + 1) · 1 s, with the order p and the error constant c of the integrator. The derivative is
 * that of the motion that steps show: the change of mean accelerations from step to step.
 *
 * A substep is solved when what is left of the gradient g cannot matter, whatever Hessian the solver used (docs/explanation/how-a-step-works.md):
 *
 *   either  all accelerations M⁻¹g are small: they move nodes by less than is allowed in a second;
 *   or      no Newton step would go much farther along the last direction d, since its slope has fallen, there is nothing left of d to second order, d²/2l at
 *           edges of length l, and g is small in that first sense for bodies as a whole and for frames, and where things touch, so small that it moves nodes
 *           by less than is allowed in a substep.
 */
import { boxSides, edgeLength } from "../mesh/measure.ts";
import type { BuiltScene } from "../scene/build.ts";
import type { NewtonGoal, NewtonMove } from "../solvers/newton.ts";
import type { Vector } from "../system/vectorSpace.ts";
import type { IncrementalPotential } from "../time/incrementalPotential.ts";
import type { Integrator } from "../time/integrators/integrator.ts";

interface BodyErrorNorm {
	readonly begin: number;
	readonly end: number;
	/** Number of vertices. */
	readonly count: number;
	/** [m] */
	readonly size: number;
	/** [kg] */
	readonly mass: number;
	/** Mean distance of neighboring nodes [m]. */
	readonly edge: number;
	readonly isFrames: boolean;
}

/** Fraction of the accuracy that is left for solving. */
const solvingShare = 0.25;
/** Fraction of the rest that errors of time are to have. */
const aim = 0.6;
/** A step is repeated if its error is this many times what is allowed. */
const repeatFactor = 3;
const initialSubsteps = 4;
const maxSubsteps = 64;
/** Factor by which substeps may become fewer from step to step, since steps are alike. */
const maxDecrease = 3 / 4;
/** Newton iterations after which a substep is halved, and if time is short those after which it ends. */
const maxIterations = 60;
const maxHastyIterations = 2;
/** Fraction of the slope along a Newton direction that may be left at its end. */
const maxSlopeLeft = 0.25;

export class SubstepController implements NewtonGoal {
	/** Number of substeps of the next step. */
	substeps = initialSubsteps;
	private readonly accuracy: number;
	private readonly potential: IncrementalPotential;
	private readonly scene: BuiltScene;
	private readonly integrator: Integrator;
	private bodies: readonly BodyErrorNorm[] = [];
	/** Mass of each node [kg]; for the rotation of a frame its inertia over the square of its arm. */
	private readonly masses: Vector;
	/** Velocities at the end of the last step [m/s], its mean acceleration [m/s²], and 1 if these are known. */
	private readonly velocities: Float64Array;
	private readonly acceleration: Float64Array;
	private readonly isKnown = new Float64Array(1);
	/** Flags of nodes that touch something. */
	private readonly touches: Uint8Array;
	/** Length [s] of the present substep, and of the backward Euler step in it. */
	private h = 0;
	private duration = 0;
	/** Length [s] of the step, and number of substeps planned. */
	private stepLength = 0;
	private planned = 1;
	/** Relative error of positions over a second: of time, that of solving so far, and the latter in the present substep. */
	private ofTime = 0;
	private ofSolving = 0;
	private left = 0;
	private readonly sums: Vector;
	private readonly center = new Float64Array(3);
	/** Milliseconds that a step may take, and time at which it began. */
	private readonly budget: number | undefined;
	private begun = 0;

	constructor(
		potential: IncrementalPotential,
		scene: BuiltScene,
		integrator: Integrator,
		accuracy: number,
		budget?: number,
	) {
		this.potential = potential;
		this.scene = scene;
		this.integrator = integrator;
		this.accuracy = accuracy;
		this.budget = budget;
		const { arena } = scene.space;
		const { length } = scene.state.v.array;
		this.velocities = new Float64Array(length);
		this.acceleration = new Float64Array(length);
		this.touches = new Uint8Array(length / 3);
		this.masses = arena.f64(length / 3);
		this.sums = arena.f64(2);
		this.structureChanged();
	}

	/** Numbers that belong to the state of the simulation. */
	get stateArrays(): Float64Array[] {
		return [this.velocities, this.acceleration, this.isKnown];
	}

	/** To be called when frames were inserted or removed, or others are fixed. */
	structureChanged(): void {
		const { ranges, frameParts, frames, model } = this.scene;
		const masses = this.masses.array;
		masses.set(model.mass.diagonal());
		this.isKnown[0] = 0;
		const of = (nodes: Omit<BodyErrorNorm, "mass">): BodyErrorNorm => ({
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
					of({
						...{ begin, end: begin + count, count, size, edge },
						isFrames: false,
					});
				return [range(first, count), range(firstInner, innerCount)];
			}),
			...frameParts.map((part) => {
				const begin = frames?.positionNode(part.first) ?? 0;
				masses.set(part.nodeMasses(), begin);
				const { count, system } = part;
				const size = system.extent;
				return of({
					...{ begin, end: begin + 2 * count, count, size, edge: size },
					isFrames: true,
				});
			}),
		].filter(({ count, size, mass }) => count > 0 && size > 0 && mass > 0);
	}

	/** Returns the mean distance [m] of nodes from the nearest ones that they are coupled with. */
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

	/** Begins a step of some seconds in a number of substeps. */
	beginStep(duration: number, substeps: number): void {
		if (this.budget !== undefined) this.begun = performance.now();
		this.stepLength = duration;
		this.planned = substeps;
		this.ofSolving = 0;
	}

	/** Begins a substep of length h [s]. */
	beginSubstep(h: number): void {
		this.h = h;
	}

	/** Begins to solve the substep. */
	solve(): void {
		this.duration = this.potential.duration;
	}

	/** Relative error of positions that solving a substep may leave. */
	private get allowed(): number {
		return solvingShare * this.accuracy * this.h;
	}

	/** Relative acceleration [1/s²] that solving may leave: it would move a body by the allowed fraction of its size in a second. */
	private get allowedAcceleration(): number {
		return 2 * solvingShare * this.accuracy;
	}

	get error(): number {
		const { duration, allowed } = this;
		return this.bodies.reduce(
			(least, { mass, size }) =>
				Math.min(least, (allowed * size * Math.sqrt(mass)) / duration),
			Number.POSITIVE_INFINITY,
		);
	}

	/** Maximum number of iterations in a substep. */
	get iterations(): number {
		return this.budget === undefined ? maxIterations : maxHastyIterations;
	}

	excess(gradient: Vector, move: NewtonMove | undefined): number {
		const whole = this.largest((body) =>
			this.accelerationOf(body, gradient, false),
		);
		const excess = whole / this.allowedAcceleration;
		if (excess <= 1 || !move) return excess;
		return Math.min(excess, this.excessAfter(gradient, move));
	}

	/** Error after a move along a Newton direction, over what is allowed. */
	private excessAfter(
		gradient: Vector,
		{ direction, part, slopeBefore, slopeAfter, linearError }: NewtonMove,
	): number {
		const { allowed, allowedAcceleration, sums, touches, potential } = this;
		const { numerics } = this.scene.space.team;
		const slopeLeft = Math.abs(slopeAfter / slopeBefore);
		if (slopeLeft > maxSlopeLeft) return Number.POSITIVE_INFINITY;
		const ofMove = this.largest(({ begin, end, count, edge }) => {
			numerics.sumMoves(begin, end, direction.pointer, sums.pointer);
			const [squares, fourths] = sums.array;
			return (
				(part * slopeLeft * Math.sqrt(squares / count)) / (1 - slopeLeft) +
				(part ** 2 * Math.sqrt(fourths / count)) / (2 * edge)
			);
		});
		const ofBodies = this.largest((body) =>
			body.isFrames
				? this.accelerationOf(body, gradient, false)
				: this.rigidAcceleration(body, gradient.array),
		);
		potential.markTouching(touches);
		const ofContact = this.largest((body) =>
			this.accelerationOf(body, gradient, true),
		);
		return Math.max(
			ofMove / allowed + linearError,
			ofBodies / allowedAcceleration,
			(this.duration ** 2 * ofContact) / allowed,
		);
	}

	/** Root mean square of M⁻¹g [m/s²] over a body's nodes, or over those that touch something. */
	private accelerationOf(
		{ begin, end, mass }: BodyErrorNorm,
		{ pointer, array: g }: Vector,
		isTouching: boolean,
	): number {
		const { masses, sums, touches } = this;
		if (!isTouching) {
			const { numerics } = this.scene.space.team;
			numerics.sumForces(begin, end, pointer, masses.pointer, sums.pointer);
			return Math.sqrt(sums.array[0] / mass);
		}
		let sum = 0;
		for (let i = begin; i < end; i++)
			if (touches[i] && masses.array[i] > 0)
				sum +=
					(g[3 * i] ** 2 + g[3 * i + 1] ** 2 + g[3 * i + 2] ** 2) /
					masses.array[i];
		return Math.sqrt(sum / mass);
	}

	/** Acceleration [m/s²] of a body as a whole by a gradient: of its center, and at its radius of gyration by turning about it. */
	private rigidAcceleration(
		{ begin, end, count, mass }: BodyErrorNorm,
		g: Float64Array,
	): number {
		const x = this.scene.state.x.array;
		const center = this.center.fill(0);
		for (let i = 3 * begin; i < 3 * end; i++) center[i % 3] += x[i] / count;
		const [cx, cy, cz] = center;
		let [fx, fy, fz, mx, my, mz, squares] = [0, 0, 0, 0, 0, 0, 0];
		for (let i = 3 * begin; i < 3 * end; i += 3) {
			const [rx, ry, rz] = [x[i] - cx, x[i + 1] - cy, x[i + 2] - cz];
			const [gx, gy, gz] = [g[i], g[i + 1], g[i + 2]];
			fx += gx;
			fy += gy;
			fz += gz;
			mx += ry * gz - rz * gy;
			my += rz * gx - rx * gz;
			mz += rx * gy - ry * gx;
			squares += rx * rx + ry * ry + rz * rz;
		}
		const radius = Math.sqrt(squares / count);
		const turning = radius > 0 ? Math.hypot(mx, my, mz) / radius : 0;
		return Math.max(Math.hypot(fx, fy, fz), turning) / mass;
	}

	/** Returns the largest of all bodies' errors, relative to their sizes. */
	private largest(errorOf: (body: BodyErrorNorm) => number): number {
		let most = 0;
		for (const body of this.bodies)
			most = Math.max(most, errorOf(body) / body.size);
		return most;
	}

	reached(excess: number): void {
		this.left = excess * solvingShare * this.accuracy;
	}

	endSubstep(): void {
		this.ofSolving = Math.max(this.ofSolving, this.left);
		this.left = 0;
	}

	/** Ends a step: estimates its error of time. */
	private endStep(): void {
		const { integrator, stepLength, planned } = this;
		const { order, errorConstant } = integrator;
		const change = this.noteAcceleration();
		const derivative = order === 1 ? change : change / stepLength;
		this.ofTime = errorConstant * (stepLength / planned) ** order * derivative;
	}

	/** Notes the mean acceleration of the step; returns by how much it differs from that of the step before, over the size of a body [1/s²]. */
	private noteAcceleration(): number {
		const { velocities, acceleration, stepLength, isKnown, scene } = this;
		const { order } = this.integrator;
		const v = scene.state.v.array;
		const isFirst = isKnown[0] === 0;
		let frame = 0;
		const change = this.largest(({ begin, end, count, isFrames }) => {
			if (isFrames)
				return scene.frameParts[frame++].endStep(v, stepLength, order, isFirst);
			let sum = 0;
			for (let i = 3 * begin; i < 3 * end; i++) {
				const now = (v[i] - velocities[i]) / stepLength;
				const change = order === 1 ? now : now - acceleration[i];
				acceleration[i] = now;
				sum += change * change;
			}
			return isFirst ? 0 : Math.sqrt(sum / count);
		});
		velocities.set(v);
		isKnown[0] = 1;
		return change;
	}

	/** Estimated error of positions over a second of motion like that of this step, over the size of a body. */
	get errorPerSecond(): number {
		return this.ofTime + this.ofSolving;
	}

	/** Ends a step and chooses the substeps of the next one; returns whether this step has to be repeated with these. */
	adapt(): boolean {
		const { accuracy, planned, integrator } = this;
		this.endStep();
		const excess = this.ofTime / (aim * (1 - solvingShare) * accuracy);
		const wanted = Math.ceil(planned * excess ** (1 / integrator.order));
		if (this.budget !== undefined) {
			const each = (performance.now() - this.begun) / planned;
			const most = Math.min(this.budget / each, 2 * planned, maxSubsteps);
			this.substeps = Math.max(1, Math.min(wanted, Math.floor(most)));
			return false;
		}
		const least = Math.floor(maxDecrease * planned);
		this.substeps = Math.max(1, least, Math.min(wanted, maxSubsteps));
		return aim * excess > repeatFactor && this.substeps > planned;
	}
}
