import { verticesPerCell } from "../mesh/mesh.ts";
import { domains } from "../models/domain.ts";
import type { MaterialPoint } from "../points/materialPoint.ts";
import type { WeightedNodes } from "../points/meshPoints.ts";
import type { BodyRange } from "./bodyRange.ts";

/**
 * The nodes that a point of a body's mesh follows: those that it is a combination of, and where these are the corners of a quadratic cell, or of several
 * that it lies between, the middles of edges too.
 */
export function pointNodes(
	range: BodyRange,
	{ vertices = [], weights, rest: position }: MaterialPoint,
): WeightedNodes {
	const shares = new Map<number, number>();
	const give = (node: number, weight: number) => {
		if (weight === 0) return;
		const among = range.among(node);
		shares.set(among, (shares.get(among) ?? 0) + weight);
	};
	const { mesh, massOn, models } = range.body;
	const model = models.find(({ model }) => model.quadratic)?.model;
	const corners = verticesPerCell[massOn];
	if (!model?.quadratic || vertices.length % corners !== 0)
		for (const [i, vertex] of vertices.entries()) give(vertex, weights[i]);
	else
		for (let first = 0; first < vertices.length; first += corners) {
			const own = weights.slice(first, first + corners);
			const share = own.reduce((sum, weight) => sum + weight, 0);
			if (share === 0) continue;
			const ends = vertices.slice(first, first + corners);
			const cell = [
				...ends,
				...(domains[model.domain].inner ?? []).map(([a, b]) =>
					range.ownMiddle(ends[a], ends[b]),
				),
			];
			// Cells with straight edges have what is linear along them where it was looked for.
			const isCurved = mesh.midpoints && vertices.length === corners;
			const X = isCurved && cell.map((node) => range.restPosition(node));
			const nodeWeights = model.quadratic.nodeWeights(
				own.map((weight) => weight / share),
				X ? { X, position } : undefined,
			);
			for (const [i, N] of nodeWeights.entries()) give(cell[i], share * N);
		}
	return { nodes: [...shares.keys()], weights: [...shares.values()] };
}
