import { box, createMesh, type Mesh, skinTriangles } from "pliant/mesh";

/** Cells of a block along its sides, whose surface has 774 vertices and 1544 triangles. */
const cells = [8, 10, 17] as const;

/** The surface of a block, blown up towards a ball: closed, like the object that the paper measures on. */
export function closedSurface(): Mesh {
	const block = box({ size: [0.8, 1, 1.7], cells: [...cells] });
	const triangles = skinTriangles(block);
	const number = new Map<number, number>();
	for (const v of triangles) if (!number.has(v)) number.set(v, number.size);
	const middle = [0.4, 0.5, 0.85];
	const positions = [...number.keys()].flatMap((v) => {
		const r = middle.map((c, k) => block.positions[3 * v + k] - c);
		const bulge = 0.5 + 0.4 / Math.hypot(...r);
		return r.map((c) => bulge * c);
	});
	return createMesh({
		positions,
		triangles: Array.from(triangles, (v) => number.get(v) as number),
	});
}
