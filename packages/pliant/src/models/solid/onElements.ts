/**
 * Solid laws on finite elements: the energy of an element is ∫ psi(F) dV with F of its shape functions, constant in a linear
 * tetrahedron, at 2×2×2 Gauss points in a trilinear hexahedron, at four and nine points in quadratic ones.
 */
import {
	type Expr,
	type Matrix,
	mul,
	ofLinearMap,
	type Vector,
} from "../../energy/index.ts";
import type { SolidKind } from "../../mesh/cellShape.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import { quadraticCells } from "../../mesh/quadraticCells.ts";
import { elementModel, type Symbols } from "../elementModel.ts";
import {
	hexahedronSampleVolume,
	hexahedronShapeGradients,
	restVolume,
	tetrahedronShapeGradients,
} from "../geometry.ts";
import type { Parameters } from "../parameters.ts";
import { samplePlaces } from "./fields/samplePlaces.ts";
import { solidSampling } from "./fields/solidFields.ts";
import {
	quadraticSample,
	quadraticSamples,
	type RestSample,
} from "./quadraticElements.ts";
import { quadraticGeometry } from "./quadraticGeometry.ts";
import type { LawConstants, SolidLaw } from "./solidLaw.ts";

const linearTetrahedron = (X: readonly Vector3[]): RestSample => ({
	shapeGradients: tetrahedronShapeGradients(X),
	volume: restVolume(X),
});

const trilinearHexahedron = (
	X: readonly Vector3[],
	sample: number,
): RestSample => ({
	shapeGradients: hexahedronShapeGradients(X, sample),
	volume: hexahedronSampleVolume(X, sample),
});

/** A law on linear tetrahedra, under its name followed by "-tetrahedra". */
export const onTetrahedra = <P extends Parameters, C extends LawConstants>(
	law: SolidLaw<P, C>,
) =>
	elementModel({
		...described(law),
		name: `${law.name}-tetrahedra`,
		about: `${law.about} On linear tetrahedra, which are too stiff.`,
		domain: "tetrahedron",
		solid: solidSampling(
			"tetrahedron",
			samplePlaces.tetrahedron,
			linearTetrahedron,
		),
		rest: ({ X, material }) => ({
			...linearTetrahedron(X),
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
		about: `${law.about} On trilinear hexahedra, which are too stiff where few are across.`,
		domain: "hexahedron",
		samples: 8,
		solid: solidSampling(
			"hexahedron",
			samplePlaces.hexahedron,
			trilinearHexahedron,
		),
		rest: ({ X, material, sample }) => ({
			...trilinearHexahedron(X, sample),
			...law.constants(material),
		}),
	});

/** A law on tetrahedra with nodes in the middle of edges, under its name followed by "-quadratic-tetrahedra". */
export const onQuadraticTetrahedra = <
	P extends Parameters,
	C extends LawConstants,
>(
	law: SolidLaw<P, C>,
) => onQuadratic(law, "tetrahedron", "tetrahedra");

/** A law on serendipity hexahedra, with nodes in the middle of edges, under its name followed by "-quadratic-hexahedra". */
export const onQuadraticHexahedra = <
	P extends Parameters,
	C extends LawConstants,
>(
	law: SolidLaw<P, C>,
) => onQuadratic(law, "hexahedron", "hexahedra");

const onQuadratic = <P extends Parameters, C extends LawConstants>(
	law: SolidLaw<P, C>,
	kind: SolidKind,
	plural: string,
) =>
	elementModel({
		...described(law),
		name: `${law.name}-quadratic-${plural}`,
		about: `${law.about} On ${plural} with unknowns in the middle of edges.`,
		domain: `quadratic-${kind}`,
		elementsOn: (mesh) => quadraticCells(mesh, kind),
		quadratic: quadraticGeometry(kind),
		samples: quadraticSamples[kind].length,
		solid: solidSampling(kind, samplePlaces[`quadratic-${kind}`], (X, sample) =>
			quadraticSample(kind, X, sample),
		),
		rest: ({ X, material, sample }) => ({
			...quadraticSample(kind, X, sample),
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

/** What all kinds of elements take from a law. */
function described<P extends Parameters, C extends LawConstants>(
	law: SolidLaw<P, C>,
) {
	const { about, source, material, psi, positive, linearised } = law;
	const { rotationInvariant } = law;
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
		...(rotationInvariant === false && { rotationInvariant }),
	};
}
