/** Shape functions of quadratic solid elements, corners first, then the middles of edges in the order of `localEdges`, and where they are integrated. */
import { localEdges, type SolidKind } from "../../mesh/cellShape.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import { crossProduct, dotProduct } from "../geometry.ts";

/** ∂N/∂ξ of all nodes at an integration point, and the part of the reference cell that the point stands for. */
interface Sample {
	readonly gradients: readonly Vector3[];
	readonly weight: number;
	/** Where it is: barycentric coordinates without the first in tetrahedra, in [−1, 1]³ in hexahedra. */
	readonly place: Vector3;
}

/** What a sample knows of an element at rest. */
export interface RestSample {
	/** [1/m] */
	readonly shapeGradients: Vector3[];
	/** [m³] */
	readonly volume: number;
}

/** Isoparametric: the rest shape is interpolated as displacements are, so that edges may be curved. */
export function quadraticSample(
	kind: SolidKind,
	X: readonly Vector3[],
	sample: number,
): RestSample {
	const { gradients, weight } = quadraticSamples[kind][sample];
	const [a, b, c] = [0, 1, 2].map((k): Vector3 => {
		const tangent: [number, number, number] = [0, 0, 0];
		for (const [v, gradient] of gradients.entries())
			for (let r = 0; r < 3; r++) tangent[r] += X[v][r] * gradient[k];
		return tangent;
	});
	const rows = [crossProduct(b, c), crossProduct(c, a), crossProduct(a, b)];
	const determinant = dotProduct(a, rows[0]);
	if (!(determinant > 0))
		throw new Error(
			`its map from the reference cell turns over (determinant ${determinant.toPrecision(3)} m³); move the middles of its edges nearer to the straight edges`,
		);
	return {
		volume: weight * determinant,
		shapeGradients: gradients.map((gradient) => {
			const component = (r: number) =>
				gradient.reduce((sum, g, k) => sum + g * rows[k][r], 0) / determinant;
			return [component(0), component(1), component(2)];
		}),
	};
}

const barycentric: readonly Vector3[] = [
	[-1, -1, -1],
	[1, 0, 0],
	[0, 1, 0],
	[0, 0, 1],
];

/** N = L (2L − 1) at corners and 4 L_a L_b between, in barycentric coordinates L. */
function tetrahedronGradients(place: Vector3): Vector3[] {
	const [x, y, z] = place;
	const L = [1 - x - y - z, x, y, z];
	const along = (of: (k: number) => number): Vector3 => [of(0), of(1), of(2)];
	return [
		...L.map((l, v) => along((k) => (4 * l - 1) * barycentric[v][k])),
		...localEdges.tetrahedron.map(([a, b]) =>
			along((k) => 4 * (L[a] * barycentric[b][k] + L[b] * barycentric[a][k])),
		),
	];
}

const hexahedronCorners: readonly Vector3[] = [
	[-1, -1, -1],
	[1, -1, -1],
	[1, 1, -1],
	[-1, 1, -1],
	[-1, -1, 1],
	[1, -1, 1],
	[1, 1, 1],
	[-1, 1, 1],
];

const nodes: readonly Vector3[] = [
	...hexahedronCorners,
	...localEdges.hexahedron.map(([a, b]): Vector3 => {
		const [p, q] = [hexahedronCorners[a], hexahedronCorners[b]];
		return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2];
	}),
];

/** The shape functions themselves, at a place as samples have it. */
export function quadraticShape(kind: SolidKind, place: Vector3): number[] {
	if (kind === "hexahedron")
		return nodes.map((c) => {
			const product = c.reduce((p, side, k) => p * (1 + side * place[k]), 1);
			const along = c.indexOf(0);
			return along < 0
				? (product * (dotProduct(c, place) - 2)) / 8
				: (product * (1 - place[along] ** 2)) / 4;
		});
	const [x, y, z] = place;
	const L = [1 - x - y - z, x, y, z];
	return [
		...L.map((l) => l * (2 * l - 1)),
		...localEdges.tetrahedron.map(([a, b]) => 4 * L[a] * L[b]),
	];
}

/** Where in a cell a combination of its corners is: the weights are linear along its edges. */
export function placeInCell(
	kind: SolidKind,
	weights: readonly number[],
): Vector3 {
	if (kind === "tetrahedron") return [weights[1], weights[2], weights[3]];
	const along = (k: number) =>
		weights.reduce((sum, w, v) => sum + w * hexahedronCorners[v][k], 0);
	return [along(0), along(1), along(2)];
}

/** ∂N/∂ξ of all nodes at a place. */
export const quadraticGradients = (
	kind: SolidKind,
	place: Vector3,
): readonly Vector3[] =>
	kind === "hexahedron"
		? hexahedronGradients(place)
		: tetrahedronGradients(place);

/** Serendipity: N = ⅛ Π(1 + c ξ) (c·ξ − 2) at corners c, ¼ (1 − ξ_k²) Π(1 + c ξ) between, k along the edge. */
function hexahedronGradients(place: Vector3): Vector3[] {
	return nodes.map((c): Vector3 => {
		const factor = c.map((side, k) => 1 + side * place[k]);
		const others = (k: number) => factor[(k + 1) % 3] * factor[(k + 2) % 3];
		const along = c.indexOf(0);
		const derivative = (k: number): number => {
			if (along < 0)
				return (c[k] * others(k) * (dotProduct(c, place) - 2 + factor[k])) / 8;
			if (k === along) return (-2 * place[k] * others(k)) / 4;
			const other = 3 - along - k;
			return (c[k] * factor[other] * (1 - place[along] ** 2)) / 4;
		};
		return [derivative(0), derivative(1), derivative(2)];
	});
}

/** Four points that are exact for quadratic functions, so for the energy of straight elements at small strain. */
function tetrahedronSamples(): Sample[] {
	const near = (5 + 3 * Math.sqrt(5)) / 20;
	const far = (5 - Math.sqrt(5)) / 20;
	return [0, 1, 2, 3].map((corner) => {
		const at = (v: number) => (v === corner ? near : far);
		const place: Vector3 = [at(1), at(2), at(3)];
		return { gradients: tetrahedronGradients(place), weight: 1 / 24, place };
	});
}

/**
 * Part of the cell that the point in its middle stands for. The eight other points alone would be those of 2×2×2 Gauss, which do not
 * see six ways to deform of a cell by itself; all nine are exact for cubic functions. Points for all products (27, or Irons's 14) make
 * bodies stiffer: at two cells across, a cantilever by a further 0.3 % and Cook's membrane by 3.5 %.
 */
const middleShare = 0.05;

function hexahedronSamples(): Sample[] {
	const share = (1 - middleShare) / 8;
	const out = 1 / Math.sqrt(24 * share);
	const places: Vector3[] = [
		...hexahedronCorners.map(
			([x, y, z]): Vector3 => [out * x, out * y, out * z],
		),
		[0, 0, 0],
	];
	return places.map((place, i) => ({
		gradients: hexahedronGradients(place),
		weight: 8 * (i < 8 ? share : middleShare),
		place,
	}));
}

export const quadraticSamples: Readonly<Record<SolidKind, readonly Sample[]>> =
	{ tetrahedron: tetrahedronSamples(), hexahedron: hexahedronSamples() };
