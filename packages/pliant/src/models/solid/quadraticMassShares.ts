/** ∫ N_a N_b over a quadratic cell with straight edges, over its volume: what of its mass couples two of its nodes. */
import { localEdges, type SolidKind } from "../../mesh/cellShape.ts";
import { quadraticShape } from "./quadraticElements.ts";

/** By rows, corners first, then the middles of edges in the order of `localEdges`. */
export function quadraticMassShares(kind: SolidKind): Float64Array {
	return kind === "tetrahedron" ? tetrahedronShares() : hexahedronShares();
}

/** In closed form, in parts of 420. */
function tetrahedronShares(): Float64Array {
	/** The corners that a node is made of: one, or two. */
	const nodes: readonly (readonly number[])[] = [
		...[0, 1, 2, 3].map((corner) => [corner]),
		...localEdges.tetrahedron,
	];
	const parts = (a: readonly number[], b: readonly number[]): number => {
		const common = a.filter((corner) => b.includes(corner)).length;
		if (a.length + b.length === 2) return common === 1 ? 6 : 1;
		if (a.length + b.length === 3) return common === 1 ? -4 : -6;
		return [8, 16, 32][common];
	};
	return Float64Array.from(
		nodes.flatMap((a) => nodes.map((b) => parts(a, b) / 420)),
	);
}

/** With three points of Gauss along each axis, which are exact: products of shape functions have degree four in each coordinate. */
function hexahedronShares(): Float64Array {
	const points = [-Math.sqrt(0.6), 0, Math.sqrt(0.6)];
	const weights = [5 / 18, 8 / 18, 5 / 18];
	const nodes = 20;
	const shares = new Float64Array(nodes ** 2);
	for (const [i, x] of points.entries())
		for (const [j, y] of points.entries())
			for (const [k, z] of points.entries()) {
				const weight = weights[i] * weights[j] * weights[k];
				const N = quadraticShape("hexahedron", [x, y, z]);
				for (let a = 0; a < nodes; a++)
					for (let b = 0; b < nodes; b++)
						shares[nodes * a + b] += weight * N[a] * N[b];
			}
	return shares;
}
