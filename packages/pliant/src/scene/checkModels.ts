/** Whether a mesh has what the models on it are made for. */
import {
	type CellKind,
	cellArrayNames,
	cellCount,
	cellKinds,
	type Mesh,
} from "../mesh/mesh.ts";
import { domains } from "../models/domain.ts";
import type { AppliedModel } from "../models/elementModel.ts";

export function checkModels(
	label: string,
	mesh: Mesh,
	massOn: CellKind,
	models: readonly AppliedModel[],
): void {
	for (const { model, checkMesh } of models) {
		requireCells(label, mesh, domains[model.domain].cells, `'${model.name}'`);
		try {
			checkMesh?.(mesh);
		} catch (error) {
			throw new Error(`${label}: ${(error as Error).message}`);
		}
	}
	requireCells(label, mesh, massOn, "its mass");
}

function requireCells(
	label: string,
	mesh: Mesh,
	needed: CellKind,
	owner: string,
): void {
	if (cellCount(mesh, needed) > 0) return;
	const present = cellKinds.filter((kind) => cellCount(mesh, kind) > 0);
	const found =
		present
			.map((kind) => `${cellCount(mesh, kind)} ${cellArrayNames[kind]}`)
			.join(" and ") || "no cells at all";
	const remedies = present.flatMap((kind) => remedy[needed][kind] ?? []);
	throw new Error(
		`${label}: ${owner} needs ${cellArrayNames[needed]}, but the mesh has ${found}; ${remedies[0] ?? `give it ${cellArrayNames[needed]}`}`,
	);
}

/** What helps where one kind of cells is needed and another one is there. */
const remedy: Readonly<
	Record<CellKind, Partial<Readonly<Record<CellKind, string>>>>
> = {
	edge: {
		triangle: "edgesOf(mesh) adds the edges of its cells",
		tetrahedron: "edgesOf(mesh) adds the edges of its cells",
		hexahedron: "edgesOf(mesh) adds the edges of its cells",
	},
	triangle: {
		edge: "make it a cable, with a model of springs",
		tetrahedron:
			"make it a solid, or take its skin: createMesh({ positions, triangles: skinTriangles(mesh) })",
		hexahedron:
			"make it a solid, or take its skin: createMesh({ positions, triangles: skinTriangles(mesh) })",
	},
	tetrahedron: {
		hexahedron:
			'take a model of hexahedra, such as stableNeoHookeanHexahedra, or cut them: box takes elements: "tetrahedra"',
		triangle:
			"fill the surface with tetrahedra, with Gmsh or TetGen for example, or make it cloth",
		edge: "make it a cable, with a model of springs",
	},
	hexahedron: {
		tetrahedron:
			'take a model of tetrahedra, such as stableNeoHookean, or box with elements: "hexahedra"',
		triangle: "give it hexahedra, such as box makes, or make it cloth",
		edge: "make it a cable, with a model of springs",
	},
};
