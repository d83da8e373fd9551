/** Bodies of tetrahedra or hexahedra. */
import { type BoxOptions, box as boxMesh } from "../mesh/generators/box.ts";
import type { Mesh } from "../mesh/mesh.ts";
import type { AppliedModel } from "../models/elementModel.ts";
import { Body } from "./body.ts";
import { requireDomain } from "./requireDomain.ts";

export interface SolidOptions {
	readonly name?: string;
	/** A model, or several that act together. */
	readonly solid: AppliedModel | readonly AppliedModel[];
	/** Mass per volume [kg/m³]. */
	readonly density: number;
}

export function mesh(mesh: Mesh, options: SolidOptions): Body {
	const models = modelsOf(options);
	for (const solid of models)
		requireDomain("solid", solid, ["tetrahedron", "hexahedron", "strut"]);
	return new Body({
		...options,
		mesh,
		models,
		massOn: cellsOf(options),
		density: options.density,
	});
}

const modelsOf = ({ solid }: SolidOptions): readonly AppliedModel[] =>
	"model" in solid ? [solid] : solid;

const cellsOf = (options: SolidOptions) =>
	modelsOf(options).some(({ model }) => model.cells === "hexahedron")
		? "hexahedron"
		: "tetrahedron";

/** Cells are cut as the model needs them. */
export const box = (
	shape: Omit<BoxOptions, "elements">,
	options: SolidOptions,
): Body =>
	mesh(
		boxMesh({
			...shape,
			elements: cellsOf(options) === "hexahedron" ? "hexahedra" : "tetrahedra",
		}),
		options,
	);
