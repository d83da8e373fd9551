/** A sleeveless flared dress of two panels, as an SVG in centimetres, and its panels as meshes that can be sewn. */
import { readMesh } from "@pliant/files";
import { boundaryPath, type Mesh, matchSides } from "pliant/mesh";

const pattern = (neckline: number) => `
<svg xmlns="http://www.w3.org/2000/svg" width="120cm" height="100cm" viewBox="-60 -160 120 100">
	<path id="panel" d="M-9,-150 L-19,-147 C-15,-140 -16,-130 -24,-124 L-46,-80 Q0,-72 46,-80 L24,-124 C16,-130 15,-140 19,-147 L9,-150 C7,${-neckline} -7,${-neckline} -9,-150 Z"/>
</svg>`;

/** Corners of the path that a seam leads from and to. */
const seams = [
	[0, 1],
	[2, 3],
	[4, 5],
	[6, 7],
] as const;

export interface Dress {
	readonly front: Mesh;
	readonly back: Mesh;
	/** Rows of vertices that are sewn together, of the front and of the back. */
	readonly seams: readonly (readonly [Uint32Array, Uint32Array])[];
	/** Vertices from side to side along the hem, of the front and of the back. */
	readonly hem: readonly [Uint32Array, Uint32Array];
}

/** @param edge length of edges [m] */
export async function dressPattern(edge: number): Promise<Dress> {
	const panels = await Promise.all(
		[138, 146].map(async (neckline) => {
			const { mesh, outlines } = await readMesh({
				name: "dress.svg",
				bytes: new TextEncoder().encode(pattern(neckline)),
				open: () => Promise.reject(new Error("there is no other file")),
				edge,
			});
			const corners = outlines?.get("panel")?.corners as Uint32Array;
			return { mesh, corners };
		}),
	);
	const cornersOf = (panel: number, [a, b]: readonly [number, number]) => [
		panels[panel].corners[a],
		panels[panel].corners[b],
	];
	let [front, back] = panels.map(({ mesh }) => mesh);
	for (const seam of seams)
		[front, back] = matchSides(
			{ mesh: front, path: boundaryPath(front, cornersOf(0, seam)) },
			{ mesh: back, path: boundaryPath(back, cornersOf(1, seam)) },
		).map(({ mesh }) => mesh);
	const row = (panel: number, ends: readonly [number, number]) =>
		boundaryPath(panel === 0 ? front : back, cornersOf(panel, ends));
	return {
		...{ front, back },
		seams: seams.map((seam) => [row(0, seam), row(1, seam)]),
		hem: [row(0, [3, 4]), row(1, [3, 4])],
	};
}
