/** Bodies by what they are: cables of line elements, cloth of triangles, solids of tetrahedra or hexahedra. */
import {
	type BoxOptions,
	box,
	type CurveOptions,
	curve,
	type DiscOptions,
	disc,
	type GridOptions,
	grid,
	type LineOptions,
	line,
	type Mesh,
	type SphereOptions,
	sphere,
	type TubeOptions,
	tube,
} from "../mesh/index.ts";
import type { DomainName } from "../models/domain.ts";
import type { AppliedModel } from "../models/elementModel.ts";
import { Body } from "./body.ts";

export interface CableOptions {
	readonly name?: string;
	readonly spring: AppliedModel;
	/** Mass per length [kg/m]. */
	readonly linearDensity: number;
}

export interface ClothOptions {
	readonly name?: string;
	/** A model of triangles, or springs along the edges that `edgesOf` gives a mesh. */
	readonly membrane: AppliedModel;
	readonly bending?: AppliedModel;
	/** Mass per area [kg/m²]. */
	readonly arealDensity: number;
}

export interface SolidOptions {
	readonly name?: string;
	readonly solid: AppliedModel;
	/** Mass per volume [kg/m³]. */
	readonly density: number;
}

function requireDomain(
	role: string,
	use: AppliedModel,
	allowed: readonly DomainName[],
): void {
	const { name, domain } = use.model;
	if (!allowed.includes(domain))
		throw new Error(
			`${role}: '${name}' is a model of ${domain} elements; take one of ${allowed.join(" or ")} elements`,
		);
}

function makeCable(mesh: Mesh, options: CableOptions): Body {
	requireDomain("cable", options.spring, ["edge"]);
	return new Body({
		...options,
		mesh,
		models: [options.spring],
		massOn: "edge",
		density: options.linearDensity,
	});
}

function makeCloth(mesh: Mesh, options: ClothOptions): Body {
	const { membrane, bending, arealDensity } = options;
	requireDomain("membrane", membrane, ["triangle", "edge"]);
	if (bending) requireDomain("bending", bending, ["hinge", "pair", "patch"]);
	return new Body({
		...options,
		mesh,
		models: bending ? [membrane, bending] : [membrane],
		massOn: "triangle",
		density: arealDensity,
	});
}

function makeSolid(mesh: Mesh, options: SolidOptions): Body {
	const { solid } = options;
	requireDomain("solid", solid, ["tetrahedron", "hexahedron"]);
	return new Body({
		...options,
		mesh,
		models: [solid],
		massOn: solid.model.domain === "hexahedron" ? "hexahedron" : "tetrahedron",
		density: options.density,
	});
}

export const cable = {
	mesh: makeCable,
	line: (shape: LineOptions, options: CableOptions) =>
		makeCable(line(shape), options),
	curve: (shape: CurveOptions, options: CableOptions) =>
		makeCable(curve(shape), options),
};

export const cloth = {
	mesh: makeCloth,
	grid: (shape: GridOptions, options: ClothOptions) =>
		makeCloth(grid(shape), options),
	disc: (shape: DiscOptions, options: ClothOptions) =>
		makeCloth(disc(shape), options),
	sphere: (shape: SphereOptions, options: ClothOptions) =>
		makeCloth(sphere(shape), options),
	tube: (shape: TubeOptions, options: ClothOptions) =>
		makeCloth(tube(shape), options),
};

export const solid = {
	mesh: makeSolid,
	/** Cells are cut as the model needs them. */
	box: (shape: Omit<BoxOptions, "elements">, options: SolidOptions) =>
		makeSolid(
			box({
				...shape,
				elements:
					options.solid.model.domain === "hexahedron"
						? "hexahedra"
						: "tetrahedra",
			}),
			options,
		),
};
