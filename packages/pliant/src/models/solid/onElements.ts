/**
 * Solid laws on finite elements: the energy of an element is ∫ psi(F) dV with F of its shape functions, constant in a linear
 * tetrahedron, at 2×2×2 Gauss points in a trilinear hexahedron.
 */
import {
	type Expr,
	type Matrix,
	mul,
	ofLinearMap,
	type Vector,
} from "../../energy/index.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import { elementModel, type Symbols } from "../elementModel.ts";
import {
	hexahedronSampleVolume,
	hexahedronShapeGradients,
	restVolume,
	tetrahedronShapeGradients,
} from "../geometry.ts";
import type { Parameters } from "../parameters.ts";
import type { LawConstants, SolidLaw } from "./solidLaw.ts";

/** A law on linear tetrahedra, under its own name. */
export const onTetrahedra = <P extends Parameters, C extends LawConstants>(
	law: SolidLaw<P, C>,
) =>
	elementModel({
		...described(law),
		name: law.name,
		domain: "tetrahedron",
		rest: ({ X, material }) => ({
			shapeGradients: tetrahedronShapeGradients(X),
			volume: restVolume(X),
			...law.constants(material),
		}),
	});

/** A law on trilinear hexahedra, under its name followed by "-hexahedra". */
export const onHexahedra = <P extends Parameters, C extends LawConstants>(
	law: SolidLaw<P, C>,
) =>
	elementModel({
		...described(law),
		name: `${law.name}-hexahedra`,
		about: `${law.about} On trilinear hexahedra.`,
		domain: "hexahedron",
		samples: 8,
		rest: ({ X, material, sample }) => ({
			shapeGradients: hexahedronShapeGradients(X, sample),
			volume: hexahedronSampleVolume(X, sample),
			...law.constants(material),
		}),
	});

type Rest<C extends LawConstants> = {
	readonly shapeGradients: Vector3[];
	readonly volume: number;
} & C;

type Context<C extends LawConstants> = {
	readonly x: readonly Vector[];
} & Symbols<Rest<C>>;

/** What both kinds of elements take from a law. */
function described<P extends Parameters, C extends LawConstants>(
	law: SolidLaw<P, C>,
) {
	const { about, source, material, psi, positive, linearised } = law;
	const integrated =
		(density: (F: Matrix, constants: Symbols<C>) => Expr) =>
		({ x, shapeGradients, volume, ...constants }: Context<C>) =>
			ofLinearMap(x, shapeGradients as readonly Vector[], (F) =>
				mul(volume as Expr, density(F, constants as unknown as Symbols<C>)),
			);
	return {
		about,
		...(source && { source }),
		material,
		energy: integrated(psi),
		...(positive && { positive: integrated(positive) }),
		...(linearised && { linearised }),
	};
}
