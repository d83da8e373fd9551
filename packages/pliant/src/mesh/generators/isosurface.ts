/**
 * The surface where a function of space has a value, by marching tetrahedra: every cube of a grid is cut into six tetrahedra around a
 * diagonal, and where the value lies between two corners there is a vertex on their edge.
 */

import {
	requireFinite,
	requireFunction,
	requireOptions,
	requirePositive,
	requireVector3,
} from "../../checks.ts";
import { createMesh, type Mesh, type Vector3 } from "../mesh.ts";

export interface IsosurfaceOptions {
	/** Larger inside. */
	readonly field: (x: number, y: number, z: number) => number;
	/** The value of the field on the surface. */
	readonly level: number;
	/** Corners of a box [m] around the surface. */
	readonly low: Vector3;
	readonly high: Vector3;
	/** Distance between grid points [m]. */
	readonly spacing: number;
}

/** Corners of a cube by bits: x + 2y + 4z. All ways from corner 0 to corner 7 along edges. */
const tetrahedra = [
	[0, 1, 3, 7],
	[0, 3, 2, 7],
	[0, 2, 6, 7],
	[0, 6, 4, 7],
	[0, 4, 5, 7],
	[0, 5, 1, 7],
];
/** Vertices start this part of an edge away from its ends, before they go to the surface. */
const away = 0.2;

/** A closed, manifold surface, normals outward. */
export function isosurface(of: IsosurfaceOptions): Mesh {
	requireOptions("isosurface", of, [
		"field",
		"level",
		"low",
		"high",
		"spacing",
	]);
	const { field, level, low, high, spacing } = of;
	requireFunction("isosurface: field", field);
	requireFinite("isosurface: level", level);
	requireVector3("isosurface: low", low);
	requireVector3("isosurface: high", high);
	requirePositive("isosurface: spacing", spacing);
	const counts = low.map((l, k) => Math.ceil((high[k] - l) / spacing) + 1);
	const index = (i: number, j: number, k: number) =>
		i + counts[0] * (j + counts[1] * k);
	const at = (node: number): [number, number, number] => [
		low[0] + spacing * (node % counts[0]),
		low[1] + spacing * (Math.floor(node / counts[0]) % counts[1]),
		low[2] + spacing * Math.floor(node / (counts[0] * counts[1])),
	];
	const values = Array.from(
		{ length: counts[0] * counts[1] * counts[2] },
		(_, node) => field(...at(node)) - level,
	);
	requireClosed(values, counts);
	const positions: number[] = [];
	const onEdge = new Map<number, number>();
	const vertexOn = (inside: number, outside: number): number => {
		const key = inside * values.length + outside;
		const known = onEdge.get(key);
		if (known !== undefined) return known;
		const [a, b] = [at(inside), at(outside)];
		const t = values[inside] / (values[inside] - values[outside]);
		const s = Math.min(Math.max(t, away), 1 - away);
		const vertex = positions.length / 3;
		positions.push(...a.map((c, k) => c + s * (b[k] - c)));
		onEdge.set(key, vertex);
		return vertex;
	};
	/** Whether a cube has corners on both sides, as few have. */
	const isCut = (i: number, j: number, k: number) => {
		const first = values[index(i, j, k)] > 0;
		for (let c = 1; c < 8; c++) {
			const node = index(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2));
			if (values[node] > 0 !== first) return true;
		}
		return false;
	};
	const triangles: number[] = [];
	for (let k = 0; k + 1 < counts[2]; k++)
		for (let j = 0; j + 1 < counts[1]; j++)
			for (let i = 0; i + 1 < counts[0]; i++) {
				if (!isCut(i, j, k)) continue;
				for (const corners of tetrahedra) {
					const nodes = corners.map((c) =>
						index(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2)),
					);
					const inside = nodes.filter((node) => values[node] > 0);
					const outside = nodes.filter((node) => values[node] <= 0);
					for (const triangle of cut(inside, outside, vertexOn))
						triangles.push(...outward(triangle, positions, at(inside[0])));
				}
			}
	const smooth = halfwayToNeighbours(positions, triangles);
	const projected = Array.from({ length: smooth.length / 3 }, (_, v) =>
		onto(of, [smooth[3 * v], smooth[3 * v + 1], smooth[3 * v + 2]]),
	);
	return createMesh({ positions: projected.flat(), triangles });
}

function requireClosed(
	values: readonly number[],
	[nx, ny, nz]: readonly number[],
): void {
	values.forEach((value, node) => {
		if (!(value > 0)) return;
		const [i, j] = [node % nx, Math.floor(node / nx) % ny];
		const k = Math.floor(node / (nx * ny));
		const isInner = [i, j, k].every(
			(place, axis) => place > 0 && place < [nx, ny, nz][axis] - 1,
		);
		if (isInner) return;
		throw new Error(
			"isosurface: the surface reaches the sides of the box from low to high; give it room of one spacing on all sides",
		);
	});
	if (values.every((value) => !(value > 0))) {
		throw new Error(
			"isosurface: no point of the grid is inside; make the spacing smaller, or look where the field is above the level",
		);
	}
}

/** Every vertex in the middle between its place and the mean of its neighbours: needles become triangles. */
function halfwayToNeighbours(
	positions: readonly number[],
	triangles: readonly number[],
): number[] {
	const sums = positions.map(() => 0);
	const counts = positions.map(() => 0);
	for (const [i, v] of triangles.entries())
		for (const step of [1, 2]) {
			const other = triangles[3 * Math.floor(i / 3) + ((i + step) % 3)];
			for (let k = 0; k < 3; k++) sums[3 * v + k] += positions[3 * other + k];
			counts[v]++;
		}
	return positions.map((c, i) => (c + sums[i] / counts[Math.floor(i / 3)]) / 2);
}

/** The point of the surface near a point, by Newton's method along the gradient. */
function onto(
	{ field, level, spacing }: IsosurfaceOptions,
	from: Vector3,
): Vector3 {
	const h = 1e-4 * spacing;
	let [x, y, z] = from;
	for (let i = 0; i < 4; i++) {
		const g = [
			(field(x + h, y, z) - field(x - h, y, z)) / (2 * h),
			(field(x, y + h, z) - field(x, y - h, z)) / (2 * h),
			(field(x, y, z + h) - field(x, y, z - h)) / (2 * h),
		];
		const step = (level - field(x, y, z)) / (g[0] ** 2 + g[1] ** 2 + g[2] ** 2);
		[x, y, z] = [x + step * g[0], y + step * g[1], z + step * g[2]];
	}
	return [x, y, z];
}

/** One triangle around a corner that is alone, two between two pairs. */
function cut(
	inside: readonly number[],
	outside: readonly number[],
	vertexOn: (inside: number, outside: number) => number,
): number[][] {
	if (inside.length === 0 || outside.length === 0) return [];
	if (inside.length === 2) {
		const [[a, b], [c, d]] = [inside, outside];
		const quad = [
			vertexOn(a, c),
			vertexOn(a, d),
			vertexOn(b, d),
			vertexOn(b, c),
		];
		return [
			[quad[0], quad[1], quad[2]],
			[quad[0], quad[2], quad[3]],
		];
	}
	return [inside.flatMap((a) => outside.map((b) => vertexOn(a, b)))];
}

/** The triangle with its normal away from a point inside. */
function outward(
	[a, b, c]: readonly number[],
	positions: readonly number[],
	within: Vector3,
): number[] {
	const from = (v: number) => within.map((w, k) => positions[3 * v + k] - w);
	const [p, q, r] = [from(a), from(b), from(c)];
	const volume =
		p[0] * (q[1] * r[2] - q[2] * r[1]) +
		p[1] * (q[2] * r[0] - q[0] * r[2]) +
		p[2] * (q[0] * r[1] - q[1] * r[0]);
	return volume > 0 ? [a, b, c] : [a, c, b];
}
