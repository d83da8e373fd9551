/** A dress of four panels as an SVG in centimetres, and the panels as meshes that can be sewn: bodice and skirt, each front and back, the skirt gathered at the waist. */
import { readMesh } from "@pliant/files";
import { boundaryPath, type Mesh, matchSides } from "pliant/mesh";

const pattern = (neckline: number) => `
<svg xmlns="http://www.w3.org/2000/svg" width="120cm" height="160cm" viewBox="-60 -160 120 160">
	<path id="bodice" d="M-9,-150 L-19,-147 C-15,-140 -16,-132 -23,-126 L-19,-108 L19,-108 L23,-126 C16,-132 15,-140 19,-147 L9,-150 C7,${-neckline} -7,${-neckline} -9,-150 Z"/>
	<path id="skirt" d="M-40,-106 L-40,-66 L40,-66 L40,-106 Z"/>
</svg>`;

/** Panels by their numbers here: front and back of the bodice, front and back of the skirt. */
const parts = [
	{ part: "bodice", neckline: 138 },
	{ part: "bodice", neckline: 146 },
	{ part: "skirt", neckline: 138 },
	{ part: "skirt", neckline: 138 },
] as const;

/** A panel, and the corners of its path that a side leads from and to. */
type Side = readonly [panel: number, from: number, to: number];

const seams: readonly (readonly [Side, Side])[] = [
	// Shoulders and sides of the bodice.
	...(
		[
			[0, 1],
			[2, 3],
			[4, 5],
			[6, 7],
		] as const
	).map(([a, b]): [Side, Side] => [
		[0, a, b],
		[1, a, b],
	]),
	// Sides of the skirt.
	[
		[2, 0, 1],
		[3, 0, 1],
	],
	[
		[2, 2, 3],
		[3, 2, 3],
	],
	// The waist.
	[
		[0, 3, 4],
		[2, 0, 3],
	],
	[
		[1, 3, 4],
		[3, 0, 3],
	],
];

export interface Dress {
	readonly panels: readonly Mesh[];
	/** Rows of vertices that are sewn together, each with the number of its panel. */
	readonly seams: readonly (readonly [SewnRow, SewnRow])[];
	/** From side to side along the hem, in front and back. */
	readonly hem: readonly [SewnRow, SewnRow];
}

export interface SewnRow {
	readonly panel: number;
	readonly vertices: Uint32Array;
}

/** @param edge length of edges [m] */
export async function dressPattern(edge: number): Promise<Dress> {
	const cut = await Promise.all(
		parts.map(({ part, neckline }) => panelOf(part, pattern(neckline), edge)),
	);
	const panels = cut.map(({ mesh }) => mesh);
	const rowOf = ([panel, from, to]: Side): SewnRow => {
		const { corners } = cut[panel];
		const vertices = boundaryPath(panels[panel], [corners[from], corners[to]]);
		return { panel, vertices };
	};
	for (const seam of seams) {
		const rows = seam.map(rowOf);
		const [one, other] = rows.map(({ panel, vertices: path }) => ({
			mesh: panels[panel],
			path,
		}));
		for (const [i, { mesh }] of matchSides(one, other).entries())
			panels[rows[i].panel] = mesh;
	}
	return {
		panels,
		seams: seams.map(([a, b]) => [rowOf(a), rowOf(b)]),
		hem: [rowOf([2, 1, 2]), rowOf([3, 1, 2])],
	};
}

/** One shape of a pattern, by itself. */
async function panelOf(part: string, svg: string, edge: number) {
	const others = new RegExp(`<path id="(?!${part}")[^>]*/>`, "g");
	const { mesh, outlines } = await readMesh({
		name: "dress.svg",
		bytes: new TextEncoder().encode(svg.replaceAll(others, "")),
		open: () => Promise.reject(new Error("there is no other file")),
		edge,
	});
	return { mesh, corners: outlines?.get(part)?.corners as Uint32Array };
}
