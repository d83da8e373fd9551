import { describe, expect, it } from "vitest";
import { camera } from "../../src/picture/camera.ts";
import { fromHex, toImage } from "../../src/picture/image.ts";
import { createRaster, drawTriangles } from "../../src/picture/rasterizer.ts";

const none = { attributes: new Float64Array(0), attributeCount: 0 };
const triangle = Uint32Array.of(0, 1, 2);

/** Red channel of every pixel, by rows. */
function reds(raster: ReturnType<typeof createRaster>): number[][] {
	return Array.from({ length: raster.height }, (_, row) =>
		Array.from(
			{ length: raster.width },
			(_, column) => raster.colors[3 * (row * raster.width + column)],
		),
	);
}

const paint = (red: number) => (_: Float64Array, color: Float64Array) => {
	color[0] = red;
};

describe("rasteriser", () => {
	it("covers the pixels whose middles lie in the triangle, whichever way round it is", () => {
		const projected = Float64Array.of(0, 0, 1, 4, 0, 1, 0, 4, 1);
		for (const triangles of [triangle, Uint32Array.of(0, 2, 1)]) {
			const raster = createRaster(5, 5);
			drawTriangles(raster, { projected, triangles, ...none }, paint(1));
			expect(reds(raster)).toEqual([
				[1, 1, 1, 1, 0],
				[1, 1, 1, 0, 0],
				[1, 1, 0, 0, 0],
				[1, 0, 0, 0, 0],
				[0, 0, 0, 0, 0],
			]);
		}
	});

	it("lets the nearer of two win in either order", () => {
		const near = Float64Array.of(-9, -9, 2, 20, -9, 2, -9, 20, 2);
		const far = Float64Array.of(-9, -9, 1, 20, -9, 1, -9, 20, 1);
		const draw = (order: [Float64Array, number][]) => {
			const raster = createRaster(2, 2);
			for (const [projected, red] of order)
				drawTriangles(
					raster,
					{ projected, triangles: triangle, ...none },
					paint(red),
				);
			return reds(raster).flat();
		};
		expect(
			draw([
				[near, 1],
				[far, 0.5],
			]),
		).toEqual([1, 1, 1, 1]);
		expect(
			draw([
				[far, 0.5],
				[near, 1],
			]),
		).toEqual([1, 1, 1, 1]);
	});

	it("leaves no gap between neighbours", () => {
		const raster = createRaster(40, 40);
		const projected = Float64Array.of(
			...[1.3, 2.1, 1],
			...[37.7, 3.9, 1],
			...[38.2, 36.4, 1],
			...[2.6, 38.8, 1],
		);
		const triangles = Uint32Array.of(0, 1, 2, 0, 2, 3);
		drawTriangles(raster, { projected, triangles, ...none }, paint(1));
		for (const row of reds(raster).slice(5, 35))
			expect(row.slice(5, 35).every((red) => red === 1)).toBe(true);
	});

	it("interpolates as perspective demands", () => {
		// A strip from distance 1 to 3: half way on the screen is not half way in space.
		const raster = createRaster(101, 3);
		const projected = Float64Array.of(
			...[0, -50, 1],
			...[101, 1.5, 1 / 3],
			...[0, 50, 1],
		);
		const attributes = Float64Array.of(0, 1, 0);
		drawTriangles(
			raster,
			{ projected, triangles: triangle, attributes, attributeCount: 1 },
			(a, color) => {
				color[0] = a[0];
			},
		);
		expect(reds(raster)[1][50]).toBeCloseTo(0.25, 3);
	});

	it("leaves out what is behind the camera or outside the picture", () => {
		const raster = createRaster(3, 3);
		for (const projected of [
			Float64Array.of(0, 0, 1, 9, 0, -1, 0, 9, 1),
			Float64Array.of(50, 50, 1, 90, 50, 1, 50, 90, 1),
		])
			drawTriangles(
				raster,
				{ projected, triangles: triangle, ...none },
				paint(1),
			);
		expect(reds(raster).flat()).toEqual(Array(9).fill(0));
	});
});

describe("camera", () => {
	it("puts the target in the middle, up above and right to the right", () => {
		const project = camera(
			{ eye: [0, 0, 5], target: [0, 0, 0], fieldOfView: Math.PI / 2 },
			200,
			100,
		);
		const [x, y, w, upX, upY, , rightX, rightY] = project(
			Float64Array.of(0, 0, 0, 0, 5, 0, 1, 0, 0),
		);
		expect([x, y, w]).toEqual([100, 50, 0.2]);
		expect(upX).toBeCloseTo(100);
		expect(upY).toBeCloseTo(0);
		expect(rightX).toBeCloseTo(110);
		expect(rightY).toBeCloseTo(50);
	});
});

describe("image", () => {
	it("gives a colour back", () => {
		const raster = createRaster(4, 2, fromHex("#2f7f8f"));
		const { width, height, rgb } = toImage(raster, 2);
		expect([width, height, ...rgb]).toEqual([
			...[2, 1],
			...[0x2f, 0x7f, 0x8f],
			...[0x2f, 0x7f, 0x8f],
		]);
	});
});
