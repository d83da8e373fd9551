/**
 * Contact of surfaces with each other and with themselves, as a potential over closest points:
 *
 *   E(x) = Σ w κ b(d(x) − f)  +  Σ μ λ s(|u|)
 *
 * over pairs of a point and a triangle, each thing counted once (pointFeatures.ts), and pairs of edges. ξ is what the skins of the two are away from their triangles and edges,
 * their half thicknesses. b is a barrier (barrier.ts) that begins to push at 1.1 ξ and rises without bound at the floor f = ξ/2; κ is such that the weight of w rests at ξ
 * exactly, and 4.6 times as much within a tenth of it. Friction is that of the beginning of the step, as for colliders.
 *
 * Edges that are about parallel have no closest points that change smoothly: they count less (their ends count as points), by the angle at the beginning of the step.
 */
import {
	barrier,
	barrierCurvature,
	barrierSlope,
	floorShare,
	outerShare,
} from "../barrier.ts";
import { slidForceRatio, slidStiffness, slidWork } from "../stick.ts";
import { advance } from "./advance.ts";
import { Candidates } from "./candidates.ts";
import {
	closestEdges,
	closestPointTriangle,
	createClosest,
} from "./closest.ts";
import { gapHessian } from "./gapHessian.ts";
import { PointFeatures } from "./pointFeatures.ts";
import type { Surfaces } from "./surfaces.ts";
import { TouchList } from "./touchList.ts";

/** sin² of the angle up to which edges count less. */
const nearlyParallel = 0.01;
/** κ is doubled where less than this part of the range is left. */
const tooNear = 0.03;
const mostStiffness = 2 ** 30;
/** b′ at ξ over the range, negative. */
const slopeAtRest = barrierSlope(
	(1 - floorShare) / (outerShare - floorShare),
	1,
);

export interface SurfaceContactInputs {
	readonly surfaces: Surfaces;
	/** Mass [kg] that each point may have to carry. */
	readonly weights: Float64Array;
	/** Flags of points that nothing but a script moves. */
	readonly isFixed: Uint8Array;
	/** [m/s²] */
	readonly gravity: number;
	/** Coulomb's coefficient of two surfaces, by their numbers. */
	readonly friction: (a: number, b: number) => number;
	/** Speed [m/s] below which friction sticks, and sliding [m] below which it does in statics. */
	readonly stickSpeed: number;
	readonly stickDistance: number;
	/** Where points begin [m]. */
	readonly x: Float64Array;
}

/** Takes a 3×3 block, by rows, of two points. */
export type TakePointBlock = (
	row: number,
	column: number,
	block: Float64Array,
) => void;

export class SurfaceContact {
	readonly surfaces: Surfaces;
	readonly candidates: Candidates;
	/** What belongs to the state of a simulation: the factor of κ. */
	readonly state = Float64Array.of(1);
	/** Where surfaces touch, once found. */
	readonly touches = new TouchList();
	private readonly inputs: SurfaceContactInputs;
	/** Mean mass of each surface's points that can move; 0 where none can. */
	private readonly masses: Float64Array;
	/** Positions at the beginning of the step [m]. */
	readonly start: Float64Array;
	private readonly sliding = new TouchList();
	private threshold = 0;
	private isKnown = false;
	/** Whether two things are nearer than their floor. */
	private isThrough = false;
	private readonly closest = createClosest();
	private readonly features = new PointFeatures();
	private readonly hessian = new Float64Array(144);
	private readonly block = new Float64Array(9);
	private readonly slid = new Float64Array(3);

	constructor(inputs: SurfaceContactInputs) {
		const { surfaces, weights, isFixed, x } = inputs;
		this.inputs = inputs;
		this.surfaces = surfaces;
		this.start = x.slice();
		this.masses = Float64Array.from(surfaces.all, ({ first, last }) => {
			let sum = 0;
			let count = 0;
			for (let p = first; p < last; p++) {
				if (isFixed[p]) continue;
				sum += weights[p];
				count++;
			}
			return count > 0 ? sum / count : 0;
		});
		this.candidates = new Candidates(
			surfaces,
			{
				outer: (a, b) => this.outer(a, b),
				keepsPoints: (a, b) => !this.isExactFor(a, b),
			},
			x,
		);
	}

	/** What the skins of two surfaces are away from their triangles and edges [m]. */
	thickness(a: number, b: number): number {
		const { all } = this.surfaces;
		return all[a].offset + all[b].offset;
	}

	private outer(a: number, b: number): number {
		const { all } = this.surfaces;
		if (a === b && !all[a].touchesItself) return 0;
		if (this.masses[a] === 0 && this.masses[b] === 0) return 0;
		return outerShare * this.thickness(a, b);
	}

	private isExactFor(_point: number, triangle: number): boolean {
		return this.surfaces.all[triangle].isExact ?? false;
	}

	/** Begins a step of so many seconds at positions x; 0 for statics. */
	begin(x: Float64Array, h: number): void {
		const { inputs, touches, sliding, surfaces } = this;
		this.start.set(x);
		this.moved();
		this.find(x);
		this.threshold = h > 0 ? inputs.stickSpeed * h : inputs.stickDistance;
		sliding.clear();
		let nearest = 1;
		for (let i = 0; i < touches.count; i++) {
			const reach = touches.reach(i);
			const above = touches.distance(i) - touches.floor(i);
			nearest = Math.min(nearest, above / reach);
			const [a, , b] = this.sidesOf(i, touches);
			const friction = inputs.friction(
				surfaces.surfaceOfPoint[a],
				surfaces.surfaceOfPoint[b],
			);
			if (friction === 0) continue;
			const force = -touches.factor(i) * barrierSlope(above, reach);
			touches.closest(i, this.closest);
			const at = 4 * i;
			const { vertices } = touches;
			sliding.push(
				vertices[at],
				vertices[at + 1],
				vertices[at + 2],
				vertices[at + 3],
				touches.areEdges[i] === 1,
				this.closest,
				friction * force,
				0,
				reach,
			);
		}
		if (nearest < tooNear)
			this.state[0] = Math.min(2 * this.stiffness, mostStiffness);
		this.moved();
	}

	/** The first vertex of each side of a record. */
	private sidesOf(i: number, { vertices, areEdges }: TouchList): Uint32Array {
		const second = areEdges[i] ? 2 : 1;
		this.sides[0] = vertices[4 * i];
		this.sides[2] = vertices[4 * i + second];
		return this.sides;
	}

	private readonly sides = new Uint32Array(3);

	/** Goes on from a state that was set from outside. */
	resume(): void {
		this.sliding.clear();
		this.moved();
	}

	private get stiffness(): number {
		return this.state[0];
	}

	/** The positions have changed. */
	moved(): void {
		this.isKnown = false;
	}

	/** Finds where surfaces touch at positions x. */
	find(x: Float64Array): void {
		if (this.isKnown) return;
		this.isKnown = true;
		this.isThrough = false;
		this.touches.clear();
		this.candidates.cover(x);
		this.findPoints(x);
		this.findEdges(x);
	}

	private findPoints(x: Float64Array): void {
		const { surfaces, closest, features } = this;
		const { triangles, surfaceOfPoint, surfaceOfTriangle } = surfaces;
		const { count, numbers, shares } = this.candidates.pointTriangles;
		let point = -1;
		let other = -1;
		let outer = 0;
		features.clear();
		for (let i = 0; i < count; i++) {
			const p = numbers[2 * i];
			const t = numbers[2 * i + 1];
			const surface = surfaceOfTriangle[t];
			if (p !== point || surface !== other) {
				if (features.count > 0) this.pushPoint(x, point, other);
				[point, other] = [p, surface];
				outer = this.outer(surfaceOfPoint[p], surface);
			}
			const a = triangles[3 * t];
			const b = triangles[3 * t + 1];
			const c = triangles[3 * t + 2];
			closestPointTriangle(x, p, a, b, c, closest);
			if (closest.distance < shares[i] * outer)
				features.add(a, b, c, shares[i], closest);
		}
		if (features.count > 0) this.pushPoint(x, point, other);
	}

	/** Takes over what a point is near to of one surface. */
	private pushPoint(x: Float64Array, point: number, other: number): void {
		const { features, surfaces, inputs, masses } = this;
		const own = surfaces.surfaceOfPoint[point];
		const outer = this.outer(own, other);
		features.settle(x, point, outer, (a, b) => {
			if (own !== other) return 1;
			closestPointTriangle(surfaces.rest, point, a, b, b, this.closest);
			return Math.min(1, (0.95 * this.closest.distance) / outer);
		});
		const weight = Math.max(
			inputs.isFixed[point] ? 0 : inputs.weights[point],
			masses[other],
		);
		for (let i = 0; i < features.count; i++) {
			const { a, b, c, count, share, closest } = features.features[i];
			if (count !== 0)
				this.push(
					[point, a, b, c],
					false,
					closest,
					count * weight,
					(share * outer) / outerShare,
				);
		}
		features.clear();
	}

	private findEdges(x: Float64Array): void {
		const { surfaces, closest, inputs } = this;
		const { edges, surfaceOfPoint } = surfaces;
		const { isFixed, weights } = inputs;
		const { count, numbers, shares } = this.candidates.edgeEdges;
		for (let i = 0; i < count; i++) {
			const e = numbers[2 * i];
			const f = numbers[2 * i + 1];
			const a = edges[2 * e];
			const b = edges[2 * e + 1];
			const c = edges[2 * f];
			const d = edges[2 * f + 1];
			const outer =
				shares[i] * this.outer(surfaceOfPoint[a], surfaceOfPoint[c]);
			closestEdges(x, a, b, c, d, closest);
			if (!(closest.distance < outer)) continue;
			const massOf = (p: number) => (isFixed[p] ? 0 : weights[p]);
			const weight =
				0.5 * Math.max(massOf(a) + massOf(b), massOf(c) + massOf(d));
			const share = this.crossing(a, b, c, d);
			if (share > 0 && weight > 0)
				this.push(
					[a, b, c, d],
					true,
					closest,
					share * weight,
					outer / outerShare,
				);
			else if (!(closest.distance > (floorShare / outerShare) * outer))
				this.isThrough = true;
		}
	}

	/** How much edges count by their angle at the beginning of the step: from 0 for parallel ones to 1, smoothly. */
	private crossing(a: number, b: number, c: number, d: number): number {
		const { start } = this;
		let uu = 0;
		let uv = 0;
		let vv = 0;
		for (let k = 0; k < 3; k++) {
			const u = start[3 * b + k] - start[3 * a + k];
			const v = start[3 * d + k] - start[3 * c + k];
			uu += u * u;
			uv += u * v;
			vv += v * v;
		}
		const sineSquared = 1 - (uv * uv) / (uu * vv);
		const q = Math.min(1, Math.max(0, sineSquared / nearlyParallel));
		return q * (2 - q) || 0;
	}

	private push(
		[a, b, c, d]: readonly [number, number, number, number],
		isEdges: boolean,
		closest: ReturnType<typeof createClosest>,
		weight: number,
		thickness: number,
	): void {
		const floor = floorShare * thickness;
		const reach = (outerShare - floorShare) * thickness;
		if (!(closest.distance > floor)) {
			this.isThrough = true;
			return;
		}
		const kappa =
			(-this.stiffness * this.inputs.gravity) / (slopeAtRest * reach);
		this.touches.push(
			...([
				a,
				b,
				c,
				d,
				isEdges,
				closest,
				kappa * weight,
				floor,
				reach,
			] as const),
		);
	}

	/** Energy [J] at x; not a number where two things are nearer than they may be. */
	value(x: Float64Array): number {
		this.find(x);
		if (this.isThrough) return Number.NaN;
		const { touches, sliding } = this;
		let sum = 0;
		let lost = 0;
		for (let i = 0; i < touches.count + sliding.count; i++) {
			const k = i - touches.count;
			const term =
				k < 0
					? touches.factor(i) *
						barrier(touches.distance(i) - touches.floor(i), touches.reach(i))
					: sliding.factor(k) * slidWork(this.slide(k, x), this.threshold);
			const next = sum + term;
			lost +=
				Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum;
			sum = next;
		}
		return sum + lost;
	}

	/** Writes how far the material of the two sides has slid over each other since the beginning of the step; returns the length [m]. */
	private slide(i: number, x: Float64Array): number {
		const { sliding, start, slid } = this;
		const { vertices } = sliding;
		let along = 0;
		for (let k = 0; k < 3; k++) {
			let sum = 0;
			for (let v = 0; v < 4; v++) {
				const at = 3 * vertices[4 * i + v] + k;
				sum += sliding.coefficient(i, v) * (x[at] - start[at]);
			}
			slid[k] = sum;
			along += sum * sliding.normal(i, k);
		}
		for (let k = 0; k < 3; k++) slid[k] -= along * sliding.normal(i, k);
		return Math.sqrt(slid[0] ** 2 + slid[1] ** 2 + slid[2] ** 2);
	}

	/** out += gradient at x, xyz per point; returns the size of the forces. */
	addGradient(x: Float64Array, out: Float64Array): number {
		this.find(x);
		const { touches, sliding, slid } = this;
		let squares = 0;
		for (let i = 0; i < touches.count; i++) {
			const slope =
				touches.factor(i) *
				barrierSlope(touches.distance(i) - touches.floor(i), touches.reach(i));
			squares += slope * slope;
			for (let v = 0; v < 4; v++) {
				const share = slope * touches.coefficient(i, v);
				const at = 3 * touches.vertices[4 * i + v];
				for (let k = 0; k < 3; k++) out[at + k] += share * touches.normal(i, k);
			}
		}
		for (let i = 0; i < sliding.count; i++) {
			const ratio =
				slidForceRatio(this.slide(i, x), this.threshold) * sliding.factor(i);
			for (let v = 0; v < 4; v++) {
				const share = ratio * sliding.coefficient(i, v);
				const at = 3 * sliding.vertices[4 * i + v];
				for (let k = 0; k < 3; k++) out[at + k] += share * slid[k];
			}
		}
		return Math.sqrt(squares);
	}

	/** Calls `each` with the surfaces of each record, the force of the second on the first [N] and their distance [m] at positions x. */
	visitForces(
		x: Float64Array,
		each: (
			a: number,
			b: number,
			force: Float64Array,
			distance: number,
			isFriction: boolean,
		) => void,
	): void {
		this.find(x);
		const { touches, sliding, slid } = this;
		const force = new Float64Array(3);
		const visit = (i: number, list: TouchList) => {
			const { surfaceOfPoint } = this.surfaces;
			const second = list.areEdges[i] ? 2 : 1;
			each(
				surfaceOfPoint[list.vertices[4 * i]],
				surfaceOfPoint[list.vertices[4 * i + second]],
				force,
				list.distance(i),
				list === sliding,
			);
		};
		for (let i = 0; i < touches.count; i++) {
			const above = touches.distance(i) - touches.floor(i);
			const push = -touches.factor(i) * barrierSlope(above, touches.reach(i));
			for (let k = 0; k < 3; k++) force[k] = push * touches.normal(i, k);
			visit(i, touches);
		}
		for (let i = 0; i < sliding.count; i++) {
			const ratio =
				slidForceRatio(this.slide(i, x), this.threshold) * sliding.factor(i);
			for (let k = 0; k < 3; k++) force[k] = -ratio * slid[k];
			visit(i, sliding);
		}
	}

	/** Whether the Hessian at x has any blocks. */
	hasBlocks(x: Float64Array): boolean {
		this.find(x);
		return this.touches.count + this.sliding.count > 0;
	}

	/** Calls `take` with blocks of the Hessian at x, those of (row, column) and (column, row) both, or of a positive semi-definite matrix near it. */
	visitBlocks(x: Float64Array, positive: boolean, take: TakePointBlock): void {
		this.find(x);
		const { touches, sliding } = this;
		for (let i = 0; i < touches.count; i++)
			this.touchBlocks(i, x, positive, take);
		for (let i = 0; i < sliding.count; i++) this.slidingBlocks(i, x, take);
	}

	/** b″ ∂d ∂dᵀ + b′ ∂²d; the positive matrix goes without the second part, and without what is taken away as counted too often. */
	private touchBlocks(
		i: number,
		x: Float64Array,
		positive: boolean,
		take: TakePointBlock,
	): void {
		const { touches, block, hessian, closest } = this;
		const factor = touches.factor(i);
		if (positive && factor < 0) return;
		const above = touches.distance(i) - touches.floor(i);
		const reach = touches.reach(i);
		const stiffness = factor * barrierCurvature(above, reach);
		const slope = positive ? 0 : factor * barrierSlope(above, reach);
		const vertices = touches.vertices.subarray(4 * i, 4 * i + 4);
		if (slope !== 0) {
			touches.closest(i, closest);
			gapHessian(x, vertices, closest, touches.areEdges[i] === 1, hessian);
		}
		for (let v = 0; v < 4; v++) {
			const cv = touches.coefficient(i, v);
			if (cv === 0) continue;
			for (let w = 0; w < 4; w++) {
				const cw = touches.coefficient(i, w);
				if (cw === 0) continue;
				for (let r = 0; r < 3; r++)
					for (let c = 0; c < 3; c++)
						block[3 * r + c] =
							stiffness *
								cv *
								cw *
								touches.normal(i, r) *
								touches.normal(i, c) +
							(slope === 0 ? 0 : slope * hessian[12 * (3 * v + r) + 3 * w + c]);
				take(vertices[v], vertices[w], block);
			}
		}
	}

	/** μλ (s′/|u| (I − n nᵀ − û ûᵀ) + s″ û ûᵀ), never negative. */
	private slidingBlocks(
		i: number,
		x: Float64Array,
		take: TakePointBlock,
	): void {
		const { sliding, block, slid, threshold } = this;
		const { vertices } = sliding;
		const u = this.slide(i, x);
		const factor = sliding.factor(i);
		const ratio = factor * slidForceRatio(u, threshold);
		const change =
			u === 0 ? 0 : (factor * slidStiffness(u, threshold) - ratio) / (u * u);
		for (let v = 0; v < 4; v++) {
			const cv = sliding.coefficient(i, v);
			if (cv === 0) continue;
			for (let w = 0; w < 4; w++) {
				const share = cv * sliding.coefficient(i, w);
				if (share === 0) continue;
				for (let r = 0; r < 3; r++)
					for (let c = 0; c < 3; c++)
						block[3 * r + c] =
							share *
							(ratio *
								((r === c ? 1 : 0) -
									sliding.normal(i, r) * sliding.normal(i, c)) +
								change * slid[r] * slid[c]);
				take(vertices[4 * i + v], vertices[4 * i + w], block);
			}
		}
	}

	/** Calls `each` with the pairs that may come near on ways from x: their vertices, and the distance that they must keep [m]. */
	visitPairs(
		x: Float64Array,
		ways: Float64Array | undefined,
		each: (vertices: Uint32Array, isEdges: boolean, floor: number) => void,
		ahead = 1,
	): void {
		const { surfaces, candidates, pair } = this;
		const { triangles, edges, surfaceOfPoint } = surfaces;
		candidates.cover(x, ways, ahead);
		const keep = floorShare;
		const points = candidates.pointTriangles;
		for (let i = 0; i < points.count; i++) {
			const t = 3 * points.numbers[2 * i + 1];
			pair[0] = points.numbers[2 * i];
			pair[1] = triangles[t];
			pair[2] = triangles[t + 1];
			pair[3] = triangles[t + 2];
			each(
				pair,
				false,
				keep *
					points.shares[i] *
					this.thickness(surfaceOfPoint[pair[0]], surfaceOfPoint[pair[1]]),
			);
		}
		const crossings = candidates.edgeEdges;
		for (let i = 0; i < crossings.count; i++) {
			const e = 2 * crossings.numbers[2 * i];
			const f = 2 * crossings.numbers[2 * i + 1];
			pair[0] = edges[e];
			pair[1] = edges[e + 1];
			pair[2] = edges[f];
			pair[3] = edges[f + 1];
			each(
				pair,
				true,
				keep *
					crossings.shares[i] *
					this.thickness(surfaceOfPoint[pair[0]], surfaceOfPoint[pair[2]]),
			);
		}
	}

	private readonly pair = new Uint32Array(4);

	/**
	 * The largest fraction up to 1 of ways from x on which nothing comes too near.
	 * @param ahead times that points are expected to go such ways
	 */
	limit(x: Float64Array, ways: Float64Array, ahead = 1): number {
		let fraction = 1;
		this.visitPairs(
			x,
			ways,
			(vertices, isEdges, floor) => {
				fraction = Math.min(
					fraction,
					advance(x, ways, vertices, isEdges, floor, this.closest),
				);
			},
			ahead,
		);
		return fraction;
	}
}
