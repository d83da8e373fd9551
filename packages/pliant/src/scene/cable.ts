/** Bodies of line elements. */
import { requireMesh, requireOptions, requirePositive } from "../checks.ts";
import {
	type CurveOptions,
	curve as curveMesh,
} from "../mesh/generators/curve.ts";
import { type LineOptions, line as lineMesh } from "../mesh/generators/line.ts";
import type { Mesh } from "../mesh/mesh.ts";
import type { AppliedModel } from "../models/elementModel.ts";
import type { BodyContact } from "../points/bodyContact.ts";
import { Body } from "./body.ts";
import { requireDomain } from "./requireDomain.ts";

export interface CableOptions {
	readonly name?: string;
	/** What its edges resist stretching with; a model of rods resists bending and twist too. */
	readonly spring: AppliedModel;
	/** Mass per length [kg/m]; statics without gravity and other loads by mass needs none. */
	readonly linearDensity?: number;
	/** How it touches, in scenes whose surfaces do. */
	readonly contact?: BodyContact;
}

const cableOptions = [
	"name",
	"spring",
	"linearDensity",
	"contact",
] as const satisfies (keyof CableOptions)[];

export function mesh(mesh: Mesh, options: CableOptions): Body {
	requireOptions("cable", options, cableOptions);
	requireMesh("cable", mesh);
	if (options.linearDensity !== undefined)
		requirePositive("cable: linearDensity", options.linearDensity);
	requireDomain("cable: spring", options.spring, ["edge", "joint"]);
	return new Body({
		...options,
		mesh,
		models: [options.spring],
		massOn: "edge",
		density: options.linearDensity,
	});
}

export const line = (shape: LineOptions, options: CableOptions): Body =>
	mesh(lineMesh(shape), options);

export const curve = (shape: CurveOptions, options: CableOptions): Body =>
	mesh(curveMesh(shape), options);
