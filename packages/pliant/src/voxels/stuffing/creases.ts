/** Where a surface has sharp edges: between smooth patches that are larger than cells. */

import { triangleArea } from "../../mesh/measure.ts";
import type { Mesh, Vector3 } from "../../mesh/mesh.ts";
import {
	disjointSets,
	findRoot,
	unite,
} from "../../mesh/topology/disjointSets.ts";
import { edgeTopology } from "../../mesh/topology.ts";

/** Normals that differ by more than this [rad] make an edge sharp. */
const sharp = (40 * Math.PI) / 180;
/** Cosine of the angle between triangles that are in one plane but for rounding. */
const level = 1 - 1e-10;
/** Patches that are smaller than so many squares of cells belong to those around them. */
const leastArea = 4;

/** A piece of a crease: its ends, and the patches beside it, the smaller number first. */
interface CreaseSegment {
	readonly ends: readonly [Vector3, Vector3];
	readonly areCorners: readonly [boolean, boolean];
	readonly patches: readonly [number, number];
}

/** A point where three patches or more meet. */
export interface CreaseCorner {
	readonly place: Vector3;
	readonly patches: readonly number[];
}

export class Creases {
	/** Of each triangle of the surface. */
	readonly patchOf: Int32Array;
	readonly corners: readonly CreaseCorner[];
	private readonly cellSize: number;
	private readonly flat: ReadonlySet<number>;
	/** Segments by the cubes of a grid that they touch. */
	private readonly cubes = new Map<string, CreaseSegment[]>();

	constructor(surface: Mesh, cellSize: number) {
		const { positions, triangles } = surface;
		this.cellSize = cellSize;
		const sides = edgeSides(surface);
		const normals = Array.from({ length: triangles.length / 3 }, (_, t) =>
			normalOf(positions, triangles.subarray(3 * t, 3 * t + 3)),
		);
		this.patchOf = patches(surface, sides, normals, leastArea * cellSize ** 2);
		const flat = new Set(this.patchOf);
		for (const {
			triangles: [s, t],
		} of sides)
			if (
				this.patchOf[s] === this.patchOf[t] &&
				dot(normals[s], normals[t]) < level
			)
				flat.delete(this.patchOf[s]);
		this.flat = flat;
		const at = (v: number): Vector3 => [
			positions[3 * v],
			positions[3 * v + 1],
			positions[3 * v + 2],
		];
		const around = new Map<number, Set<number>>();
		for (const [i, vertex] of triangles.entries()) {
			const found = around.get(vertex) ?? new Set();
			around.set(vertex, found.add(this.patchOf[Math.floor(i / 3)]));
		}
		const isCorner = (vertex: number) => (around.get(vertex)?.size ?? 0) > 2;
		this.corners = [...around].flatMap(([vertex, found]) =>
			isCorner(vertex) ? [{ place: at(vertex), patches: [...found] }] : [],
		);
		for (const { ends, triangles: beside } of sides) {
			const [p, q] = beside.map((t) => this.patchOf[t]);
			if (p === q) continue;
			this.add({
				ends: [at(ends[0]), at(ends[1])],
				areCorners: [isCorner(ends[0]), isCorner(ends[1])],
				patches: p < q ? [p, q] : [q, p],
			});
		}
	}

	/** Whether all triangles of a patch lie in one plane. */
	isFlat(patch: number): boolean {
		return this.flat.has(patch);
	}

	get isEmpty(): boolean {
		return this.cubes.size === 0;
	}

	private add(segment: CreaseSegment): void {
		const [a, b] = segment.ends;
		const pieces = Math.ceil(distance(a, b) / (0.5 * this.cellSize)) + 1;
		const seen = new Set<string>();
		for (let i = 0; i <= pieces; i++) {
			const key = this.cube(between(a, b, i / pieces)).join();
			if (seen.has(key)) continue;
			seen.add(key);
			const list = this.cubes.get(key);
			if (list) list.push(segment);
			else this.cubes.set(key, [segment]);
		}
	}

	private cube(x: Vector3): number[] {
		return x.map((c) => Math.floor(c / this.cellSize));
	}

	/** The nearest point of a crease between a patch of one list and one of another, and the two; nothing farther away than a cell, and no corner. */
	nearest(
		x: Vector3,
		one: readonly number[],
		other: readonly number[],
	): { place: Vector3; patches: readonly number[] } | undefined {
		const [i, j, k] = this.cube(x);
		let best: { place: Vector3; patches: readonly number[] } | undefined;
		let least = this.cellSize;
		for (let n = 0; n < 27; n++) {
			const key = [i + (n % 3) - 1, j + (Math.floor(n / 3) % 3) - 1];
			const list = this.cubes.get([...key, k + Math.floor(n / 9) - 1].join());
			for (const { ends, areCorners, patches } of list ?? []) {
				const [p, q] = patches;
				const isMeant =
					(one.includes(p) && other.includes(q)) ||
					(one.includes(q) && other.includes(p));
				if (!isMeant) continue;
				const part = onSegment(x, ends);
				if ((part === 0 && areCorners[0]) || (part === 1 && areCorners[1]))
					continue;
				const place = between(...ends, part);
				const way = distance(x, place);
				if (way < least) [best, least] = [{ place, patches }, way];
			}
		}
		return best;
	}
}

interface EdgeSides {
	readonly ends: readonly [number, number];
	readonly triangles: readonly [number, number];
}

/** Edges with two triangles. */
function edgeSides(surface: Mesh): EdgeSides[] {
	const { edges, cellEdges } = edgeTopology(surface, "triangle");
	const beside: number[][] = Array.from({ length: edges.length / 2 }, () => []);
	for (const [i, edge] of cellEdges.entries())
		beside[edge].push(Math.floor(i / 3));
	return beside.flatMap((triangles, edge) =>
		triangles.length === 2
			? [
					{
						ends: [edges[2 * edge], edges[2 * edge + 1]] as const,
						triangles: [triangles[0], triangles[1]] as const,
					},
				]
			: [],
	);
}

/** Numbers triangles by the smooth patch that they are in. */
function patches(
	{ positions, triangles }: Mesh,
	sides: readonly EdgeSides[],
	normals: readonly Vector3[],
	smallest: number,
): Int32Array {
	const count = triangles.length / 3;
	const isSharp = ({ triangles: [s, t] }: EdgeSides) =>
		dot(normals[s], normals[t]) < Math.cos(sharp);
	const smooth = disjointSets(count);
	for (const side of sides)
		if (!isSharp(side)) unite(smooth, ...side.triangles);
	const areas = new Float64Array(count);
	for (let t = 0; t < count; t++) {
		const [a, b, c] = triangles.subarray(3 * t, 3 * t + 3);
		areas[findRoot(smooth, t)] += triangleArea(positions, a, b, c);
	}
	const isSmall = Uint8Array.from({ length: count }, (_, t) =>
		Number(areas[findRoot(smooth, t)] < smallest),
	);
	for (const {
		triangles: [s, t],
	} of sides)
		if (isSmall[s] || isSmall[t]) unite(smooth, s, t);
	return Int32Array.from({ length: count }, (_, t) => findRoot(smooth, t));
}

function normalOf(x: Float64Array, [a, b, c]: Uint32Array): Vector3 {
	const edge = (v: number, k: number) => x[3 * v + k] - x[3 * a + k];
	const [u, v] = [b, c].map((p) => [edge(p, 0), edge(p, 1), edge(p, 2)]);
	const n = [
		u[1] * v[2] - u[2] * v[1],
		u[2] * v[0] - u[0] * v[2],
		u[0] * v[1] - u[1] * v[0],
	];
	const length = Math.hypot(...n) || 1;
	return [n[0] / length, n[1] / length, n[2] / length];
}

const dot = (a: Vector3, b: Vector3): number =>
	a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const distance = (a: Vector3, b: Vector3): number =>
	Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

export const between = (a: Vector3, b: Vector3, part: number): Vector3 => [
	a[0] + part * (b[0] - a[0]),
	a[1] + part * (b[1] - a[1]),
	a[2] + part * (b[2] - a[2]),
];

/** The part of the way along a segment where it is nearest. */
function onSegment(x: Vector3, [a, b]: CreaseSegment["ends"]): number {
	const along: Vector3 = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
	const from: Vector3 = [x[0] - a[0], x[1] - a[1], x[2] - a[2]];
	const part = dot(from, along) / (dot(along, along) || 1);
	return Math.min(1, Math.max(0, part));
}
