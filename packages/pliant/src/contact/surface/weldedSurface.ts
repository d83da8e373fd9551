import type { Mesh } from "../../mesh/mesh.ts";

/** Without vertices that are drawn several times, to have sharp edges, and triangles that are none then. */
export function weldedSurface({
	positions,
	triangles,
}: Pick<Mesh, "positions" | "triangles">) {
	const places = new Map<string, number>();
	const kept: number[] = [];
	const target = Uint32Array.from({ length: positions.length / 3 }, (_, v) => {
		const place = positions.subarray(3 * v, 3 * v + 3).join();
		const known = places.get(place) ?? kept.push(v) - 1;
		places.set(place, known);
		return known;
	});
	const faces: number[] = [];
	for (let i = 0; i < triangles.length; i += 3) {
		const [a, b, c] = triangles.subarray(i, i + 3).map((v) => target[v]);
		if (a !== b && b !== c && c !== a) faces.push(a, b, c);
	}
	return { kept, triangles: faces };
}
