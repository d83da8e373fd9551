import { requireList, requireMesh } from "../checks.ts";
import { createMesh, type Mesh, vertexCount } from "./mesh.ts";

/**
 * Several meshes side by side in one, vertices and cells in the order given. Nothing is welded
 * (`repairMesh` with `mergeDistance` does that); groups of the same name are united.
 */
export function mergeMeshes(meshes: readonly Mesh[]): Mesh {
	requireList("mergeMeshes: meshes", meshes);
	for (const mesh of meshes) requireMesh("mergeMeshes", mesh);
	const firstVertices: number[] = [];
	let vertices = 0;
	for (const mesh of meshes) {
		firstVertices.push(vertices);
		vertices += vertexCount(mesh);
	}

	const positions = new Float64Array(3 * vertices);
	meshes.forEach((mesh, i) => {
		positions.set(mesh.positions, 3 * firstVertices[i]);
	});

	const concatenate = (indicesOf: (mesh: Mesh) => Uint32Array | undefined) => {
		const parts = meshes.map((mesh) => indicesOf(mesh) ?? new Uint32Array(0));
		const all = new Uint32Array(parts.reduce((sum, p) => sum + p.length, 0));
		let end = 0;
		parts.forEach((part, i) => {
			for (const vertex of part) all[end++] = vertex + firstVertices[i];
		});
		return all;
	};

	const groupNames = new Set(
		meshes.flatMap((mesh) => Object.keys(mesh.groups)),
	);
	const groups = Object.fromEntries(
		[...groupNames].map((name) => [
			name,
			concatenate((mesh) =>
				Object.hasOwn(mesh.groups, name) ? mesh.groups[name] : undefined,
			),
		]),
	);
	const midpoints = concatenate((mesh) => mesh.midpoints);
	return createMesh({
		positions,
		...(midpoints.length > 0 && { midpoints }),
		edges: concatenate((mesh) => mesh.edges),
		triangles: concatenate((mesh) => mesh.triangles),
		tetrahedra: concatenate((mesh) => mesh.tetrahedra),
		hexahedra: concatenate((mesh) => mesh.hexahedra),
		groups,
	});
}
