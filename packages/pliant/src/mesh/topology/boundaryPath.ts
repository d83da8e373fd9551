import { edgeLength } from "../measure.ts";
import type { Mesh } from "../mesh.ts";
import { boundaryLoops } from "./boundary.ts";

/** Vertices of the boundary from the first of the given ones to the last, through those between them: from each to the next the shorter way. */
export function boundaryPath(
	mesh: Mesh,
	through: ArrayLike<number>,
): Uint32Array {
	if (through.length < 2)
		throw new Error(
			`boundaryPath: it leads through ${through.length} vertices; give two at least`,
		);
	const loops = boundaryLoops(mesh);
	const path: number[] = [through[0]];
	for (let i = 0; i + 1 < through.length; i++) {
		const [from, to] = [through[i], through[i + 1]];
		const loop = loops.find((one) => one.includes(from) && one.includes(to));
		if (!loop || from === to)
			throw new Error(
				`boundaryPath: no boundary leads from vertex ${from} to vertex ${to}; take two vertices of one boundary`,
			);
		path.push(...shorterWay(mesh, loop, from, to));
	}
	return Uint32Array.from(path);
}

/** What follows `from` on the way to `to`. */
function shorterWay(
	{ positions }: Mesh,
	loop: Uint32Array,
	from: number,
	to: number,
): number[] {
	const ways = [1, -1].map((direction) => {
		const vertices: number[] = [];
		let length = 0;
		let at = loop.indexOf(from);
		while (loop[at] !== to) {
			const next = (at + direction + loop.length) % loop.length;
			length += edgeLength(positions, loop[at], loop[next]);
			vertices.push(loop[next]);
			at = next;
		}
		return { vertices, length };
	});
	return ways[ways[1].length < ways[0].length ? 1 : 0].vertices;
}
