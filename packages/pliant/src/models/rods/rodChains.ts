/** The edges of a mesh as chains, and frames that are carried along them without twist. */
import type { Mesh, Vector3 } from "../../mesh/mesh.ts";
import { crossProduct, dotProduct, subtract } from "../geometry.ts";

export interface RodChain {
	/** One after the other; of a closed chain the last is the first again. */
	readonly vertices: readonly number[];
	readonly isClosed: boolean;
}

/** Every vertex has one edge or two. */
export function rodChains({ edges, positions }: Mesh): RodChain[] {
	const neighbours = Array.from(
		{ length: positions.length / 3 },
		(): number[] => [],
	);
	for (let i = 0; i < edges.length; i += 2) {
		neighbours[edges[i]].push(edges[i + 1]);
		neighbours[edges[i + 1]].push(edges[i]);
	}
	const branching = neighbours.findIndex(({ length }) => length > 2);
	if (branching >= 0)
		throw new Error(
			`a rod is a chain of edges, but vertex ${branching} has ${neighbours[branching].length}; make each branch a body of its own and attach them`,
		);
	const seen = new Set<number>();
	const follow = (start: number): RodChain => {
		const vertices = [start];
		seen.add(start);
		for (;;) {
			const last = vertices[vertices.length - 1];
			const next = neighbours[last].find((vertex) => !seen.has(vertex));
			if (next === undefined) break;
			vertices.push(next);
			seen.add(next);
		}
		const isClosed =
			vertices.length > 2 &&
			neighbours[start].includes(vertices[vertices.length - 1]) &&
			neighbours[start].length === 2;
		return { vertices: isClosed ? [...vertices, start] : vertices, isClosed };
	};
	const ends = neighbours.flatMap(({ length }, v) => (length === 1 ? [v] : []));
	const others = neighbours.flatMap(({ length }, v) =>
		length === 2 ? [v] : [],
	);
	const chains = [...ends, ...others].flatMap((vertex) =>
		seen.has(vertex) ? [] : [follow(vertex)],
	);
	const short = chains.find(({ vertices }) => vertices.length < 3);
	if (short)
		throw new Error(
			`a rod needs two edges at least to bend, but that of vertices ${short.vertices.join(" and ")} is one; divide it`,
		);
	return chains;
}

/** Unit vectors along the edges of a chain. */
function tangents({ vertices }: RodChain, positions: Float64Array): Vector3[] {
	const at = (v: number): Vector3 => [
		positions[3 * v],
		positions[3 * v + 1],
		positions[3 * v + 2],
	];
	return vertices.slice(1).map((vertex, i) => {
		const e = subtract(at(vertex), at(vertices[i]));
		const size = Math.sqrt(dotProduct(e, e));
		return [e[0] / size, e[1] / size, e[2] / size];
	});
}

/** v, turned by the shortest way from one unit vector to another. */
export function carried(v: Vector3, from: Vector3, to: Vector3): Vector3 {
	const axis = crossProduct(from, to);
	const cosine = dotProduct(from, to);
	const along = dotProduct(axis, v) / (1 + cosine);
	const turned = crossProduct(axis, v);
	return [
		cosine * v[0] + turned[0] + along * axis[0],
		cosine * v[1] + turned[1] + along * axis[1],
		cosine * v[2] + turned[2] + along * axis[2],
	];
}

/** v, turned about a unit vector. */
export function turnedAbout(v: Vector3, t: Vector3, angle: number): Vector3 {
	const [c, s] = [Math.cos(angle), Math.sin(angle)];
	const side = crossProduct(t, v);
	const along = (1 - c) * dotProduct(t, v);
	return [
		c * v[0] + s * side[0] + along * t[0],
		c * v[1] + s * side[1] + along * t[1],
		c * v[2] + s * side[2] + along * t[2],
	];
}

/**
 * Unit vectors across the edges, the same but for the shortest turns from one edge to the next. The first one is as far up (y, or z where the rod begins
 * upright) as it can be at rest, turned by an angle about the edge, and carried along to where the edge is.
 */
export function sides(
	chain: RodChain,
	rest: Float64Array,
	positions: Float64Array,
	angle: number,
): Vector3[] {
	const [first] = tangents(chain, rest);
	const up: Vector3 = Math.abs(first[1]) > 0.9 ? [0, 0, 1] : [0, 1, 0];
	const along = dotProduct(up, first);
	const across = subtract(up, [
		along * first[0],
		along * first[1],
		along * first[2],
	]);
	const size = Math.sqrt(dotProduct(across, across));
	const start = turnedAbout(
		[across[0] / size, across[1] / size, across[2] / size],
		first,
		angle,
	);
	let before = first;
	let side = start;
	return tangents(chain, positions).map((t) => {
		side = carried(side, before, t);
		before = t;
		return side;
	});
}
