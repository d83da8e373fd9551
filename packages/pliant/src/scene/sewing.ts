/** The seams of a scene as nodes: which of them come together, and how they are joined. */
import {
	overdueAfter,
	type SeamPair,
	SeamTerm,
} from "../attachments/seamTerm.ts";
import type { Ribbon } from "../contact/surface/ribbons.ts";
import { edgeLength } from "../mesh/measure.ts";
import type { MassElements } from "../system/mass.ts";
import type { BodyRange } from "./bodyRange.ts";
import { type AttachmentParts, measureStiffness } from "./buildAttachments.ts";
import type { Seam } from "./seam.ts";

/** Stiffness of the springs of a seam, relative to the softer of its sides. */
const relativeStiffness = 0.02;
/** Vertices that are nearer to each other, in lengths of the shortest edge of the seam, are together. */
const closedShare = 0.05;

/** Of the mean mass of a vertex, what nodes have that no vertex is any more: enough for a system to have an answer, too little to count. */
const leftShare = 1e-9;

/** The seams of a scene while they close. */
export function buildSeams(
	seams: readonly Seam[],
	parts: AttachmentParts,
): SeamTerm {
	const stiffnessAround = measureStiffness(parts);
	const pairs = seams.flatMap((seam) => {
		const closed = closedShare * shortestEdge(seam);
		const along = pairsOf(seam);
		return along.map(([a, b], i): SeamPair => {
			const around = [
				seam.from.body.vertexPoint(seam.from.vertices[i]),
				seam.to.body.vertexPoint(seam.to.vertices[i]),
			].map(stiffnessAround);
			return {
				seam: seam.name,
				nodes: [nodeOf(parts.ranges, a), nodeOf(parts.ranges, b)],
				stiffness: seam.stiffness ?? relativeStiffness * Math.min(...around),
				seconds: seam.seconds,
				fromMiddle: Math.abs((2 * i) / Math.max(1, along.length - 1) - 1),
				closed,
			};
		});
	});
	return new SeamTerm(
		pairs.filter(({ nodes: [a, b] }) => a !== b),
		parts.x.array,
	);
}

type BodyVertex = readonly [body: Seam["from"]["body"], vertex: number];

const pairsOf = ({ from, to }: Seam): [BodyVertex, BodyVertex][] =>
	Array.from(from.vertices, (vertex, i) => [
		[from.body, vertex],
		[to.body, to.vertices[i]],
	]);

function nodeOf(
	ranges: readonly BodyRange[],
	[body, vertex]: BodyVertex,
): number {
	const range = ranges.find((one) => one.body === body) as BodyRange;
	return range.among(vertex);
}

function shortestEdge({ from, to }: Seam): number {
	let least = Number.POSITIVE_INFINITY;
	for (const { body, vertices } of [from, to])
		for (let i = 0; i + 1 < vertices.length; i++)
			least = Math.min(
				least,
				edgeLength(body.mesh.positions, vertices[i], vertices[i + 1]),
			);
	return least;
}

/** Numbers of the sides that nodes are on: of each seam two, an even one and the odd one after it. */
export function seamSides(
	seams: readonly Seam[],
	ranges: readonly BodyRange[],
): Map<number, number[]> {
	const sides = new Map<number, number[]>();
	for (const [s, seam] of seams.entries())
		for (const pair of pairsOf(seam))
			for (const [i, vertex] of pair.entries()) {
				const node = nodeOf(ranges, vertex);
				const own = sides.get(node) ?? [];
				sides.set(node, own);
				own.push(2 * s + i);
			}
	return sides;
}

/**
 * What is open between the sides of seams, as triangles of nodes: two for each two pairs of vertices beside each other, and what the seams around a corner of several panels leave between them.
 */
export function seamRibbons(
	seams: readonly Seam[],
	ranges: readonly BodyRange[],
): Ribbon[] {
	const threads = new Map<number, Set<number>>();
	const join = (a: number, b: number) =>
		threads.set(a, (threads.get(a) ?? new Set()).add(b));
	const found = seams.flatMap((seam) => {
		const rows = pairsOf(seam).map((pair) =>
			pair.map((vertex) => nodeOf(ranges, vertex)),
		);
		for (const [a, b] of rows) {
			if (a === b) continue;
			join(a, b);
			join(b, a);
		}
		return rows.slice(1).flatMap(([c, d], i): Ribbon[] => {
			const [a, b] = rows[i];
			return [
				{ corners: [a, c, d], atRest: [a, c, c] },
				{ corners: [a, d, b], atRest: [b, d, b] },
			];
		});
	});
	const isTriangle = ({ corners: [a, b, c] }: Ribbon) =>
		a !== b && b !== c && c !== a;
	return [...found.filter(isTriangle), ...betweenSeams(threads)];
}

/** Where each of some nodes is sewn to two others of them, around a corner of as many panels. */
function betweenSeams(
	threads: ReadonlyMap<number, ReadonlySet<number>>,
): Ribbon[] {
	const seen = new Set<number>();
	return [...threads.keys()].flatMap((first) => {
		const around: number[] = [];
		for (let at: number | undefined = first; at !== undefined; ) {
			if (seen.has(at)) break;
			seen.add(at);
			around.push(at);
			const next: readonly number[] = [...(threads.get(at) ?? [])];
			if (next.length !== 2) return [];
			at = next.find((node) => !seen.has(node));
		}
		const isRound = threads.get(around.at(-1) ?? first)?.has(first);
		return (isRound ? around.slice(2) : []).map((node, i) => ({
			corners: [first, around[i + 1], node],
			atRest: [first, first, first],
		}));
	});
}

/** When seams that have not been welded are overdue [s]. */
export const overdueTime = (seams: readonly Seam[]): number =>
	overdueAfter * Math.max(...seams.map(({ seconds }) => seconds));

/** For each node the first of those that it is sewn to, itself included, however many seams lead there. */
export function sewnNodes(
	seams: readonly Seam[],
	ranges: readonly BodyRange[],
	nodeCount: number,
): Uint32Array {
	const first = Uint32Array.from({ length: nodeCount }, (_, node) => node);
	const find = (node: number): number => {
		let at = node;
		while (first[at] !== at) at = first[at];
		return at;
	};
	for (const seam of seams)
		for (const [one, other] of pairsOf(seam)) {
			const [a, b] = [nodeOf(ranges, one), nodeOf(ranges, other)].map(find);
			first[Math.max(a, b)] = Math.min(a, b);
		}
	return first.map(find);
}

/** The mass of nodes that no vertex is any more. */
export function leftMass(
	ranges: readonly BodyRange[],
	massive: readonly MassElements[],
): MassElements[] {
	const left = ranges.flatMap((range) =>
		range.leftNodes().map(([node]) => node),
	);
	if (left.length === 0) return [];
	const total = massive.reduce(
		(sum, { masses }) => sum + masses.reduce((a, b) => a + b, 0),
		0,
	);
	const nodes = ranges.reduce((sum, { count }) => sum + count, 0);
	return [
		{
			nodes: 1,
			vertices: Uint32Array.from(left),
			masses: new Float64Array(left.length).fill((leftShare * total) / nodes),
		},
	];
}
