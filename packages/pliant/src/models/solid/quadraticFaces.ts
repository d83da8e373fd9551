/** What corners and middles of edges bear of a load on the surface of quadratic cells. */
import { triangleArea } from "../../mesh/measure.ts";
import { type Mesh, vertexCount } from "../../mesh/mesh.ts";
import { boundaryFaces } from "../../mesh/topology.ts";

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

/** ∫N over the faces between the vertices: 0 and ⅓ of a triangle's area, −1/12 and ⅓ of a quadrilateral's. */
export function surfaceShares(
	mesh: Mesh,
	vertices: Uint32Array,
): SurfaceShares {
	const corners = new Map<number, number>();
	const middles = new Map<string, { ends: number[]; weight: number }>();
	for (const face of facesBetween(mesh, vertices)) {
		const [a, b, c, d = a] = face;
		const area =
			triangleArea(mesh.positions, a, b, c) +
			triangleArea(mesh.positions, a, c, d);
		for (const [i, p] of face.entries()) {
			const q = face[(i + 1) % face.length];
			const key = `${Math.min(p, q)} ${Math.max(p, q)}`;
			const middle = middles.get(key) ?? { ends: [p, q], weight: 0 };
			middle.weight += area / 3;
			middles.set(key, middle);
			if (face.length === 4) corners.set(p, (corners.get(p) ?? 0) - area / 12);
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

/** Boundary faces of solid cells with all corners among the vertices. */
function facesBetween(mesh: Mesh, vertices: Uint32Array): number[][] {
	const chosen = new Uint8Array(vertexCount(mesh));
	for (const vertex of vertices) chosen[vertex] = 1;
	return (["tetrahedron", "hexahedron"] as const).flatMap((kind) => {
		const all = boundaryFaces(mesh, kind);
		const size = kind === "tetrahedron" ? 3 : 4;
		return Array.from({ length: all.length / size }, (_, i) => [
			...all.subarray(size * i, size * (i + 1)),
		]).filter((face) => face.every((vertex) => chosen[vertex]));
	});
}
