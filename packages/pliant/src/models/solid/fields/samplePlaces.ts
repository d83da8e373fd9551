/** How values at the integration points of solid elements and at their corners follow from each other. */
import { quadraticSamples } from "../quadraticElements.ts";
import type { SamplePlaces } from "./solidFields.ts";

/** Coordinates in [−1, 1]³ of a hexahedron's corners. */
const corners = [
	[-1, -1, -1],
	[1, -1, -1],
	[1, 1, -1],
	[-1, 1, -1],
	[-1, -1, 1],
	[1, -1, 1],
	[1, 1, 1],
	[-1, 1, 1],
] as const;

const trilinear = (place: readonly number[], corner: readonly number[]) =>
	place.reduce((weight, x, k) => (weight * (1 + x * corner[k])) / 2, 1);

/** Eight points on the way to the corners, and further ones that corners do not ask. */
function hexahedronPlaces(
	out: number,
	others: readonly (readonly number[])[] = [],
): SamplePlaces {
	const weightsAt = (place: readonly number[]) =>
		corners.map((corner) => trilinear(place, corner));
	return {
		toCorners: corners.map((corner) => [
			...weightsAt(corner.map((c) => c / out)),
			...others.map(() => 0),
		]),
		fromCorners: [
			...corners.map((corner) => weightsAt(corner.map((c) => c * out))),
			...others.map(weightsAt),
		],
	};
}

/** Four points, each nearest to one corner: of the barycentric coordinates `near` there and `far` elsewhere. */
function tetrahedronPlaces(near: number, far: number): SamplePlaces {
	const matrix = (diagonal: number, other: number) =>
		[0, 1, 2, 3].map((i) =>
			[0, 1, 2, 3].map((j) => (i === j ? diagonal : other)),
		);
	const scale = 1 / (near - far);
	return {
		toCorners: matrix(scale * (1 - far), -scale * far),
		fromCorners: matrix(near, far),
	};
}

const [{ place: inTetrahedron }] = quadraticSamples.tetrahedron;
const [{ place: inHexahedron }] = quadraticSamples.hexahedron;

export const samplePlaces = {
	tetrahedron: {
		toCorners: [[1], [1], [1], [1]],
		fromCorners: [[0.25, 0.25, 0.25, 0.25]],
	},
	hexahedron: hexahedronPlaces(1 / Math.sqrt(3)),
	"quadratic-tetrahedron": tetrahedronPlaces(
		1 - 3 * inTetrahedron[0],
		inTetrahedron[0],
	),
	"quadratic-hexahedron": hexahedronPlaces(Math.abs(inHexahedron[0]), [
		[0, 0, 0],
	]),
} as const satisfies Readonly<Record<string, SamplePlaces>>;
