/** Colours of vertices, so that all vertices of a colour can move at once: no two of them are coupled. */
import type { BlockPattern } from "./blockPattern.ts";

export interface VertexColours {
	/** Colour of each vertex, −1 for those that have none. */
	readonly colourOf: Int32Array;
	/** Number of colours. */
	readonly count: number;
}

/**
 * Greedy: one after the other, each vertex gets the first colour that none of its neighbours has. Those that are left out get
 * none.
 */
export function colourVertices(
	{ rows, rowStart, columns }: BlockPattern,
	leftOut: Iterable<number>,
): VertexColours {
	const colourOf = new Int32Array(rows).fill(-1);
	const isLeftOut = new Uint8Array(rows);
	for (const vertex of leftOut) isLeftOut[vertex] = 1;
	/** Which vertex was the last to find a colour among its neighbours. */
	const foundBy: number[] = [];
	for (let vertex = 0; vertex < rows; vertex++) {
		if (isLeftOut[vertex]) continue;
		for (let k = rowStart[vertex]; k < rowStart[vertex + 1]; k++) {
			const colour = colourOf[columns[k]];
			if (colour >= 0) foundBy[colour] = vertex;
		}
		let colour = 0;
		while (foundBy[colour] === vertex) colour++;
		if (colour === foundBy.length) foundBy.push(-1);
		colourOf[vertex] = colour;
	}
	return { colourOf, count: foundBy.length };
}
