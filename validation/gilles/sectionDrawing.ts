/** Drawings of a layer of voxels, coloured by a value from 0 to 1, as SVG. */
import type { VoxelGrid } from "pliant/voxels";
import { round } from "../drawing.ts";

export interface Section {
	readonly title: string;
	/** Value of the voxel whose centre is at a place [m]. */
	readonly value: (x: number, y: number, z: number) => number;
}

/** Size of a section at most. */
const largest = { width: 420, height: 260 };
const gap = 20;
const head = 24;

/**
 * The layer of voxels across an axis that is nearest to a place on it [m], once for each section, beside each other; the other two axes go to
 * the right and up.
 */
export function sectionDrawing(
	grid: VoxelGrid,
	axis: "y" | "z",
	at: number,
	sections: readonly Section[],
): string {
	const across = "xyz".indexOf(axis);
	const [right, up] = [0, 1, 2].filter((k) => k !== across);
	const { origin, spacing, counts } = grid;
	const layer = Math.min(
		Math.max(Math.floor((at - origin[across]) / spacing[across]), 0),
		counts[across] - 1,
	);
	const scale = Math.min(
		largest.width / (counts[right] * spacing[right]),
		largest.height / (counts[up] * spacing[up]),
	);
	const height = scale * counts[up] * spacing[up];
	const [w, h] = [scale * spacing[right], scale * spacing[up]];
	const width = counts[right] * w;
	const drawn = sections.map(({ title, value }, i) => {
		const left = gap / 2 + i * (width + gap);
		const cells: string[] = [];
		for (const voxel of grid.voxels) {
			const place = grid.place(voxel);
			if (place[across] !== layer) continue;
			cells.push(
				`<rect x="${round(left + w * place[right])}" y="${round(head + height - h * (place[up] + 1))}" width="${round(w + 0.3)}" height="${round(h + 0.3)}" fill="${colorOf(value(...grid.centre(voxel)))}"/>`,
			);
		}
		return `<text x="${round(left + width / 2)}" y="16" text-anchor="middle">${title}</text>${cells.join("")}`;
	});
	const [all, tall] = [
		round(sections.length * (width + gap)),
		round(head + height + gap / 2),
	];
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${all}" height="${tall}" viewBox="0 0 ${all} ${tall}" font-family="system-ui, sans-serif" font-size="13" fill="#333">
<rect width="100%" height="100%" fill="#fff"/>
${drawn.join("\n")}
</svg>
`;
}

/** From blue at 0 over white to red at 1, in steps that show as lines of equal value. */
function colorOf(value: number): string {
	const t = Math.round(10 * Math.min(Math.max(value, 0), 1)) / 10;
	const [low, middle, high] = [
		[49, 104, 168],
		[244, 240, 232],
		[190, 55, 45],
	];
	const [from, to, s] =
		t < 0.5 ? [low, middle, 2 * t] : [middle, high, 2 * t - 1];
	return `rgb(${from.map((c, k) => Math.round(c + s * (to[k] - c))).join(" ")})`;
}
