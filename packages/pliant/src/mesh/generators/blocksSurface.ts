import {
	requireFunction,
	requireOptions,
	requirePositive,
	requireThat,
} from "../../checks.ts";
import { createMesh, type Mesh } from "../mesh.ts";

export interface BlocksSurfaceOptions {
	/** Where planes stand along each axis [m], ascending: blocks lie between neighbouring ones. */
	readonly planes: readonly [
		readonly number[],
		readonly number[],
		readonly number[],
	];
	/** Whether the block between planes i and i + 1 along x, j along y and k along z is there. */
	readonly filled: (i: number, j: number, k: number) => boolean;
	/** Longest side of the squares that faces are cut into [m]. */
	readonly edge: number;
}

/** The closed surface of blocks that fill space between planes, such as a U or a T. Blocks must meet in faces, not in edges alone. */
export function blocksSurface(options: BlocksSurfaceOptions): Mesh {
	requireOptions("blocksSurface", options, ["planes", "filled", "edge"]);
	const { planes, filled, edge } = options;
	requirePositive("blocksSurface: edge", edge);
	requireFunction("blocksSurface: filled", filled);
	requireThat(
		Array.isArray(planes) && planes.length === 3 && planes.every(isAscending),
		"blocksSurface: planes",
		planes,
		"three lists of finite numbers, at least two in each, ascending",
	);
	/** Positions along each axis, and which block each piece between two belongs to. */
	const axes = planes.map((stations) => {
		const positions = [stations[0]];
		const blockOf: number[] = [];
		for (let block = 0; block + 1 < stations.length; block++) {
			const [from, to] = [stations[block], stations[block + 1]];
			const pieces = Math.max(1, Math.ceil((to - from) / edge - 1e-9));
			for (let i = 1; i <= pieces; i++) {
				positions.push(from + ((to - from) * i) / pieces);
				blockOf.push(block);
			}
		}
		return { positions, blockOf };
	});
	const has = (cell: readonly number[]) => {
		const [i, j, k] = cell.map((c, axis) => axes[axis].blockOf[c]);
		if (i === undefined || j === undefined || k === undefined) return false;
		return filled(i, j, k);
	};
	const counts = axes.map(({ positions }) => positions.length);
	const vertexAt = new Map<number, number>();
	const positions: number[] = [];
	const vertex = (place: readonly number[]) => {
		const key = place[0] + counts[0] * (place[1] + counts[1] * place[2]);
		let known = vertexAt.get(key);
		if (known === undefined) {
			known = positions.length / 3;
			vertexAt.set(key, known);
			positions.push(...place.map((c, axis) => axes[axis].positions[c]));
		}
		return known;
	};
	const triangles: number[] = [];
	for (let k = 0; k + 1 < counts[2]; k++)
		for (let j = 0; j + 1 < counts[1]; j++)
			for (let i = 0; i + 1 < counts[0]; i++) {
				const cell = [i, j, k];
				if (!has(cell)) continue;
				for (let axis = 0; axis < 3; axis++)
					for (const side of [0, 1]) {
						const beyond = cell.map((c, a) =>
							a === axis ? c + 2 * side - 1 : c,
						);
						if (has(beyond)) continue;
						const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
						const corner = (a: number, b: number) =>
							vertex(
								cell.map((c, at) =>
									at === axis
										? c + side
										: at === u
											? c + a
											: at === v
												? c + b
												: c,
								),
							);
						const quad = [
							corner(0, 0),
							corner(1, 0),
							corner(1, 1),
							corner(0, 1),
						];
						if (side === 0) quad.reverse();
						triangles.push(
							quad[0],
							quad[1],
							quad[2],
							quad[0],
							quad[2],
							quad[3],
						);
					}
			}
	return createMesh({ positions, triangles });
}

const isAscending = (stations: unknown): boolean =>
	Array.isArray(stations) &&
	stations.length > 1 &&
	stations.every(
		(at, i) => Number.isFinite(at) && (i === 0 || at > stations[i - 1]),
	);
