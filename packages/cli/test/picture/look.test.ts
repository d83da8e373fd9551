import { grid, sphere } from "pliant/mesh";
import { expect, test } from "vitest";
import {
	type PictureOptions,
	scenePicture,
} from "../../src/picture/scenePicture.ts";
import { findBrowser } from "../../src/studio/browser.ts";

const size = { width: 160, height: 120 };

/** The colour at a pixel of a picture of a blue sheet, red below, beside a green ball. */
function coloursAt(
	places: readonly (readonly [number, number])[],
	options: PictureOptions,
) {
	const mesh = grid({ plane: "xz", cells: [4, 4] });
	const ball = sphere({ radius: 0.2 });
	const { rgb } = scenePicture(
		[
			{
				mesh,
				positions: mesh.positions,
				held: [],
				tints: ["#2040e0", "#e02020"],
			},
		],
		[
			{
				positions: ball.positions.map((c, i) => c + [2, 0, 0.5][i % 3]),
				triangles: ball.triangles,
				tint: "#20c040",
			},
		],
		{ size, ...options },
	);
	return places.map(([x, y]) => {
		const at = 3 * (size.width * y + x);
		const [r, g, b] = rgb.subarray(at, at + 3);
		return { r, g, b };
	});
}

test("the camera and the colours of a scene are those of its picture", () => {
	const target = [0.5, 0, 0.5] as const;
	const [above] = coloursAt([[80, 60]], {
		camera: { eye: [0.5, 3, 0.501], target: [...target] },
	});
	expect(above.b).toBeGreaterThan(2 * above.r);
	const [ball] = coloursAt([[80, 60]], {
		camera: { direction: [0, 1, 0.01], target: [2, 0, 0.5], zoom: 4 },
	});
	expect(ball.g).toBeGreaterThan(2 * ball.r);
	const [corner] = coloursAt([[1, 1]], { background: "#ff00ff" });
	expect(corner).toEqual({ r: 255, g: 0, b: 255 });
});

test("a browser is the one named, none, or the first on the path", () => {
	expect(findBrowser({ PLIANT_BROWSER: "/opt/b", PATH: "" })).toBe("/opt/b");
	expect(
		findBrowser({ PLIANT_BROWSER: "none", PATH: process.env.PATH }),
	).toBeUndefined();
	expect(findBrowser({ PATH: "/nowhere" })).toBeUndefined();
});

test("cloth that hangs over a far rim shows its front up to the rim", () => {
	const mesh = grid({ plane: "xz", size: [1, 1], cells: [2, 2] });
	const flat = mesh.positions.map((c, i) => c - [0.5, 0, 0.5][i % 3]);
	// Behind it hangs straight down, and along the rim normals are means of up and away.
	const hanging = flat.slice();
	for (let i = 0; i < flat.length; i += 3)
		if (flat[i + 2] < -0.25) hanging.set([flat[i], -0.5, 0], i);
	const blue = (positions: Float64Array, triangles: Uint32Array) => {
		const { rgb } = scenePicture(
			[
				{
					mesh: { ...mesh, triangles },
					...{ positions, held: [], tints: ["#2040e0", "#e02020"] },
				},
			],
			[],
			{
				...{ size, camera: { direction: [0, 0.3, 1] } },
				view: { low: [-0.5, -0.5, -0.5], high: [0.5, 0, 0.5] },
			},
		);
		let count = 0;
		for (let i = 0; i < rgb.length; i += 3)
			if (rgb[i + 2] > 2 * rgb[i]) count++;
		return count;
	};
	const isLevel = (_: number, i: number, all: Uint32Array) => {
		const first = i - (i % 3);
		return all.subarray(first, first + 3).every((v) => flat[3 * v + 2] > -0.25);
	};
	const level = blue(flat, mesh.triangles.filter(isLevel));
	expect(level).toBeGreaterThan(100);
	expect(blue(hanging, mesh.triangles)).toBe(level);
});
