/** Figs 3 and 4: the shear test, and corrective forces on an element that is pulled. */
import { type Place, Sketch } from "../../sketch.ts";

export function shearTest(): string {
	const rest: Place[] = [
		[60, 200],
		[220, 200],
		[220, 60],
		[60, 60],
	];
	const [a, b]: Place[] = rest;
	const sheared: Place[] = [a, b, [265, 60], [105, 60]];
	return new Sketch(340, 240)
		.lines([...rest, rest[0]], { dashes: "5 4" })
		.lines([...sheared, sheared[0]], { width: 2 })
		.lines([sheared[0], sheared[2]], { color: "#1f6fb4" })
		.lines([sheared[1], sheared[3]], { color: "#1f6fb4" })
		.arrow([150, 42], [225, 42], { color: "#c8402f" })
		.text([185, 34], "F", "#c8402f")
		.arrow([180, 218], [105, 218], { color: "#c8402f" })
		.text([143, 234], "F", "#c8402f")
		.arrow([60, 82], [90, 82], { both: true })
		.text([74, 100], "η")
		.text([72, 150], "θ")
		.text([24, 135], "h₀")
		.text([240, 216], "l₀")
		.dots(sheared)
		.svg();
}

export function correctiveForces(): string {
	const [a, b, c, d]: Place[] = [
		[110, 210],
		[250, 210],
		[250, 70],
		[110, 70],
	];
	const sketch = new Sketch(360, 270);
	for (const [from, to] of [
		[a, b],
		[d, c],
		[a, d],
		[b, c],
	])
		sketch.spring(from, to);
	sketch
		.lines([a, c], { color: "#1f6fb4" })
		.lines([b, d], { color: "#1f6fb4" });
	const red = { color: "#c8402f" };
	const green = { color: "#3a8f4d" };
	for (const [corner, x, y] of [
		[a, -1, 1],
		[b, 1, 1],
		[c, 1, -1],
		[d, -1, -1],
	] as const)
		sketch
			.arrow(corner, [corner[0] + 50 * x, corner[1]], red)
			.arrow(corner, [corner[0], corner[1] + 32 * y], green);
	return sketch
		.dots([a, b, c, d])
		.text([320, 62], "F/2", "#c8402f")
		.text([288, 44], "F⊥", "#3a8f4d")
		.text([180, 258], "F⊥ = 0 at ν = 1/3; inward beyond", "#3a8f4d")
		.svg();
}
