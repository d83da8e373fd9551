/**
 * The corners of bricks, and what joins them. Corners are numbered as those of hexahedra are (VTK); those of a rectangle go around it.
 * A corner has a side −1 or 1 along each axis, and a spring between two corners runs along the axes in which their sides differ:
 * one for edges, two for diagonals of faces, three for diagonals of the body.
 */
import {
	deformationGradient,
	type Expr,
	sub,
	type Vector,
} from "../../energy/index.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import { dotProduct, restLength } from "../geometry.ts";

export interface BrickSpring {
	/** Corners. */
	readonly ends: readonly [number, number];
	readonly axes: readonly number[];
}

export type BrickCorners = readonly (readonly (-1 | 1)[])[];

export const rectangleCorners: BrickCorners = [
	[-1, -1],
	[1, -1],
	[1, 1],
	[-1, 1],
];

export const boxCorners: BrickCorners = ([-1, 1] as const).flatMap((z) =>
	rectangleCorners.map((corner) => [...corner, z]),
);

/** The springs along so many axes. */
export function springsAlong(
	corners: BrickCorners,
	...axisCounts: readonly number[]
): BrickSpring[] {
	const springs: BrickSpring[] = [];
	for (const [q, b] of corners.entries())
		for (const [p, a] of corners.slice(0, q).entries()) {
			const axes = a.flatMap((side, axis) => (side === b[axis] ? [] : [axis]));
			if (axisCounts.includes(axes.length))
				springs.push({ ends: [p, q], axes });
		}
	return springs;
}

/** Shares of the corners in the mean edge e_a along each axis: the mean of the parallel edges. */
export const meanEdgeShares = (corners: BrickCorners): number[][] =>
	corners.map((sides) => sides.map((side) => side / 2 ** (sides.length - 1)));

/** Shares in the twist q_a about each pair of axes (b, c): the mean of x with the product of the sides along b and c. Zero for affine motions of a box. */
export const twistShares: readonly (readonly number[])[] = boxCorners.map(
	([x, y, z]) => [(y * z) / 8, (z * x) / 8, (x * y) / 8],
);

/** Σ_v shares[v][c] x_v for each c. */
export function combined(
	x: readonly Vector[],
	shares: readonly (readonly number[])[],
): Expr[][] {
	const columns = deformationGradient(x, shares);
	return shares[0].map((_, c) => columns.map((row) => row[c]));
}

/** The same in numbers. */
export const combinedRest = (
	X: readonly Vector3[],
	shares: readonly (readonly number[])[],
): Vector3[] =>
	shares[0].map((_, c) => {
		const sum: [number, number, number] = [0, 0, 0];
		for (const [v, point] of X.entries())
			for (let k = 0; k < 3; k++) sum[k] += shares[v][c] * point[k];
		return sum;
	});

export const springVectors = (
	x: readonly Vector[],
	springs: readonly BrickSpring[],
): Expr[][] => springs.map(({ ends: [a, b] }) => sub(x[b], x[a]));

export const springLengths = (
	X: readonly Vector3[],
	springs: readonly BrickSpring[],
): number[] => springs.map(({ ends: [a, b] }) => restLength([X[a], X[b]]));

/** Lengths of the mean edges [m]. */
export const brickSides = (
	X: readonly Vector3[],
	corners: BrickCorners,
): number[] =>
	combinedRest(X, meanEdgeShares(corners)).map((e) =>
		Math.sqrt(dotProduct(e, e)),
	);
