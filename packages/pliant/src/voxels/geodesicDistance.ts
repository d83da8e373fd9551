/**
 * Distances within an object: the eikonal equation |∇d| = 1 on its voxels by fast marching (Sethian 1996), with differences of second order
 * where two voxels in a row are known. Around the source, where those are poor, distances are straight lines.
 */
import type { Vector3 } from "../mesh/mesh.ts";
import type { VoxelGrid } from "./voxelGrid.ts";

export interface GeodesicSource {
	/** A point [m]; distances start at the voxel of the object nearest to it. */
	readonly point?: Vector3;
	/** Or all of these, places in `grid.voxels`. */
	readonly voxels?: ArrayLike<number>;
}

/** Within so many voxels of a point, distances are straight lines. */
const straight = 3;

/** Distance [m] of every voxel of the object, in the order of `grid.voxels`; infinite beyond the cutoff and where no way leads. */
export function geodesicDistance(
	grid: VoxelGrid,
	source: GeodesicSource,
	cutoff = Number.POSITIVE_INFINITY,
): Float64Array {
	const { voxels, inside, counts, strides, spacing, nearest } = grid;
	const distances = new Float64Array(voxels.length).fill(
		Number.POSITIVE_INFINITY,
	);
	const isKnown = new Uint8Array(voxels.length);
	const queue = new DistanceQueue(distances);

	/** The place of the voxel so many steps along an axis, or −1 outside the object. */
	const along = (place: number, axis: number, step: number) => {
		const voxel = voxels[place];
		const at = (Math.floor(voxel / strides[axis]) % counts[axis]) + step;
		if (at < 0 || at >= counts[axis]) return -1;
		const other = voxel + step * strides[axis];
		return inside[other] ? nearest[other] : -1;
	};
	const offer = (place: number, distance: number) => {
		if (isKnown[place] || !(distance < distances[place])) return;
		distances[place] = distance;
		if (distance <= cutoff) queue.add(place);
	};

	if (source.point) startAt(source.point);
	for (const place of Array.from(source.voxels ?? [])) offer(place, 0);
	for (let place = queue.take(); place >= 0; place = queue.take()) {
		if (isKnown[place]) continue;
		isKnown[place] = 1;
		for (let axis = 0; axis < 3; axis++)
			for (const step of [-1, 1]) {
				const other = along(place, axis, step);
				if (other >= 0 && !isKnown[other]) offer(other, arrival(other));
			}
	}
	for (let place = 0; place < distances.length; place++)
		if (distances[place] > cutoff) distances[place] = Number.POSITIVE_INFINITY;
	return distances;

	/** Straight lines to the voxels around a point that hang together there. */
	function startAt(point: Vector3): void {
		const first = nearest[grid.nearestVoxel(point)];
		const reach = straight * Math.max(...spacing);
		const seen = new Set([first]);
		const open = [first];
		for (let place = open.pop(); place !== undefined; place = open.pop()) {
			const centre = grid.centre(voxels[place]);
			const distance = Math.hypot(...centre.map((c, axis) => c - point[axis]));
			if (place !== first && distance > reach) continue;
			offer(place, distance);
			for (let axis = 0; axis < 3; axis++)
				for (const step of [-1, 1]) {
					const other = along(place, axis, step);
					if (other < 0 || seen.has(other)) continue;
					seen.add(other);
					open.push(other);
				}
		}
	}

	/** The solution of Σ aₖ (d − tₖ)² = 1 over the axes with known neighbours tₖ, the nearer one of each. */
	function arrival(place: number): number {
		const terms: { a: number; t: number }[] = [];
		for (let axis = 0; axis < 3; axis++) {
			let [best, second] = [Number.POSITIVE_INFINITY, -1];
			for (const step of [-1, 1]) {
				const one = along(place, axis, step);
				if (one < 0 || !isKnown[one] || distances[one] >= best) continue;
				best = distances[one];
				second = along(place, axis, 2 * step);
			}
			if (best === Number.POSITIVE_INFINITY) continue;
			const h = spacing[axis];
			const two = second >= 0 && isKnown[second] ? distances[second] : Infinity;
			terms.push(
				two <= best
					? { a: 9 / (4 * h * h), t: (4 * best - two) / 3 }
					: { a: 1 / (h * h), t: best },
			);
		}
		// An axis along which the distance would have to fall does not count.
		terms.sort((one, other) => one.t - other.t);
		let [A, B, C] = [0, 0, -1];
		let d = Number.POSITIVE_INFINITY;
		for (const { a, t } of terms) {
			if (d <= t) break;
			A += a;
			B += a * t;
			C += a * t * t;
			const discriminant = B * B - A * C;
			if (discriminant < 0) break;
			d = (B + Math.sqrt(discriminant)) / A;
		}
		return d;
	}
}

/** Places by distance, the least first. A place may wait more than once; its first turn counts. */
class DistanceQueue {
	readonly #distances: Float64Array;
	readonly #places: number[] = [];
	readonly #keys: number[] = [];

	constructor(distances: Float64Array) {
		this.#distances = distances;
	}

	add(place: number): void {
		const [places, keys] = [this.#places, this.#keys];
		const key = this.#distances[place];
		let at = places.length;
		places.push(place);
		keys.push(key);
		while (at > 0) {
			const parent = (at - 1) >> 1;
			if (keys[parent] <= key) break;
			places[at] = places[parent];
			keys[at] = keys[parent];
			at = parent;
		}
		places[at] = place;
		keys[at] = key;
	}

	/** −1 where none is left. */
	take(): number {
		const [places, keys] = [this.#places, this.#keys];
		if (places.length === 0) return -1;
		const first = places[0];
		const place = places.pop() as number;
		const key = keys.pop() as number;
		const count = places.length;
		if (count === 0) return first;
		let at = 0;
		for (;;) {
			let child = 2 * at + 1;
			if (child >= count) break;
			if (child + 1 < count && keys[child + 1] < keys[child]) child++;
			if (keys[child] >= key) break;
			places[at] = places[child];
			keys[at] = keys[child];
			at = child;
		}
		places[at] = place;
		keys[at] = key;
		return first;
	}
}
