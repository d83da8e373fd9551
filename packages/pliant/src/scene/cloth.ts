/** Bodies of triangles. */
import { requireMesh, requireOptions, requirePositive } from "../checks.ts";
import { type DiscOptions, disc as discMesh } from "../mesh/generators/disc.ts";
import { type GridOptions, grid as gridMesh } from "../mesh/generators/grid.ts";
import {
	type SphereOptions,
	sphere as sphereMesh,
} from "../mesh/generators/sphere.ts";
import { type TubeOptions, tube as tubeMesh } from "../mesh/generators/tube.ts";
import type { Mesh } from "../mesh/mesh.ts";
import type { AppliedModel } from "../models/elementModel.ts";
import type { BodyContact } from "../points/bodyContact.ts";
import { Body } from "./body.ts";
import { requireDomain } from "./requireDomain.ts";

export interface ClothOptions {
	readonly name?: string;
	/** A model of triangles or rectangles, or springs along the edges that `edgesOf` gives a mesh. */
	readonly membrane: AppliedModel;
	readonly bending?: AppliedModel;
	/** Between fibres that bend and threads that are sheared: `bendingFriction`, `shearFriction`. */
	readonly friction?: AppliedModel | readonly AppliedModel[];
	/** Mass per area [kg/m²]; statics without gravity and other loads by mass needs none. */
	readonly arealDensity?: number;
	/** How it touches, in scenes whose surfaces do. */
	readonly contact?: BodyContact;
}

const clothOptions = [
	"name",
	"membrane",
	"bending",
	"friction",
	"arealDensity",
	"contact",
] as const satisfies (keyof ClothOptions)[];

export function mesh(mesh: Mesh, options: ClothOptions): Body {
	requireOptions("cloth", options, clothOptions);
	const { membrane, bending, arealDensity } = options;
	const friction = [options.friction ?? []].flat();
	requireMesh("cloth", mesh);
	if (arealDensity !== undefined)
		requirePositive("cloth: arealDensity", arealDensity);
	requireDomain("cloth: membrane", membrane, ["triangle", "rectangle", "edge"]);
	if (bending)
		requireDomain("cloth: bending", bending, ["hinge", "pair", "patch"]);
	for (const model of friction)
		requireDomain("cloth: friction", model, ["star", "triangle"]);
	return new Body({
		...options,
		mesh,
		models: [membrane, ...(bending ? [bending] : []), ...friction],
		massOn: "triangle",
		density: arealDensity,
	});
}

export const grid = (shape: GridOptions, options: ClothOptions): Body =>
	mesh(gridMesh(shape), options);

export const disc = (shape: DiscOptions, options: ClothOptions): Body =>
	mesh(discMesh(shape), options);

export const sphere = (shape: SphereOptions, options: ClothOptions): Body =>
	mesh(sphereMesh(shape), options);

export const tube = (shape: TubeOptions, options: ClothOptions): Body =>
	mesh(tubeMesh(shape), options);
