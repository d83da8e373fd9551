/**
 * What of a surface a point is near to, each thing counted once. Of triangles in a plane whose common edge or corner is closest to a point, all would push; and
 * a point that slides over them would feel every edge. The sum over triangles, less that over their inner edges, plus that over inner
 * corners (inclusion and exclusion, as for Euler's characteristic) is continuous and counts a plane once, however it is meshed:
 *
 *   Σ_T b(d_T) − Σ_e (n_e − 1) b(d_e) + Σ_v (1 − n_v + Σ_{e∋v} (n_e − 1)) b(d_v)
 *
 * with n_e and n_v the triangles near to the point that have the edge or the corner.
 */
import {
	type Closest,
	closestPointTriangle,
	createClosest,
} from "./closest.ts";

/** One triangle, edge or corner that a point is near to. */
export interface PointFeature {
	/** Its points, of which some may be the same: an edge is a triangle whose last two are. */
	a: number;
	b: number;
	c: number;
	/** How often it counts. */
	count: number;
	share: number;
	readonly closest: Closest;
}

const createFeature = (): PointFeature => ({
	...{ a: 0, b: 0, c: 0, count: 0, share: 1 },
	closest: createClosest(),
});

/** Triangles and their shares, sides and corners near one point. */
export class PointFeatures {
	count = 0;
	readonly features: PointFeature[] = [];
	/** Triangles that were added. */
	private triangles = 0;
	private readonly corners: number[] = [];
	/** For each corner and the next, the triangles with that side; 0 where an earlier one has it too. */
	private readonly sides: number[] = [];
	private readonly probe = createClosest();

	clear(): void {
		this.count = 0;
		this.triangles = 0;
		this.corners.length = 0;
	}

	/** Adds a triangle whose closest point is known. */
	add(a: number, b: number, c: number, share: number, closest: Closest): void {
		this.triangles++;
		// An edge without triangles has one side.
		this.corners.push(a, b, c === b ? none : c);
		this.tally(a, b, c, share, closest, 1);
	}

	/** Counts what is closest of a triangle: itself, one of its sides or corners. */
	private tally(
		a: number,
		b: number,
		c: number,
		share: number,
		closest: Closest,
		count: number,
	): void {
		// Vertices that take part, the lowest first, so that neighbours agree.
		const { mask } = closest;
		let p = -1;
		let q = -1;
		if (mask & 2) p = a;
		if (mask & 4) {
			if (p < 0) p = b;
			else q = b;
		}
		if (mask & 8) {
			if (p < 0) p = c;
			else if (q < 0) q = c;
		}
		const isWhole = mask === 15;
		if (!isWhole && q >= 0 && q < p) [p, q] = [q, p];
		const [u, v, w] = isWhole ? [a, b, c] : q < 0 ? [p, p, p] : [p, q, q];
		for (let i = 0; i < this.count; i++) {
			const known = this.features[i];
			if (
				known.a === u &&
				known.b === v &&
				known.c === w &&
				known.share === share
			) {
				known.count += count;
				return;
			}
		}
		if (this.count === this.features.length)
			this.features.push(createFeature());
		const feature = this.features[this.count++];
		feature.a = a;
		feature.b = b;
		feature.c = c;
		feature.closest.c.set(closest.c);
		feature.closest.r.set(closest.r);
		feature.closest.mask = mask;
		feature.closest.distance = closest.distance;
		feature.count = count;
		feature.share = share;
		if (isWhole) return;
		// As it is known by: its own points alone.
		feature.a = u;
		feature.b = v;
		feature.c = w;
		const { c: to } = feature.closest;
		const first = coefficientOf(u, a, b, c, closest);
		to[1] = q < 0 ? -1 : first;
		to[2] = q < 0 ? 0 : -1 - first;
		to[3] = 0;
		feature.closest.mask = q < 0 ? 3 : 7;
	}

	/**
	 * Takes away what is counted too often at positions x.
	 * @param shareOf what a side or corner keeps of the thickness
	 */
	settle(
		x: Float64Array,
		point: number,
		outer: number,
		shareOf: (a: number, b: number) => number,
	): void {
		if (this.triangles < 2) return;
		const { corners, sides } = this;
		const count = corners.length;
		sides.length = 0;
		for (let i = 0; i < count; i++)
			sides.push(this.trianglesWith(corners[i], this.next(i), i));
		// Each side and corner where it comes first.
		for (let i = 0; i < count; i++) {
			const a = corners[i];
			const b = this.next(i);
			if (a === none) continue;
			if (sides[i] > 1)
				this.addCounted(x, point, a, b, 1 - sides[i], outer, shareOf);
			if (corners.indexOf(a) !== i) continue;
			let times = 1;
			for (let j = 0; j < count; j++) {
				const isHere = corners[j] === a;
				if (isHere) times--;
				if (sides[j] > 1 && (isHere || this.next(j) === a))
					times += sides[j] - 1;
			}
			if (times !== 0) this.addCounted(x, point, a, a, times, outer, shareOf);
		}
	}

	/** The corner after a place in its triangle. */
	private next(place: number): number {
		return this.corners[place % 3 === 2 ? place - 2 : place + 1];
	}

	/** How many triangles have the side from a to b, which is at a place; 0 where another place before has it too. */
	private trianglesWith(a: number, b: number, place: number): number {
		const { corners } = this;
		if (a === none || b === none) return 0;
		let found = 0;
		for (let j = 0; j < corners.length; j++) {
			const p = corners[j];
			const q = this.next(j);
			if (!((p === a && q === b) || (p === b && q === a))) continue;
			if (j < place) return 0;
			found++;
		}
		return found;
	}

	private addCounted(
		x: Float64Array,
		point: number,
		a: number,
		b: number,
		count: number,
		outer: number,
		shareOf: (a: number, b: number) => number,
	): void {
		const { probe } = this;
		closestPointTriangle(x, point, a, b, b, probe);
		if (!(probe.distance < outer)) return;
		const share = shareOf(a, b);
		if (probe.distance < share * outer)
			this.tally(a, b, b, share, probe, count);
	}
}

const none = -1;

/** −cₖ of a vertex of a triangle, by its number. */
function coefficientOf(
	vertex: number,
	a: number,
	b: number,
	c: number,
	{ c: coefficients }: Closest,
): number {
	let sum = 0;
	if (vertex === a) sum += coefficients[1];
	if (vertex === b) sum += coefficients[2];
	if (vertex === c) sum += coefficients[3];
	return sum;
}
