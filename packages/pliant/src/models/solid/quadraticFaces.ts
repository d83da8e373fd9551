/** Faces of quadratic cells: where loads on them are integrated, and what corners and middles of edges bear. */

import { type Mesh, type Vector3, vertexCount } from "../../mesh/mesh.ts";
import { middleVertices } from "../../mesh/quadraticCells.ts";
import { boundaryFaces } from "../../mesh/topology.ts";
import { crossProduct } from "../geometry.ts";

/** Corners of a face; it has as many middles, the first of them between the first two corners. */
export type FaceSize = 3 | 4;

export interface Faces {
	readonly size: FaceSize;
	/** Counter-clockwise seen from outside. */
	readonly corners: Uint32Array;
}

/** One point of integration on a face. */
export interface FaceSample {
	/** The part of the reference face that it stands for. */
	readonly weight: number;
	/** Of each node, corners first: the shape function, and its derivatives along the reference face. */
	readonly nodes: readonly Vector3[];
	/** The functions that are linear along edges, of the corners alone. */
	readonly corners: readonly number[];
}

/** Exact for pressure on faces that are as curved as they can be: integrands of degree four, and of five along each axis of a quadrilateral. */
export const faceSamples: Readonly<Record<FaceSize, readonly FaceSample[]>> = {
	3: triangleSamples(),
	4: quadrilateralSamples(),
};

/** Six points, with positive weights. */
function triangleSamples(): FaceSample[] {
	const spread = Math.sqrt(38 - 44 * Math.sqrt(2 / 5));
	const more = Math.sqrt(213125 - 53320 * Math.sqrt(10));
	return [1, -1].flatMap((sign) => {
		const near = (8 - Math.sqrt(10) + sign * spread) / 18;
		const weight = (620 + sign * more) / 3720 / 2;
		return [0, 1, 2].map((apex): FaceSample => {
			const L = [near, near, near];
			L[apex] = 1 - 2 * near;
			const along = [
				[-1, -1],
				[1, 0],
				[0, 1],
			];
			const slope = (v: number, k: number) => along[v][k];
			return {
				weight,
				corners: L,
				nodes: [
					...[0, 1, 2].map(
						(v): Vector3 => [
							L[v] * (2 * L[v] - 1),
							(4 * L[v] - 1) * slope(v, 0),
							(4 * L[v] - 1) * slope(v, 1),
						],
					),
					...[0, 1, 2].map((a): Vector3 => {
						const b = (a + 1) % 3;
						const derivative = (k: number) =>
							4 * (L[a] * slope(b, k) + L[b] * slope(a, k));
						return [4 * L[a] * L[b], derivative(0), derivative(1)];
					}),
				],
			};
		});
	});
}

/** Three points of Gauss along each axis. */
function quadrilateralSamples(): FaceSample[] {
	const points = [
		[-Math.sqrt(0.6), 5 / 9],
		[0, 8 / 9],
		[Math.sqrt(0.6), 5 / 9],
	] as const;
	const corners = [
		[-1, -1],
		[1, -1],
		[1, 1],
		[-1, 1],
	] as const;
	return points.flatMap(([x, wx]) =>
		points.map(([y, wy]): FaceSample => {
			const corner = ([a, b]: readonly [number, number]): Vector3 => {
				const [f, g] = [1 + a * x, 1 + b * y];
				return [
					(f * g * (a * x + b * y - 1)) / 4,
					(a * g * (2 * a * x + b * y)) / 4,
					(b * f * (a * x + 2 * b * y)) / 4,
				];
			};
			const middle = (i: number): Vector3 => {
				const [p, q] = [corners[i], corners[(i + 1) % 4]];
				const [a, b] = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
				return a === 0
					? [
							((1 - x * x) * (1 + b * y)) / 2,
							-x * (1 + b * y),
							(b * (1 - x * x)) / 2,
						]
					: [
							((1 - y * y) * (1 + a * x)) / 2,
							(a * (1 - y * y)) / 2,
							-y * (1 + a * x),
						];
			};
			return {
				weight: wx * wy,
				corners: corners.map(([a, b]) => ((1 + a * x) * (1 + b * y)) / 4),
				nodes: [...corners.map(corner), ...[0, 1, 2, 3].map(middle)],
			};
		}),
	);
}

/** Boundary faces of solid cells with all corners among the vertices. */
export function facesBetween(mesh: Mesh, vertices: Uint32Array): Faces[] {
	const chosen = new Uint8Array(vertexCount(mesh));
	for (const vertex of vertices) chosen[vertex] = 1;
	return ([3, 4] as const).flatMap((size) => {
		const all = boundaryFaces(mesh, size === 3 ? "tetrahedron" : "hexahedron");
		const corners = all.filter((_, i) => {
			const first = i - (i % size);
			return all
				.subarray(first, first + size)
				.every((vertex) => chosen[vertex] === 1);
		});
		return corners.length > 0 ? [{ size, corners }] : [];
	});
}

export interface SurfaceShares {
	/** Areas [m²] that corners bear. */
	readonly corners: {
		readonly vertices: Uint32Array;
		readonly weights: Float64Array;
	};
	/** And the middles of edges, each given by the two ends of its edge. */
	readonly middles: {
		readonly ends: Uint32Array;
		readonly weights: Float64Array;
	};
}

/** ∫N over the faces between the vertices at rest: of flat triangles 0 and ⅓ of the area, of parallelograms −1/12 and ⅓. */
export function surfaceShares(
	mesh: Mesh,
	vertices: Uint32Array,
): SurfaceShares {
	const corners = new Map<number, number>();
	const middles = new Map<string, { ends: number[]; weight: number }>();
	const middleOf = middleVertices(mesh);
	const at = (vertex: number): Vector3 => {
		const [x, y, z] = mesh.positions.subarray(3 * vertex, 3 * vertex + 3);
		return [x, y, z];
	};
	for (const { size, corners: all } of facesBetween(mesh, vertices))
		for (let first = 0; first < all.length; first += size) {
			const face = [...all.subarray(first, first + size)];
			const edges = face.map((p, i) => [p, face[(i + 1) % size]] as const);
			const X = [
				...face.map(at),
				...edges.map(([p, q]): Vector3 => {
					const vertex = middleOf(p, q);
					if (vertex !== undefined) return at(vertex);
					const [a, b] = [at(p), at(q)];
					return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
				}),
			];
			const shares = nodeShares(X, size);
			for (const [i, vertex] of face.entries())
				corners.set(vertex, (corners.get(vertex) ?? 0) + shares[i]);
			for (const [i, [p, q]] of edges.entries()) {
				const key = `${Math.min(p, q)} ${Math.max(p, q)}`;
				const middle = middles.get(key) ?? { ends: [p, q], weight: 0 };
				middle.weight += shares[size + i];
				middles.set(key, middle);
			}
		}
	return {
		corners: {
			vertices: Uint32Array.from(corners.keys()),
			weights: Float64Array.from(corners.values()),
		},
		middles: {
			ends: Uint32Array.from([...middles.values()].flatMap(({ ends }) => ends)),
			weights: Float64Array.from(middles.values(), ({ weight }) => weight),
		},
	};
}

/** ∫N of each node of a face, given where they are. */
function nodeShares(X: readonly Vector3[], size: FaceSize): number[] {
	const shares = new Array<number>(2 * size).fill(0);
	for (const { weight, nodes } of faceSamples[size]) {
		const tangent = (k: 1 | 2): Vector3 => {
			const component = (r: number) =>
				nodes.reduce((sum, N, v) => sum + N[k] * X[v][r], 0);
			return [component(0), component(1), component(2)];
		};
		const area = weight * Math.hypot(...crossProduct(tangent(1), tangent(2)));
		for (const [v, [N]] of nodes.entries()) shares[v] += area * N;
	}
	return shares;
}
