/** Triangles to pixels, the nearest in front, with numbers interpolated between vertices. */

export interface Raster {
	readonly width: number;
	readonly height: number;
	/** Red, green, blue per pixel, proportional to light (linear), 0 to 1, row by row from the top left. */
	readonly colors: Float32Array;
	/** One over the distance from the camera of what is seen in each pixel; 0 where nothing is. */
	readonly nearness: Float32Array;
}

export interface ProjectedTriangles {
	/** x and y [pixels, y down] and one over the distance from the camera, per vertex. Vertices behind the camera have none above 0. */
	readonly projected: Float64Array;
	/** Vertices, 3 per triangle. */
	readonly triangles: Uint32Array;
	/** Numbers to interpolate, `attributeCount` per vertex. */
	readonly attributes: Float64Array;
	readonly attributeCount: number;
}

/** Writes the colour of a pixel; gets the interpolated numbers. `color` holds what was there before; from the front a triangle goes round counter-clockwise. */
export type Shade = (
	attributes: Float64Array,
	color: Float64Array,
	isFront: boolean,
) => void;

export function createRaster(
	width: number,
	height: number,
	[red, green, blue]: readonly [number, number, number] = [0, 0, 0],
): Raster {
	const colors = new Float32Array(3 * width * height);
	for (let i = 0; i < colors.length; i += 3) {
		colors[i] = red;
		colors[i + 1] = green;
		colors[i + 2] = blue;
	}
	return { width, height, colors, nearness: new Float32Array(width * height) };
}

/** Draws triangles, whichever way round; those that reach behind the camera are left out. */
export function drawTriangles(
	{ width, height, colors, nearness }: Raster,
	{ projected, triangles, attributes, attributeCount }: ProjectedTriangles,
	shade: Shade,
): void {
	const interpolated = new Float64Array(attributeCount);
	const color = new Float64Array(3);
	for (let t = 0; t < triangles.length; t += 3) {
		const [a, b, c] = triangles.subarray(t, t + 3);
		const [ax, ay, aw] = projected.subarray(3 * a, 3 * a + 3);
		const [bx, by, bw] = projected.subarray(3 * b, 3 * b + 3);
		const [cx, cy, cw] = projected.subarray(3 * c, 3 * c + 3);
		if (!(aw > 0 && bw > 0 && cw > 0)) continue;
		const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
		if (area === 0) continue;
		// A pixel belongs to a triangle that its middle lies in.
		const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
		const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
		const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
		const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
		for (let row = top; row <= bottom; row++)
			for (let column = left; column <= right; column++) {
				const x = column + 0.5;
				const y = row + 0.5;
				// Barycentric coordinates on the screen.
				const p = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area;
				const q = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area;
				const r = 1 - p - q;
				if (p < 0 || q < 0 || r < 0) continue;
				const w = p * aw + q * bw + r * cw;
				const pixel = row * width + column;
				if (w <= nearness[pixel]) continue;
				nearness[pixel] = w;
				// What is linear in space is linear on the screen after division by distance.
				const u = (p * aw) / w;
				const v = (q * bw) / w;
				for (let k = 0; k < attributeCount; k++)
					interpolated[k] =
						u * attributes[a * attributeCount + k] +
						v * attributes[b * attributeCount + k] +
						(1 - u - v) * attributes[c * attributeCount + k];
				// Number by number: views of three numbers took most of a picture's time.
				const at = 3 * pixel;
				for (let k = 0; k < 3; k++) color[k] = colors[at + k];
				// y goes down.
				shade(interpolated, color, area < 0);
				for (let k = 0; k < 3; k++) colors[at + k] = color[k];
			}
	}
}
