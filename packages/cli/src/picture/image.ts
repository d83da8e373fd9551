/** From light to the bytes of a picture. */
import type { Image } from "./png.ts";
import type { Raster } from "./rasterizer.ts";

/** Means of squares of n × n pixels, in sRGB. */
export function toImage(
	{ width, height, colors }: Pick<Raster, "width" | "height" | "colors">,
	n: number,
): Image {
	const image = {
		width: Math.floor(width / n),
		height: Math.floor(height / n),
	};
	const rgb = new Uint8Array(3 * image.width * image.height);
	// Neighbours are often alike, and powers take long.
	const before = { sums: [0, 0, 0], bytes: [0, 0, 0] };
	for (let row = 0; row < image.height; row++)
		for (let column = 0; column < image.width; column++)
			for (let k = 0; k < 3; k++) {
				let sum = 0;
				for (let j = 0; j < n; j++)
					for (let i = 0; i < n; i++)
						sum += colors[3 * ((row * n + j) * width + column * n + i) + k];
				if (sum !== before.sums[k]) {
					before.sums[k] = sum;
					before.bytes[k] = Math.round(255 * fromLinear(sum / (n * n)));
				}
				rgb[3 * (row * image.width + column) + k] = before.bytes[k];
			}
	return { ...image, rgb };
}

/** IEC 61966-2-1. */
function fromLinear(light: number): number {
	const l = Math.min(Math.max(light, 0), 1);
	return l <= 0.0031308 ? 12.92 * l : 1.055 * l ** (1 / 2.4) - 0.055;
}

/** A colour as it is written in style sheets, "#rrggbb", as light. */
export function fromHex(hex: string): [number, number, number] {
	const light = (at: number) => {
		const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
		return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
	};
	return [light(1), light(3), light(5)];
}
