/** The shadow that triangles cast on the ground, y = 0: how dark each point is, from 0 to 1, with soft edges. */
import type { Vector3 } from "pliant";
import { createRaster, drawTriangles } from "./rasterizer.ts";

export interface ShadowOptions {
	/** What casts it: positions [m], and 3 vertices per triangle. */
	readonly casters: readonly {
		readonly positions: Float64Array;
		readonly triangles: Uint32Array;
	}[];
	/** From the scene to the light. */
	readonly toLight: Vector3;
	/** Half the side of the square around the origin that is covered [m]. */
	readonly reach: number;
	/** Width of the edges [m]. */
	readonly softness: number;
}

const size = 320;

export function groundShadow({
	casters,
	toLight,
	reach,
	softness,
}: ShadowOptions): (x: number, z: number) => number {
	const perMetre = size / (2 * reach);
	const raster = createRaster(size, size);
	for (const { positions, triangles } of casters) {
		const projected = new Float64Array(positions.length);
		for (let i = 0; i < positions.length; i += 3) {
			const [x, y, z] = positions.subarray(i, i + 3);
			const along = y / toLight[1];
			projected[i] = size / 2 + perMetre * (x - along * toLight[0]);
			projected[i + 1] = size / 2 + perMetre * (z - along * toLight[2]);
			projected[i + 2] = 1;
		}
		const attributes = new Float64Array(0);
		drawTriangles(
			raster,
			{ projected, triangles, attributes, attributeCount: 0 },
			() => {},
		);
	}
	const darkness = blurred(raster.nearness, (softness * perMetre) / 2);
	return (x, z) => {
		const column = size / 2 + perMetre * x - 0.5;
		const row = size / 2 + perMetre * z - 0.5;
		const [i, j] = [Math.floor(column), Math.floor(row)];
		if (i < 0 || j < 0 || i >= size - 1 || j >= size - 1) return 0;
		const [s, t] = [column - i, row - j];
		const at = j * size + i;
		return (
			(1 - t) * ((1 - s) * darkness[at] + s * darkness[at + 1]) +
			t * ((1 - s) * darkness[at + size] + s * darkness[at + size + 1])
		);
	};
}

/** Three box blurs along each axis are nearly a Gaussian. */
function blurred(values: Float32Array, radius: number): Float32Array {
	const r = Math.max(1, Math.round(radius));
	let now = values;
	for (const stride of [1, size, 1, size, 1, size])
		now = boxBlur(now, stride, r);
	return now;
}

/** Means over 2r + 1 neighbours along rows (stride 1) or columns (stride `size`); zero outside. */
function boxBlur(values: Float32Array, stride: number, r: number) {
	const out = new Float32Array(values.length);
	const other = stride === 1 ? size : 1;
	for (let line = 0; line < size; line++) {
		const value = (i: number) =>
			i >= 0 && i < size ? values[line * other + i * stride] : 0;
		let sum = 0;
		for (let i = -r; i < r; i++) sum += value(i);
		for (let i = 0; i < size; i++) {
			sum += value(i + r);
			out[line * other + i * stride] = sum / (2 * r + 1);
			sum -= value(i - r);
		}
	}
	return out;
}
