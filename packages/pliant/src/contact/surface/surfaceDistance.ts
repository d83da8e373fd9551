/** Where a surface is nearest to points, and on which of its sides they are. */
import { triangleAreaVector } from "../../mesh/measure.ts";
import {
	type Closest,
	closestPointTriangle,
	createClosest,
} from "./closest.ts";
import type { Surfaces } from "./surfaces.ts";
import { type TriangleTree, triangleTree } from "./triangleTree.ts";

/** What is nearest to a point. */
export interface NearestPlace {
	/** How far the point is from it [m], negative behind the surface. */
	distance: number;
	/** Where it is [m], and the normal of the surface there, towards its front. */
	readonly place: Float64Array;
	readonly normal: Float64Array;
	/** Whether it is on the rim, beyond which a surface has no sides. */
	isRim: boolean;
}

export class SurfaceDistance {
	/** Whether the surface has no rim. */
	readonly isClosed: boolean;
	/** −1 where a closed surface has its front inside. */
	readonly outside: 1 | -1;
	private readonly x: Float64Array;
	private readonly triangles: Uint32Array;
	private readonly tree: TriangleTree;
	/** Lowest and highest corner of each node's box. */
	private readonly boxes: Float64Array;
	/** Unit normals of triangles; angle-weighted sums of points; sums of edges, and whether these are the rim, by two points. */
	private readonly normals: Float64Array;
	private readonly pointNormals = new Map<number, Float64Array>();
	private readonly edgeNormals = new Map<string, Float64Array>();
	private readonly rim = new Set<string>();
	private readonly rimPoints = new Set<number>();
	private readonly closest = createClosest();
	private readonly best = createClosest();

	/** Of some of the triangles, by their numbers, at positions x. */
	constructor(
		{ triangles }: Pick<Surfaces, "triangles">,
		chosen: Iterable<number>,
		x: Float64Array,
	) {
		const own: number[] = [];
		for (const t of chosen) {
			const [a, b, c] = triangles.subarray(3 * t, 3 * t + 3);
			// An edge of a cable has no sides.
			if (b !== c) own.push(a, b, c);
		}
		this.x = x;
		this.triangles = Uint32Array.from(own);
		this.normals = new Float64Array(own.length);
		const volume = this.findNormals();
		this.isClosed = this.rim.size === 0 && own.length > 0;
		this.outside = this.isClosed && volume < 0 ? -1 : 1;
		this.tree = triangleTree(this.triangles, new Uint8Array(own.length / 3), x);
		this.boxes = this.findBoxes();
	}

	/** Returns the volume that a closed surface encloses, negative where its front is inside. */
	private findNormals(): number {
		const { triangles, x, normals, rim, rimPoints } = this;
		const counts = new Map<string, number>();
		let volume = 0;
		for (let t = 0; t < triangles.length; t += 3) {
			const corners = triangles.subarray(t, t + 3);
			const area = triangleAreaVector(x, corners[0], corners[1], corners[2]);
			const length = Math.hypot(...area) || 1;
			const normal = Float64Array.from(area, (n) => n / length);
			normals.set(normal, t);
			for (let k = 0; k < 3; k++)
				volume += (area[k] * x[3 * corners[0] + k]) / 3;
			for (let k = 0; k < 3; k++) {
				const [a, b, c] = [0, 1, 2].map((j) => corners[(k + j) % 3]);
				addTo(this.pointNormals, a, normal, cornerAngle(x, a, b, c));
				const edge = edgeKey(a, b);
				addTo(this.edgeNormals, edge, normal, 1);
				counts.set(edge, (counts.get(edge) ?? 0) + 1);
			}
		}
		for (const [edge, count] of counts) {
			if (count > 1) continue;
			rim.add(edge);
			for (const point of edge.split(" ")) rimPoints.add(Number(point));
		}
		return volume;
	}

	private findBoxes(): Float64Array {
		const { tree, triangles, x } = this;
		const { leaves, firstLeaf, order } = tree;
		const boxes = new Float64Array(6 * leaves.length);
		for (let node = leaves.length - 1; node >= 0; node--) {
			const box = boxes.subarray(6 * node, 6 * node + 6);
			if (leaves[node] > 1) {
				const right = node + 2 * (leaves[node] >> 1);
				for (let k = 0; k < 3; k++) {
					box[k] = Math.min(boxes[6 * node + 6 + k], boxes[6 * right + k]);
					box[3 + k] = Math.max(
						boxes[6 * node + 9 + k],
						boxes[6 * right + 3 + k],
					);
				}
				continue;
			}
			const t = 3 * order[firstLeaf[node]];
			for (let k = 0; k < 3; k++) {
				const at = [0, 1, 2].map((j) => x[3 * triangles[t + j] + k]);
				box[k] = Math.min(...at);
				box[3 + k] = Math.max(...at);
			}
		}
		return boxes;
	}

	/** What of the surface is nearest to a point, by its number; nothing where that is a point of the surface, or the surface has no triangles. */
	nearest(point: number): NearestPlace | undefined {
		const { tree, triangles, closest, best, x } = this;
		if (triangles.length === 0 || this.pointNormals.has(point))
			return undefined;
		best.distance = Number.POSITIVE_INFINITY;
		let found = 0;
		const visit = (node: number) => {
			if (this.boxDistance(node, point) >= best.distance) return;
			if (tree.leaves[node] > 1) {
				const left = node + 1;
				const right = node + 2 * (tree.leaves[node] >> 1);
				const isLeftNearer =
					this.boxDistance(left, point) <= this.boxDistance(right, point);
				visit(isLeftNearer ? left : right);
				visit(isLeftNearer ? right : left);
				return;
			}
			const t = 3 * tree.order[tree.firstLeaf[node]];
			const [a, b, c] = triangles.subarray(t, t + 3);
			closestPointTriangle(x, point, a, b, c, closest);
			if (closest.distance >= best.distance) return;
			found = t;
			best.distance = closest.distance;
			best.mask = closest.mask;
			best.r.set(closest.r);
		};
		visit(0);
		return this.placeOf(point, found, best);
	}

	private placeOf(
		point: number,
		t: number,
		{ mask, r, distance }: Closest,
	): NearestPlace {
		const { triangles, x } = this;
		const members = [1, 2, 3]
			.filter((k) => mask & (1 << k))
			.map((k) => triangles[t + k - 1]);
		const edge = edgeKey(members[0], members[1] ?? members[0]);
		const direction =
			members.length === 3
				? this.normals.subarray(t, t + 3)
				: ((members.length === 2
						? this.edgeNormals.get(edge)
						: this.pointNormals.get(members[0])) as Float64Array);
		const length = Math.hypot(...direction) || 1;
		const normal = direction.map((n) => n / length);
		const along = r[0] * normal[0] + r[1] * normal[1] + r[2] * normal[2];
		return {
			distance: along < 0 ? -distance : distance,
			place: r.map((c, k) => x[3 * point + k] - c),
			normal,
			isRim:
				members.length === 2
					? this.rim.has(edge)
					: members.length === 1 && this.rimPoints.has(members[0]),
		};
	}

	private boxDistance(node: number, point: number): number {
		const { boxes, x } = this;
		let sum = 0;
		for (let k = 0; k < 3; k++) {
			const c = x[3 * point + k];
			const out = Math.max(
				boxes[6 * node + k] - c,
				c - boxes[6 * node + 3 + k],
				0,
			);
			sum += out * out;
		}
		return Math.sqrt(sum);
	}
}

/** The triangles of a surface. */
export function* trianglesOf(
	{ surfaceOfTriangle }: Surfaces,
	surface: number,
): Iterable<number> {
	for (const [t, owner] of surfaceOfTriangle.entries())
		if (owner === surface) yield t;
}

const edgeKey = (a: number, b: number): string =>
	a < b ? `${a} ${b}` : `${b} ${a}`;

function addTo<Key>(
	sums: Map<Key, Float64Array>,
	key: Key,
	vector: Float64Array,
	weight: number,
): void {
	const sum = sums.get(key) ?? new Float64Array(3);
	for (let k = 0; k < 3; k++) sum[k] += weight * vector[k];
	sums.set(key, sum);
}

/** The angle at a of a triangle a, b, c [rad]. */
function cornerAngle(x: Float64Array, a: number, b: number, c: number): number {
	let [uu, uv, vv] = [0, 0, 0];
	for (let k = 0; k < 3; k++) {
		const u = x[3 * b + k] - x[3 * a + k];
		const v = x[3 * c + k] - x[3 * a + k];
		uu += u * u;
		uv += u * v;
		vv += v * v;
	}
	return Math.acos(Math.max(-1, Math.min(1, uv / Math.sqrt(uu * vv) || 0)));
}
