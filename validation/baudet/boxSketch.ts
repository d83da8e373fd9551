/** Figs 5 and 6: boxes with their springs, and an assembly of rectangles. */
import { type Place, Sketch } from "../sketch.ts";

const corners = [0, 1].flatMap((z) =>
	[0, 1].flatMap((y) => [0, 1].map((x) => [x, y, z] as const)),
);

/** M1, M2 and M3 beside each other, seen from the side and above. */
export function configurations(): string {
	const sketch = new Sketch(690, 250);
	const shown: readonly [string, readonly number[]][] = [
		["M1", [2]],
		["M2", [3]],
		["M3", [2, 3]],
	];
	for (const [i, [name, diagonals]] of shown.entries()) {
		const at = ([x, y, z]: readonly number[]): Place => [
			35 + 230 * i + 120 * x + 45 * z,
			200 - 120 * y - 35 * z,
		];
		for (const [b, q] of corners.entries())
			for (const p of corners.slice(0, b)) {
				const axes = p.filter((c, axis) => c !== q[axis]).length;
				if (axes === 1) sketch.lines([at(p), at(q)], { width: 2 });
				else if (diagonals.includes(axes))
					sketch.lines([at(p), at(q)], {
						color: axes === 2 ? "#d9822b" : "#1f6fb4",
						width: 1.2,
					});
			}
		sketch.dots(corners.map(at)).text([35 + 230 * i + 80, 232], name);
	}
	return sketch.svg();
}

/** Nine rectangles side by side; springs that two of them share are thick. */
export function nineElements(): string {
	const sketch = new Sketch(330, 330);
	const at = (i: number, j: number): Place => [45 + 80 * i, 285 - 80 * j];
	for (let j = 0; j <= 3; j++)
		for (let i = 0; i <= 3; i++) {
			const inside = (k: number) => k > 0 && k < 3;
			if (i < 3)
				sketch.lines([at(i, j), at(i + 1, j)], { width: inside(j) ? 4 : 1.5 });
			if (j < 3)
				sketch.lines([at(i, j), at(i, j + 1)], { width: inside(i) ? 4 : 1.5 });
			if (i === 3 || j === 3) continue;
			const thin = { color: "#1f6fb4", width: 1.2 };
			sketch.lines([at(i, j), at(i + 1, j + 1)], thin);
			sketch.lines([at(i + 1, j), at(i, j + 1)], thin);
			const [x, y] = at(i + 0.5, j + 0.8);
			sketch.text([x, y], `${1 + i + 3 * j}`, "#8a4fa3");
		}
	for (let j = 0; j <= 3; j++)
		for (let i = 0; i <= 3; i++) sketch.dots([at(i, j)]);
	const shared = [at(1, 0), at(1, 1)] as const;
	return sketch
		.lines(shared, { color: "#c8402f", width: 4 })
		.dots(shared, "#c8402f")
		.text([165, 318], "P₂P₃: one spring for elements 1 and 2", "#c8402f")
		.svg();
}
