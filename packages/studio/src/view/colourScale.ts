/** Colours of values: a few anchors of a scale that is even in lightness, and readable without red and green. */
const anchors = [
	[0.14, 0.1, 0.36],
	[0.2, 0.36, 0.6],
	[0.13, 0.6, 0.58],
	[0.55, 0.78, 0.35],
	[0.99, 0.9, 0.28],
] as const;

/** Writes the colour of a value between 0 and 1, red, green and blue in linear light. */
export function colourAt(value: number, out: Float32Array, at: number): void {
	const place = Math.min(1, Math.max(0, value)) * (anchors.length - 1);
	const i = Math.min(anchors.length - 2, Math.floor(place));
	for (let k = 0; k < 3; k++) {
		const mixed =
			anchors[i][k] + (place - i) * (anchors[i + 1][k] - anchors[i][k]);
		out[at + k] = mixed ** 2.2;
	}
}

/** The scale as a background of CSS. */
export const scaleGradient = `linear-gradient(to right, ${anchors
	.map((rgb) => `rgb(${rgb.map((c) => Math.round(255 * c)).join(" ")})`)
	.join(", ")})`;
