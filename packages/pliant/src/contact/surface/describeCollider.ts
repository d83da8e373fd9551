import { isObject, requireNumbers, requireThat } from "../../checks.ts";
import { triangleAreaVector } from "../../mesh/measure.ts";
import type { Mesh } from "../../mesh/mesh.ts";
import { weldedSurface } from "./weldedSurface.ts";

/**
 * What is unusual about the surface of a collider, and what it leads to: that it is open, that triangles beside each other face different ways, or that its front is inside.
 * Nothing where it is closed and faces outwards. Both sides of it keep bodies away all the same.
 */
export function describeColliderMesh(
	surface: Pick<Mesh, "positions" | "triangles">,
): string | undefined {
	const name = "describeColliderMesh: surface";
	requireThat(
		isObject(surface),
		name,
		surface,
		"one with positions and triangles",
	);
	requireNumbers(`${name}.positions`, surface.positions);
	requireNumbers(`${name}.triangles`, surface.triangles);
	const { kept, triangles } = weldedSurface(surface);
	const positions = Float64Array.from(
		kept.flatMap((v) => [...surface.positions.subarray(3 * v, 3 * v + 3)]),
	);
	const directed = new Map<string, number>();
	let volume = 0;
	for (let t = 0; t < triangles.length; t += 3) {
		const corners = triangles.slice(t, t + 3);
		const [a, b, c] = corners;
		const area = triangleAreaVector(positions, a, b, c);
		for (let k = 0; k < 3; k++) volume += (area[k] * positions[3 * a + k]) / 3;
		for (const [k, from] of corners.entries()) {
			const edge = `${from} ${corners[(k + 1) % 3]}`;
			directed.set(edge, (directed.get(edge) ?? 0) + 1);
		}
	}
	let open = 0;
	let turned = 0;
	for (const [edge, count] of directed) {
		if (count > 1) turned++;
		else if (!directed.has(edge.split(" ").reverse().join(" "))) open++;
	}
	if (turned > 0)
		return `its triangles face different ways along ${turned} edges; repair the mesh, or untangling takes the wrong side for its outside`;
	if (open > 0)
		return `its surface is open along ${open} edges; both of its sides keep bodies away, and what begins inside stays there`;
	return volume < 0
		? "its triangles face inwards; both of its sides keep bodies away, and untangling takes it for closed all the same, but repair the mesh for others"
		: undefined;
}
