/** Cells that have a shape, but hardly one: nearly all of their size is rounding to those who compute with it. */
import {
	isWellShaped,
	squaredDistance,
	tetrahedronVolume,
	triangleArea,
} from "./measure.ts";
import { cells, type Mesh, verticesPerCell } from "./mesh.ts";

/**
 * Height over longest edge below which a cell is a sliver. It makes its vertices as many times stiffer as their neighbours, more than
 * single precision tells apart; layers of thin cells that are meant so stay above.
 */
export const sliverFlatness = 1e-5;

/** Height over longest edge below which a triangle is thin: steps take many times as long with them, and flipping an edge for one moves the surface by no more. */
export const thinFlatness = 0.01;

export type ShapedKind = "triangle" | "tetrahedron";

export interface Sliver {
	readonly kind: ShapedKind;
	readonly index: number;
	readonly vertices: readonly number[];
	/** Least height over longest edge. */
	readonly flatness: number;
}

/** Least height over longest edge: √3/2 or √(2/3) where all edges are equal, 0 where there is no area or volume. */
export function flatness(
	positions: Float64Array,
	vertices: readonly number[],
): number {
	let longestSquared = 0;
	for (let i = 0; i < vertices.length; i++)
		for (let j = 0; j < i; j++)
			longestSquared = Math.max(
				longestSquared,
				squaredDistance(positions, vertices[i], vertices[j]),
			);
	if (longestSquared === 0) return 0;
	const [a, b, c, d] = vertices;
	if (d === undefined)
		return (2 * triangleArea(positions, a, b, c)) / longestSquared;
	const widest = Math.max(
		triangleArea(positions, a, b, c),
		triangleArea(positions, b, c, d),
		triangleArea(positions, c, d, a),
		triangleArea(positions, d, a, b),
	);
	const volume = Math.abs(tetrahedronVolume(positions, a, b, c, d));
	return (3 * volume) / (widest * Math.sqrt(longestSquared));
}

/** The slivers of a mesh, in the order of its cells; cells without any area or volume are none. */
export function slivers(
	mesh: Mesh,
	kinds: readonly ShapedKind[] = ["triangle", "tetrahedron"],
): Sliver[] {
	return kinds.flatMap((kind) => {
		const size = verticesPerCell[kind];
		const all = cells(mesh, kind);
		const found: Sliver[] = [];
		const vertices = new Array<number>(size).fill(0);
		for (let index = 0; index < all.length / size; index++) {
			const [a, b, c] = [
				all[3 * index],
				all[3 * index + 1],
				all[3 * index + 2],
			];
			if (kind === "triangle" && isWellShaped(mesh.positions, a, b, c))
				continue;
			for (let i = 0; i < size; i++) vertices[i] = all[size * index + i];
			const flat = flatness(mesh.positions, vertices);
			if (flat > 0 && flat < sliverFlatness)
				found.push({ kind, index, vertices: [...vertices], flatness: flat });
		}
		return found;
	});
}

/** "triangle 7 (vertices 3, 5, 9) is a sliver, 2e-6 as high as long". */
export const describeSliver = ({
	kind,
	index,
	vertices,
	flatness,
}: Sliver): string =>
	`${kind} ${index} (vertices ${vertices.join(", ")}) is a sliver, ${Number(flatness.toPrecision(2))} as high as long`;
