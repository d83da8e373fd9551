/** Bodies of tetrahedra or hexahedra. */
import {
	requireMesh,
	requireOptions,
	requirePositive,
	requireThat,
} from "../checks.ts";
import type { EmbeddedSurface } from "../mesh/embeddedSurface.ts";
import { type BoxOptions, box as boxMesh } from "../mesh/generators/box.ts";
import type { Mesh } from "../mesh/mesh.ts";
import type { AppliedModel } from "../models/elementModel.ts";
import type { BodyContact } from "../points/bodyContact.ts";
import { embedInVoxels } from "../voxels/embedInVoxels.ts";
import { fillSurface } from "../voxels/fillSurface.ts";
import { voxelise } from "../voxels/voxelise.ts";
import { voxelMesh } from "../voxels/voxelMesh.ts";
import { Body } from "./body.ts";
import { requireDomain, requireModel } from "./requireDomain.ts";

export interface SolidOptions {
	readonly name?: string;
	/** A model, or several that act together. */
	readonly solid: AppliedModel | readonly AppliedModel[];
	/** Mass per volume [kg/m³]; statics without gravity and other loads by mass needs none. */
	readonly density?: number;
	/** How it touches, in scenes whose surfaces do. */
	readonly contact?: BodyContact;
	/** A surface that follows it, to be looked at in place of its cells. */
	readonly skin?: EmbeddedSurface;
}

export interface FillOptions extends Omit<SolidOptions, "skin"> {
	/** About the length of cells' edges [m]. */
	readonly cellSize: number;
}

export interface VoxelsOptions extends Omit<SolidOptions, "skin"> {
	/** Side of the cubes [m]. */
	readonly cellSize: number;
}

export function mesh(mesh: Mesh, options: SolidOptions): Body {
	requireMesh("solid", mesh);
	const models = modelsOf(options).map((use) => use.forMesh?.(mesh) ?? use);
	for (const solid of models)
		requireDomain("solid: solid", solid, [
			"tetrahedron",
			"quadratic-tetrahedron",
			"hexahedron",
			"quadratic-hexahedron",
			"strut",
		]);
	return new Body({
		...options,
		mesh,
		models,
		massOn: cellsOf(models),
		density: options.density,
	});
}

const solidOptions = [
	"name",
	"solid",
	"density",
	"contact",
	"skin",
	"cellSize",
] as const satisfies (keyof SolidOptions | keyof FillOptions)[];

function modelsOf(options: SolidOptions): readonly AppliedModel[] {
	requireOptions("solid", options, solidOptions);
	const { solid, density } = options;
	if (density !== undefined) requirePositive("solid: density", density);
	const models = Array.isArray(solid) ? solid : [solid];
	requireThat(models.length > 0, "solid: solid", solid, "at least one model");
	for (const use of models) requireModel("solid: solid", use);
	return models;
}

const cellsOf = (models: readonly AppliedModel[]) =>
	models.some(({ model }) => model.cells === "hexahedron")
		? "hexahedron"
		: "tetrahedron";

/** Cells are hexahedra, or tetrahedra where the model needs them. */
export const box = (
	shape: Omit<BoxOptions, "elements">,
	options: SolidOptions,
): Body => {
	requireOptions("solid.box", shape, ["size", "cells", "split", "origin"]);
	return mesh(
		boxMesh({
			...shape,
			elements:
				cellsOf(modelsOf(options)) === "hexahedron"
					? "hexahedra"
					: "tetrahedra",
		}),
		options,
	);
};

/**
 * A closed surface, filled as the model needs it: with tetrahedra that conform to it, or for models of hexahedra with cubes. The surface is its skin;
 * `skin.notes` tell what of it was mended, and which of its parts are too thin for the cells.
 */
export function fill(surface: Mesh, options: FillOptions): Body {
	requireMesh("solid.fill", surface);
	const needCubes = modelsOf(options).some(
		({ model, forMesh }) => !forMesh && model.cells === "hexahedron",
	);
	if (needCubes) return voxels(surface, options);
	const { cellSize, ...others } = options;
	const { mesh: cells, skin } = fillSurface(surface, { cellSize });
	return mesh(cells, { ...others, skin });
}

/** A closed surface filled with cubes, for models of hexahedra; the surface is its skin. `skin.notes` tell which of its parts are too thin for the cubes. */
export function voxels(surface: Mesh, given: VoxelsOptions): Body {
	requireMesh("solid.voxels", surface);
	modelsOf(given);
	const { cellSize, ...options } = given;
	const grid = voxelise(surface, { size: cellSize });
	const cells = voxelMesh(grid);
	return mesh(cells, { ...options, skin: embedInVoxels(surface, grid, cells) });
}
