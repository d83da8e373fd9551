import { type RepairOptions, repairMesh } from "pliant/mesh";
import { countedNote } from "./parts/countedNote.ts";
import type { MeshWithLooks } from "./parts/renumberVertices.ts";

/** Repairs a mesh and takes its looks along. Notes tell what was changed. */
export function repairMeshFile(
	{ mesh, textureCoordinates, ...looks }: MeshWithLooks,
	options: RepairOptions = {},
): MeshWithLooks & { readonly notes: readonly string[] } {
	const {
		mesh: repaired,
		changes,
		origins,
		vertexMap,
	} = repairMesh(mesh, options);
	if (!textureCoordinates) return { mesh: repaired, ...looks, notes: changes };
	const from = textureCoordinates;
	const moved = Float32Array.from(
		{ length: 2 * origins.length },
		(_, i) => from[2 * origins[i >> 1] + (i & 1)],
	);
	const torn = vertexMap.filter(
		(to, vertex) =>
			to >= 0 &&
			(moved[2 * to] !== from[2 * vertex] ||
				moved[2 * to + 1] !== from[2 * vertex + 1]),
	).length;
	if (torn === 0)
		return {
			...{ mesh: repaired, textureCoordinates: moved, ...looks },
			notes: changes,
		};
	const lost = countedNote(torn, "vertex", "merged with others of the texture");
	return {
		mesh: repaired,
		...looks,
		notes: [...changes, `texture coordinates were left out: ${lost}`],
	};
}
