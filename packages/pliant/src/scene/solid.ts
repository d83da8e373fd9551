/** Bodies of tetrahedra or hexahedra. */
import { type BoxOptions, box as boxMesh } from "../mesh/generators/box.ts";
import type { Mesh } from "../mesh/mesh.ts";
import type { AppliedModel } from "../models/elementModel.ts";
import { Body } from "./body.ts";
import { requireDomain } from "./requireDomain.ts";

export interface SolidOptions {
	readonly name?: string;
	readonly solid: AppliedModel;
	/** Mass per volume [kg/m³]. */
	readonly density: number;
}

export function mesh(mesh: Mesh, options: SolidOptions): Body {
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

/** Cells are cut as the model needs them. */
export const box = (
	shape: Omit<BoxOptions, "elements">,
	options: SolidOptions,
): Body =>
	mesh(
		boxMesh({
			...shape,
			elements:
				options.solid.model.domain === "hexahedron"
					? "hexahedra"
					: "tetrahedra",
		}),
		options,
	);
