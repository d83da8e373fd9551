/** What loads, points and skins have to know of quadratic solids: with their model, so that programs without such do not load it. */
import type { SolidKind } from "../../mesh/cellShape.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import {
	placeInCell,
	quadraticGradients,
	quadraticShape,
} from "./quadraticElements.ts";
import { faceSamples, facesBetween, surfaceShares } from "./quadraticFaces.ts";

export interface QuadraticGeometry {
	readonly facesBetween: typeof facesBetween;
	readonly surfaceShares: typeof surfaceShares;
	readonly faceSamples: typeof faceSamples;
	/**
	 * Weights of all nodes of a cell at a point that is a combination of its corners: at that place in the reference cell, or where the nodes X [m] have a
	 * position.
	 */
	readonly nodeWeights: (
		corners: readonly number[],
		at?: { readonly X: readonly Vector3[]; readonly position: Vector3 },
	) => number[];
}

export const quadraticGeometry = (kind: SolidKind): QuadraticGeometry => ({
	facesBetween,
	surfaceShares,
	faceSamples,
	nodeWeights: (corners, at) => {
		const place = placeInCell(kind, corners);
		return quadraticShape(
			kind,
			at ? placeOf(kind, at.X, at.position, place) : place,
		);
	},
});

/** Newton's steps to where a position is in a curved cell. */
const steps = 8;

function placeOf(
	kind: SolidKind,
	X: readonly Vector3[],
	position: Vector3,
	start: Vector3,
): Vector3 {
	let place = start;
	for (let step = 0; step < steps; step++) {
		const N = quadraticShape(kind, place);
		const dN = quadraticGradients(kind, place);
		const sum = (of: (node: number) => number, r: number) =>
			X.reduce((total, x, node) => total + of(node) * x[r], 0);
		const gap = position.map((x, r) => x - sum((node) => N[node], r));
		const columns = [0, 1, 2].map((k) =>
			[0, 1, 2].map((r) => sum((node) => dN[node][k], r)),
		);
		const by = solve3(columns, gap);
		place = [place[0] + by[0], place[1] + by[1], place[2] + by[2]];
	}
	return place;
}

/** By Cramer's rule, from columns. */
function solve3(
	columns: readonly (readonly number[])[],
	right: readonly number[],
): number[] {
	const determinant = ([a, b, c]: readonly (readonly number[])[]): number =>
		a[0] * (b[1] * c[2] - b[2] * c[1]) -
		b[0] * (a[1] * c[2] - a[2] * c[1]) +
		c[0] * (a[1] * b[2] - a[2] * b[1]);
	const whole = determinant(columns);
	return columns.map(
		(_, k) =>
			determinant(columns.map((column, i) => (i === k ? right : column))) /
			whole,
	);
}
