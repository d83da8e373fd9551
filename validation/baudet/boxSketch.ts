/** Figs 5 and 6: boxes with their springs, and an assembly of rectangles. */
import { dot, line, type Panel, type Point } from "../sketch.ts";

const corners = [0, 1].flatMap((z) =>
	[0, 1].flatMap((y) => [0, 1].map((x) => [x, y, z] as const)),
);
const [orange, blue, red] = ["#d9822b", "#1f6fb4", "#c8402f"];

/** Seen from the side and above. */
const seen = ([x, y, z]: readonly number[]): Point => [
	x + 0.38 * z,
	y + 0.29 * z,
];

/** Which diagonals each configuration has, by the number of axes that they run along. */
const diagonals = { M1: [2], M2: [3], M3: [2, 3] } as const;

export const configurations = (): Panel[] =>
	Object.entries(diagonals).map(([title, kinds]) => ({
		title,
		shapes: [
			...corners.flatMap((q, b) =>
				corners.slice(0, b).flatMap((p) => {
					const axes = p.filter((c, axis) => c !== q[axis]).length;
					const ends = [seen(p), seen(q)];
					if (axes === 1) return [line(ends, { width: 2 })];
					if (!(kinds as readonly number[]).includes(axes)) return [];
					return [
						line(ends, { color: axes === 2 ? orange : blue, width: 1.2 }),
					];
				}),
			),
			...corners.map((corner) => dot(seen(corner))),
		],
	}));

const across = 3;

export function nineElements(): Panel {
	const shapes: Panel["shapes"][number][] = [];
	/** Springs that two elements share are thick. */
	const edge = (from: Point, to: Point, at: number) =>
		line([from, to], { width: at > 0 && at < across ? 4 : 1.5 });
	for (let j = 0; j <= across; j++)
		for (let i = 0; i <= across; i++) {
			if (i < across) shapes.push(edge([i, j], [i + 1, j], j));
			if (j < across) shapes.push(edge([i, j], [i, j + 1], i));
			if (i === across || j === across) continue;
			const thin = { color: blue, width: 1.2 };
			shapes.push(
				line(
					[
						[i, j],
						[i + 1, j + 1],
					],
					thin,
				),
				line(
					[
						[i + 1, j],
						[i, j + 1],
					],
					thin,
				),
				{
					kind: "label",
					at: [i + 0.5, j + 0.8],
					text: `${1 + i + across * j}`,
					shift: [0, 4],
					color: "#8a4fa3",
				},
			);
		}
	for (let j = 0; j <= across; j++)
		for (let i = 0; i <= across; i++) shapes.push(dot([i, j]));
	const shared: Point[] = [
		[1, 0],
		[1, 1],
	];
	return {
		title: "P₂P₃ (red) serves 1 and 2",
		shapes: [
			...shapes,
			line(shared, { color: red, width: 4 }),
			...shared.map((at) => dot(at, red)),
		],
	};
}
