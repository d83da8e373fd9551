import { requireMesh, requireOneOf } from "../checks.ts";
import { edgeLength, tetrahedronVolume, triangleArea } from "./measure.ts";
import { cells, type Mesh, verticesPerCell } from "./mesh.ts";

/**
 * Radius ratio of every triangle or tetrahedron: inscribed to circumscribed radius, scaled to 1 for
 * the equilateral shape and 0 for a degenerate one. Negative for an inverted tetrahedron.
 */
export function cellQuality(
	mesh: Mesh,
	kind: "triangle" | "tetrahedron",
): Float64Array {
	requireMesh("cellQuality", mesh);
	requireOneOf("cellQuality: kind", kind, ["triangle", "tetrahedron"]);
	const v = cells(mesh, kind);
	const size = verticesPerCell[kind];
	const radiusRatio =
		kind === "triangle" ? triangleRadiusRatio : tetrahedronRadiusRatio;
	const quality = new Float64Array(v.length / size);
	for (let cell = 0; cell < quality.length; cell++) {
		quality[cell] = radiusRatio(mesh.positions, v, cell * size);
	}
	return quality;
}

/** 2 r/R with r = 2A/(l₀+l₁+l₂) and R = l₀l₁l₂/4A. */
function triangleRadiusRatio(
	x: Float64Array,
	v: Uint32Array,
	start: number,
): number {
	const [a, b, c] = v.subarray(start, start + 3);
	const l0 = edgeLength(x, b, c);
	const l1 = edgeLength(x, c, a);
	const l2 = edgeLength(x, a, b);
	const area = triangleArea(x, a, b, c);
	return area === 0 ? 0 : (16 * area * area) / ((l0 + l1 + l2) * l0 * l1 * l2);
}

/** 3 r/R with r = 3V/ΣA and R = √((p+q+s)(p+q−s)(p−q+s)(−p+q+s))/24V; p, q, s: products of opposite edges. */
function tetrahedronRadiusRatio(
	x: Float64Array,
	v: Uint32Array,
	start: number,
): number {
	const [a, b, c, d] = v.subarray(start, start + 4);
	const volume = tetrahedronVolume(x, a, b, c, d);
	if (volume === 0) return 0;
	const area =
		triangleArea(x, b, c, d) +
		triangleArea(x, a, d, c) +
		triangleArea(x, a, b, d) +
		triangleArea(x, a, c, b);
	const p = edgeLength(x, a, b) * edgeLength(x, c, d);
	const q = edgeLength(x, a, c) * edgeLength(x, b, d);
	const s = edgeLength(x, a, d) * edgeLength(x, b, c);
	const root = Math.sqrt((p + q + s) * (p + q - s) * (p - q + s) * (q + s - p));
	return (216 * volume * Math.abs(volume)) / (area * root);
}
