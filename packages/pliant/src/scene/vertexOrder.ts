/**
 * In which order a simulation keeps vertices and elements. What one element needs should lie near what the elements before
 * it needed: with both in random order, steps of a cloth of 100 000 triangles took 1.5 times as long, of a million 4 times.
 *
 * Sweeps of linear solvers go from row to row, and a row waits for those before it that it is coupled with. So vertices that are not coupled follow each other, and
 * sweeps find what they need one after the other in memory. (Where sweeps went from wave to wave through vertices in rows of a grid, an iteration for 20 000 vertices took three to four times as long.)
 */
import { hilbertOrder } from "../mesh/hilbertOrder.ts";
import {
	type CellKind,
	cells,
	type Mesh,
	vertexCount,
	verticesPerCell,
} from "../mesh/mesh.ts";
import {
	lexicographicOrder,
	sortWithinTuples,
} from "../mesh/topology/groupEqualTuples.ts";
import { gatherTable } from "../system/gather.ts";

/** Vertices that memory delivers together: the xyz of eight fill three cache lines. */
const blockSize = 8;

/** A block stays at hand until so many other vertices have been used; as many blocks fill the fastest cache. */
const memory = 256;

/**
 * Fetches per block up to which an order is left alone. Our generators' meshes take 1 to 5, random orders 7 to 45 (of few
 * hundred vertices less: all of them are at hand, in whatever order).
 */
const fewFetches = 6;

/** The curve is taken where it saves at least a quarter of the fetches. */
const worthwhile = 0.75;

/**
 * How often elements, one after the other, use a block of vertices that is not at hand; per block, so that 1 is the least.
 * Distances between vertex numbers tell less: in a grid by rows they are larger than along a curve, yet steps take the same.
 */
export function fetchesPerBlock(
	vertices: Uint32Array,
	nodes: number,
	vertexCount: number,
	order?: Uint32Array,
): number {
	const lastUse = new Float64Array(Math.ceil(vertexCount / blockSize));
	lastUse.fill(-Infinity);
	let uses = 0;
	let fetches = 0;
	for (let i = 0; i < vertices.length / nodes; i++) {
		const start = nodes * (order ? order[i] : i);
		for (let node = start; node < start + nodes; node++) {
			const block = Math.floor(vertices[node] / blockSize);
			if (uses - lastUse[block] > memory) fetches++;
			lastUse[block] = uses++;
		}
	}
	return fetches / lastUse.length;
}

/** Whether elements in the order given use memory well. */
export const isLocal = (
	vertices: Uint32Array,
	nodes: number,
	vertexCount: number,
): boolean => fetchesPerBlock(vertices, nodes, vertexCount) <= fewFetches;

/** Elements by their lowest vertex, then by the second, and so on. */
export const elementsByVertex = (
	vertices: Uint32Array,
	nodes: number,
	vertexCount: number,
): Uint32Array =>
	lexicographicOrder(sortWithinTuples(vertices, nodes), nodes, vertexCount);

/**
 * The vertices of a mesh in the order to keep them in: near each other what cells of a kind share, and in waves; undefined where that is the mesh's own order. It
 * depends on the mesh alone.
 */
export function vertexOrder(
	mesh: Mesh,
	kind: CellKind,
): Uint32Array | undefined {
	const along = localOrder(mesh, kind);
	if (vertexCount(mesh) < fewVertices) return along;
	const order = inWaves(mesh, kind, along ?? ownOrder(mesh));
	return order.every((vertex, place) => vertex === place) ? undefined : order;
}

const ownOrder = (mesh: Mesh) =>
	Uint32Array.from({ length: vertexCount(mesh) }, (_, vertex) => vertex);

/** Along a curve that fills space, or undefined where the mesh's own order serves its cells about as well. */
export function localOrder(
	mesh: Mesh,
	kind: CellKind,
): Uint32Array | undefined {
	const vertices = cells(mesh, kind);
	const nodes = verticesPerCell[kind];
	const count = vertexCount(mesh);
	// First without sorting: most meshes end here.
	if (isLocal(vertices, nodes, count)) return undefined;
	const fetches = (numbers: Uint32Array) =>
		fetchesPerBlock(
			numbers,
			nodes,
			count,
			elementsByVertex(numbers, nodes, count),
		);
	const before = fetches(vertices);
	if (before <= fewFetches) return undefined;
	const order = hilbertOrder(mesh.positions);
	const places = inversePermutation(order);
	const after = fetches(vertices.map((vertex) => places[vertex]));
	return after < worthwhile * before ? order : undefined;
}

/** Fewer vertices than that are at hand in whatever order. */
const fewVertices = 1024;

/** Vertices that are put into waves together, as many as stay at hand. */
const windowSize = 2048;

/**
 * An order in which each vertex of a window follows those before it that it is coupled with by one wave at least: the length of the longest chain of these. Cells couple
 * their vertices, and bending of triangles couples those of neighbours too.
 */
function inWaves(mesh: Mesh, kind: CellKind, order: Uint32Array): Uint32Array {
	const vertices = cells(mesh, kind);
	const nodes = verticesPerCell[kind];
	const { start, items: around } = gatherTable(order.length, (give) => {
		for (let i = 0; i < vertices.length; i++)
			give(vertices[i], i - (i % nodes));
	});
	/** The last wave of each vertex and those beside it, as far as they have come. */
	const near = new Uint32Array(order.length);
	const waves = new Uint32Array(order.length);
	const visitBeside = (vertex: number, each: (other: number) => void) => {
		for (let k = start[vertex]; k < start[vertex + 1]; k++)
			for (let i = around[k]; i < around[k] + nodes; i++) each(vertices[i]);
	};
	let wave = 0;
	let last = 0;
	const hear = (other: number) => {
		wave = Math.max(wave, near[other] + 1);
	};
	const tell = (other: number) => {
		near[other] = Math.max(near[other], wave);
	};
	for (let i = 0, first = 0; i < order.length; i++) {
		if (i % windowSize === 0) first = last + 1;
		const vertex = order[i];
		wave = Math.max(first, near[vertex] + 1);
		if (kind === "triangle") visitBeside(vertex, hear);
		waves[i] = wave;
		last = Math.max(last, wave);
		visitBeside(vertex, tell);
	}
	const { items } = gatherTable(last + 1, (give) => {
		for (let i = 0; i < order.length; i++) give(waves[i], order[i]);
	});
	return items;
}

export function inversePermutation(order: Uint32Array): Uint32Array {
	const inverse = new Uint32Array(order.length);
	for (let i = 0; i < order.length; i++) inverse[order[i]] = i;
	return inverse;
}
