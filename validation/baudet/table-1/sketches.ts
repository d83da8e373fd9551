/** Figs 1 and 2: what springs belong to, and the tensile test. */
import { type Place, Sketch } from "../../sketch.ts";

export function triangleNotation(): string {
	const [p, q, left, right]: Place[] = [
		[150, 40],
		[150, 200],
		[40, 130],
		[270, 110],
	];
	return new Sketch(310, 240)
		.lines([p, left, q, right, p])
		.lines([p, q], { width: 3, color: "#8a4fa3" })
		.dots([p, q, left, right])
		.text([162, 124], "c", "#8a4fa3")
		.text([86, 78], "a₁")
		.text([86, 182], "b₁")
		.text([218, 66], "a₂")
		.text([218, 170], "b₂")
		.text([104, 130], "T₁")
		.text([206, 122], "T₂")
		.svg();
}

export function tensileTest(): string {
	const sketch = new Sketch(560, 280);
	// The bar at rest, and pulled.
	sketch
		.lines(
			[
				[60, 230],
				[180, 230],
				[180, 90],
				[60, 90],
				[60, 230],
			],
			{ dashes: "5 4" },
		)
		.lines([
			[74, 230],
			[166, 230],
			[166, 60],
			[74, 60],
			[74, 230],
		])
		.arrow([120, 60], [120, 18], { color: "#c8402f" })
		.text([148, 30], "F", "#c8402f")
		.arrow([200, 90], [200, 60], { both: true })
		.text([216, 80], "η")
		.arrow([36, 72], [60, 72])
		.arrow([98, 72], [74, 72])
		.text([67, 52], "δ")
		.text([120, 255], "l₀")
		.text([42, 165], "h₀")
		.lines([
			[40, 232],
			[200, 232],
		]);
	const [a, b, c, d, m]: Place[] = [
		[330, 230],
		[490, 230],
		[490, 70],
		[330, 70],
		[410, 150],
	];
	for (const [from, to] of [
		[a, b],
		[d, c],
		[a, d],
		[b, c],
		...[a, b, c, d].map((corner) => [corner, m] as const),
	])
		sketch.spring(from, to);
	return sketch
		.dots([a, b, c, d, m])
		.text([410, 255], "k_l₀")
		.text([410, 58], "k_l₀")
		.text([305, 154], "k_h₀")
		.text([518, 154], "k_h₀")
		.text([410, 104], "k_d")
		.svg();
}
