import type { SolidKind } from "../mesh/cellShape.ts";
import { type Vector3, verticesPerCell } from "../mesh/mesh.ts";
import { domains } from "../models/domain.ts";
import {
	placeInCell,
	quadraticGradients,
	quadraticShape,
} from "../models/solid/quadraticElements.ts";
import type { MaterialPoint } from "../points/materialPoint.ts";
import type { WeightedNodes } from "../points/meshPoints.ts";
import type { BodyRange } from "./bodyRange.ts";

/**
 * The nodes that a point of a body's mesh follows: those that it is a combination of, and where these are the corners of a quadratic cell, or of several
 * that it lies between, the middles of edges too.
 */
export function pointNodes(
	range: BodyRange,
	{ vertices = [], weights, rest }: MaterialPoint,
): WeightedNodes {
	const shares = new Map<number, number>();
	const give = (node: number, weight: number) => {
		if (weight !== 0) shares.set(node, (shares.get(node) ?? 0) + weight);
	};
	const kind = range.body.massOn as SolidKind;
	const corners = verticesPerCell[kind];
	if (!range.hasMiddles || vertices.length % corners !== 0)
		for (const [i, vertex] of vertices.entries())
			give(range.among(vertex), weights[i]);
	else
		for (let first = 0; first < vertices.length; first += corners) {
			const own = weights.slice(first, first + corners);
			const share = own.reduce((sum, weight) => sum + weight, 0);
			if (share === 0) continue;
			const cell = cellNodes(
				range,
				kind,
				vertices.slice(first, first + corners),
			);
			const start = placeInCell(
				kind,
				own.map((weight) => weight / share),
			);
			// Cells with straight edges have what is linear along them where it was looked for.
			const isCurved = range.body.mesh.midpoints !== undefined;
			const place =
				isCurved && vertices.length === corners
					? refined(range, kind, cell, start, rest)
					: start;
			for (const [i, N] of quadraticShape(kind, place).entries())
				give(range.among(cell[i]), share * N);
		}
	return { nodes: [...shares.keys()], weights: [...shares.values()] };
}

/** The nodes of a cell as its body numbers them, corners first. */
const cellNodes = (
	range: BodyRange,
	kind: SolidKind,
	corners: readonly number[],
): number[] => [
	...corners,
	...(domains[`quadratic-${kind}`].inner ?? []).map(([a, b]) =>
		range.ownMiddle(corners[a], corners[b]),
	),
];

/** Newton's steps to where a rest position is in a curved cell. */
const steps = 8;

function refined(
	range: BodyRange,
	kind: SolidKind,
	cell: readonly number[],
	start: Vector3,
	rest: Vector3,
): Vector3 {
	const X = cell.map((node) => range.restPosition(node));
	let place = start;
	for (let step = 0; step < steps; step++) {
		const N = quadraticShape(kind, place);
		const dN = quadraticGradients(kind, place);
		const sum = (of: (node: number) => number, r: number) =>
			X.reduce((total, x, node) => total + of(node) * x[r], 0);
		const gap = rest.map((x, r) => x - sum((node) => N[node], r));
		const J = [0, 1, 2].map((k) =>
			[0, 1, 2].map((r) => sum((node) => dN[node][k], r)),
		);
		const by = solve3(J, gap);
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
