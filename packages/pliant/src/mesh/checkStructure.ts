import {
	cellArrayNames,
	cellCount,
	cellKinds,
	cells,
	type Mesh,
	vertexCount,
	verticesPerCell,
} from "./mesh.ts";
import { createProblemReport, type MeshProblem } from "./meshProblem.ts";

/** The problems with which a mesh cannot even be read: everything else presumes that there are none. */
export function checkStructure(mesh: Mesh): MeshProblem[] {
	const report = createProblemReport();
	const vertices = Math.floor(vertexCount(mesh));
	const isCell = cellKinds.some((kind) => cellCount(mesh, kind) > 0);
	if (vertices === 0 || !isCell) {
		report.add(
			"empty",
			() =>
				`the mesh has ${vertices} vertices and ${isCell ? "some" : "no"} cells`,
		);
	}

	if (mesh.positions.length % 3 !== 0) {
		report.add(
			"array-length",
			() =>
				`positions has length ${mesh.positions.length}, not a multiple of 3`,
		);
	}
	for (const kind of cellKinds) {
		const { length } = cells(mesh, kind);
		if (length % verticesPerCell[kind] !== 0) {
			report.add(
				"array-length",
				() =>
					`${cellArrayNames[kind]} has length ${length}, not a multiple of ${verticesPerCell[kind]}`,
			);
		}
	}

	const range =
		vertices === 0 ? "none" : `${vertices} vertices (0 to ${vertices - 1})`;
	for (const kind of cellKinds) {
		cells(mesh, kind).forEach((vertex, i) => {
			if (vertex < vertices) return;
			const index = Math.floor(i / verticesPerCell[kind]);
			report.add(
				"index-range",
				() => `${kind} ${index} uses vertex ${vertex}; the mesh has ${range}`,
				{ cell: { kind, index }, vertices: [vertex] },
			);
		});
	}
	for (const [name, group] of Object.entries(mesh.groups)) {
		for (const vertex of group) {
			if (vertex < vertices) continue;
			report.add(
				"index-range",
				() => `group "${name}" has vertex ${vertex}; the mesh has ${range}`,
				{ vertices: [vertex] },
			);
		}
	}
	return report.problems();
}
