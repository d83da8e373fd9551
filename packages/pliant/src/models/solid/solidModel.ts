/**
 * A law as a model of bodies, on the elements that are best for the cells of their mesh: quadratic hexahedra or tetrahedra. Scenes and
 * programs that name a law alone get this; the elements by themselves are `stvk.elements.hexahedra` and the like.
 *
 * With four cells across, at small strain, a cantilever under its weight, a sheared column, a twisted bar and an L are too stiff by 0.3, 0.4,
 * 0.2 and 2 % on quadratic hexahedra; by 4.3, 4.5, 5.4 and 8.4 % on trilinear ones; and by 1.0, 1.2, 5.2 and 5.1 % on trilinear ones
 * with incompatible modes, which cure bending but neither torsion nor corners and are therefore not here.
 */
import { cellCount, type Mesh } from "../../mesh/mesh.ts";
import type { AppliedModel, ElementModel } from "../elementModel.ts";
import type { MeshModel } from "../meshModel.ts";
import {
	checkMaterial,
	type Material,
	type Parameters,
} from "../parameters.ts";
import {
	onHexahedra,
	onQuadraticHexahedra,
	onQuadraticTetrahedra,
	onTetrahedra,
} from "./onElements.ts";
import type { LawConstants, SolidLaw } from "./solidLaw.ts";

export interface SolidModel<P extends Parameters> extends MeshModel<P> {
	/** The law on one kind of elements, whatever the mesh. */
	readonly elements: Readonly<
		Record<
			"tetrahedra" | "hexahedra" | "quadraticTetrahedra" | "quadraticHexahedra",
			// biome-ignore lint/suspicious/noExplicitAny: their rest data are of different types
			ElementModel<P, any>
		>
	>;
}

export function solidModel<P extends Parameters, C extends LawConstants>(
	law: SolidLaw<P, C>,
): SolidModel<P> {
	const { name, about, source = "", material: parameters } = law;
	const elements = {
		tetrahedra: onTetrahedra(law),
		hexahedra: onHexahedra(law),
		quadraticTetrahedra: onQuadraticTetrahedra(law),
		quadraticHexahedra: onQuadraticHexahedra(law),
	};
	const apply = (given: Material<P>): AppliedModel => {
		checkMaterial(name, parameters, given);
		const onMesh = (mesh: Mesh) =>
			cellCount(mesh, "tetrahedron") > 0 && cellCount(mesh, "hexahedron") === 0
				? elements.quadraticTetrahedra
				: elements.quadraticHexahedra;
		return {
			...elements.quadraticHexahedra(given),
			name,
			forMesh: (mesh) => ({ ...onMesh(mesh)(given), name }),
		};
	};
	return Object.assign(apply, {
		modelName: name,
		about: `${about} On quadratic elements, hexahedra or tetrahedra as the mesh has them.`,
		source,
		domain: "quadratic-hexahedron" as const,
		material: parameters,
		elements,
	});
}
