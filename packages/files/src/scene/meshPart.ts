import { components } from "pliant/mesh";
import type { MeshFile } from "../meshes/meshFormat.ts";
import { renumberVertices } from "../meshes/parts/renumberVertices.ts";

/** What is connected to the vertices of a group: a piece of a pattern. */
export function meshPart(file: MeshFile, part: string): MeshFile {
	const { mesh, outlines } = file;
	const group = Object.hasOwn(mesh.groups, part) && mesh.groups[part];
	if (!group)
		throw new Error(
			`has no part '${part}'; it has ${Object.keys(mesh.groups).join(", ") || "none"}`,
		);
	const { componentOf } = components(mesh);
	const kept = new Set(Array.from(group, (vertex) => componentOf[vertex]));
	let count = 0;
	const numbers = Int32Array.from(componentOf, (component) =>
		kept.has(component) ? count++ : -1,
	);
	const inPart = (cells: Uint32Array, size: number) =>
		cells.filter((_, i) => numbers[cells[i - (i % size)]] >= 0);
	const { textureCoordinates } = file;
	const outline = outlines?.get(part);
	return {
		...renumberVertices(
			{
				mesh: {
					...mesh,
					edges: inPart(mesh.edges, 2),
					triangles: inPart(mesh.triangles, 3),
					tetrahedra: inPart(mesh.tetrahedra, 4),
					hexahedra: inPart(mesh.hexahedra, 8),
					...(mesh.midpoints && { midpoints: inPart(mesh.midpoints, 3) }),
				},
				...(textureCoordinates && { textureCoordinates }),
			},
			numbers,
		),
		...(outline && {
			outlines: new Map([
				[
					part,
					{
						...outline,
						corners: outline.corners.map((vertex) => numbers[vertex]),
					},
				],
			]),
		}),
		notes: file.notes,
	};
}
