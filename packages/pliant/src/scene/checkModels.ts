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
	mesh: Mesh,
	massOn: CellKind,
	models: readonly AppliedModel[],
): void {
	for (const { model, checkMesh } of models) {
		requireCells(mesh, domains[model.domain].cells, `'${model.name}'`);
		checkMesh?.(mesh);
	}
	requireCells(mesh, massOn, "its mass");
}

function requireCells(mesh: Mesh, needed: CellKind, owner: string): void {
	if (cellCount(mesh, needed) > 0) return;
	const present = cellKinds.filter((kind) => cellCount(mesh, kind) > 0);
	const counts = present.map(
		(kind) => `${cellCount(mesh, kind)} ${cellArrayNames[kind]}`,
	);
	throw new Error(
		`${owner} needs ${cellArrayNames[needed]}, but the mesh has ${counts.join(" and ") || "no cells"}; ${remedy(needed, present.at(-1))}`,
	);
}

const makers = {
	edge: "cable",
	triangle: "cloth",
	tetrahedron: "solid",
	hexahedron: "solid",
} as const;

/** What helps where one kind of cells is needed and another one, or none, is there. */
function remedy(needed: CellKind, present: CellKind | undefined): string {
	if (needed === "edge") return "edgesOf(mesh) adds them";
	const other = present
		? `make it a ${makers[present]} with a model of ${cellArrayNames[present]}, or `
		: "";
	return `${other}give it ${cellArrayNames[needed]}${needed === "tetrahedron" ? " (solid.fill fills surfaces)" : ""}`;
}
