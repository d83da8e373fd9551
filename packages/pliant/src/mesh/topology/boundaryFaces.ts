import { requireMesh, requireOneOf } from "../../checks.ts";
import { localFaces, type SolidKind } from "../cellShape.ts";
import { cells, type Mesh, vertexCount, verticesPerCell } from "../mesh.ts";
import { groupEqualTuples, sortWithinTuples } from "./groupEqualTuples.ts";

/**
 * The faces that belong to one cell only, in the order of their cells, counter-clockwise seen from
 * outside: 3 vertices each for tetrahedra, 4 for hexahedra.
 */
export function boundaryFaces(mesh: Mesh, kind: SolidKind): Uint32Array {
	requireMesh("boundaryFaces", mesh);
	requireOneOf("boundaryFaces: kind", kind, ["tetrahedron", "hexahedron"]);
	const faces = cellFaces(mesh, kind);
	const width = localFaces[kind][0].length;
	const { members, groupOf } = groupEqualTuples(
		sortWithinTuples(faces, width),
		width,
		vertexCount(mesh),
	);
	const boundary = new Uint32Array(faces.length);
	let end = 0;
	for (let face = 0; face < groupOf.length; face++) {
		const group = groupOf[face];
		if (members.offsets[group + 1] - members.offsets[group] !== 1) continue;
		boundary.set(faces.subarray(face * width, (face + 1) * width), end);
		end += width;
	}
	return boundary.slice(0, end);
}

/** The faces of all cells, inner ones once per side. */
function cellFaces(mesh: Mesh, kind: SolidKind): Uint32Array {
	const vertices = cells(mesh, kind);
	const size = verticesPerCell[kind];
	const places = localFaces[kind].flat();
	const faces = new Uint32Array((vertices.length / size) * places.length);
	let end = 0;
	for (let start = 0; start < vertices.length; start += size) {
		for (const place of places) faces[end++] = vertices[start + place];
	}
	return faces;
}
