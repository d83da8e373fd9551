/** Drawings of planar meshes, as SVG. */
import type { Mesh } from "pliant";

export interface DrawnMesh {
	readonly triangles: Uint32Array;
	/** [m], xyz per vertex; z is not drawn. */
	readonly positions: Float64Array;
	readonly title?: string;
	/** What else to draw over it, in its coordinates, with y down. */
	readonly over?: string;
}

const side = 300;
const gap = 16;

/** Beside each other, all to one scale. */
export function meshDrawing(meshes: readonly (DrawnMesh | Mesh)[]): string {
	const drawn = meshes.map((mesh) => ({ title: "", over: "", ...mesh }));
	const points = drawn.flatMap(({ positions }) => [...positions]);
	const x = points.filter((_, i) => i % 3 === 0);
	const y = points.filter((_, i) => i % 3 === 1);
	const [left, right, bottom, top] = [
		Math.min(...x),
		Math.max(...x),
		Math.min(...y),
		Math.max(...y),
	];
	const scale = side / Math.max(right - left, top - bottom);
	const height = scale * (top - bottom);
	const cell = scale * (right - left) + gap;
	const head = drawn.some(({ title }) => title) ? 24 : 0;
	const parts = drawn.map(({ positions, triangles, title, over }, i) => {
		const at = (v: number) =>
			`${round(positions[3 * v])} ${round(-positions[3 * v + 1])}`;
		const paths: string[] = [];
		for (let t = 0; t < triangles.length; t += 3)
			paths.push(
				`M${at(triangles[t])}L${at(triangles[t + 1])}L${at(triangles[t + 2])}Z`,
			);
		const middle = round(i * cell + gap / 2 + (cell - gap) / 2);
		return `${title ? `<text x="${middle}" y="16" text-anchor="middle">${title}</text>` : ""}<g transform="translate(${round(i * cell + gap / 2 - scale * left)} ${round(head + gap / 2 + scale * top)}) scale(${round(scale)})"><path d="${paths.join("")}" fill="#eef3f8" stroke="#345" stroke-width="1" stroke-linejoin="round" vector-effect="non-scaling-stroke"/>${over}</g>`;
	});
	const [width, all] = [round(drawn.length * cell), round(head + height + gap)];
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${all}" viewBox="0 0 ${width} ${all}" font-family="system-ui, sans-serif" font-size="13" fill="#333">
<rect width="100%" height="100%" fill="#fff"/>
${parts.join("\n")}
</svg>
`;
}

export const round = (value: number): number => Math.round(1e4 * value) / 1e4;
