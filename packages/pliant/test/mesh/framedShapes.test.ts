import { describe, expect, test } from "vitest";
import {
	bar,
	bunny,
	type FramedShape,
	mannequin,
	puma,
	tShape,
	turtle,
	uShape,
} from "../../src/frames/index.ts";
import {
	boundingBox,
	checkMesh,
	components,
	isosurface,
	type Mesh,
	vertexCount,
} from "../../src/mesh/index.ts";
import { voxelise } from "../../src/voxels/voxelise.ts";
import * as measures from "./measures.ts";

const enclosedVolume = ({ positions, triangles }: Mesh) =>
	measures.enclosedVolume(positions, triangles);

const shapes: readonly [string, FramedShape, frames: number][] = [
	["bar", bar(), 5],
	["uShape", uShape(), 2],
	["tShape", tShape(), 2],
	["tShape of three frames", tShape({ frames: "three" }), 3],
	["turtle", turtle(), 7],
	["bunny", bunny({ vertices: 2500 }), 2],
	["puma", puma({ vertices: 4000 }), 7],
	["mannequin", mannequin(), 4],
];

describe.each(shapes)("%s", (_, { surface, frames, partAt }, frameCount) => {
	test("is one closed manifold surface like a sphere, normals outward", () => {
		expect(checkMesh(surface)).toEqual([]);
		expect(components(surface).count).toBe(1);
		expect(measures.eulerCharacteristic(surface)).toBe(2);
		expect(enclosedVolume(surface)).toBeGreaterThan(0);
	});

	test("has its frames inside", () => {
		expect(frames.length).toBe(frameCount);
		const grid = voxelise(surface, { count: 15000 });
		for (const { position } of frames) {
			const nearest = grid.centre(grid.nearestVoxel(position));
			const distance = Math.hypot(...nearest.map((c, k) => c - position[k]));
			expect(distance).toBeLessThan(grid.spacing[0]);
		}
	});

	test("names the parts of its vertices", () => {
		for (const [part, vertices] of Object.entries(surface.groups))
			for (const v of vertices.subarray(0, 50)) {
				const [x, y, z] = surface.positions.subarray(3 * v, 3 * v + 3);
				expect(partAt(x, y, z)).toBe(part);
			}
	});
});

test("blocks have exact volumes", () => {
	expect(enclosedVolume(bar().surface)).toBeCloseTo(0.01, 14);
	const u = 0.11 * 0.1 * 0.03 - 0.05 * 0.07 * 0.03;
	expect(enclosedVolume(uShape().surface)).toBeCloseTo(u, 14);
	const t = 0.12 * 0.03 * 0.03 + 0.03 * 0.09 * 0.03;
	expect(enclosedVolume(tShape().surface)).toBeCloseTo(t, 14);
});

test("blocks may be finer or coarser", () => {
	expect(vertexCount(bar({ edge: 1 }).surface)).toBe(8);
	expect(vertexCount(uShape({ edge: 1 }).surface)).toBe(24);
	expect(vertexCount(bar({ edge: 0.05 }).surface)).toBe(21 * 8 + 2);
});

test("the turtle has the paper's size: 6,600 vertices and 15,000 voxels", () => {
	const { surface, partAt, frames } = turtle();
	expect(Math.abs(vertexCount(surface) / 6642 - 1)).toBeLessThan(0.05);
	const grid = voxelise(surface, { count: 15452 });
	expect(Math.abs(grid.voxels.length / 15452 - 1)).toBeLessThan(0.05);
	expect(grid.notes).toEqual([]);
	for (const { name, position } of frames)
		expect(partAt(...position)).toBe(name);
	const { min, max } = boundingBox(surface.positions);
	expect(max[0] - min[0]).toBeCloseTo(0.3, 2);
	const doubled = turtle({ length: 0.6, vertices: 2000 });
	expect(enclosedVolume(doubled.surface)).toBeCloseTo(
		8 * enclosedVolume(surface),
		3,
	);
});

test("the bunny comes in as many vertices as asked", () => {
	const { surface, ears, partAt } = bunny({ vertices: 8000 });
	expect(Math.abs(vertexCount(surface) / 8000 - 1)).toBeLessThan(0.05);
	expect(partAt(...ears[0])).toBe("left ear");
	expect(partAt(...ears[1])).toBe("right ear");
});

test("isosurface refuses boxes that cut the surface or miss it", () => {
	const options = {
		field: (x: number, y: number, z: number) => -Math.hypot(x, y, z),
		level: -1,
		low: [-1.5, -1.5, -1.5],
		high: [1.5, 1.5, 1.5],
		spacing: 0.25,
	} as const;
	expect(checkMesh(isosurface(options))).toEqual([]);
	expect(() => isosurface({ ...options, high: [0.5, 1.5, 1.5] })).toThrow(
		"isosurface: the surface reaches the sides of the box from low to high; give it room of one spacing on all sides",
	);
	expect(() => isosurface({ ...options, level: 1 })).toThrow(
		"isosurface: no point of the grid is inside",
	);
});

test("options are checked", () => {
	expect(() => turtle({ vertices: 10 })).toThrow(
		"turtle: vertices is 10; it must be an integer of at least 500",
	);
	expect(() => uShape({ thickness: 0.2 })).toThrow(
		"uShape: thickness is 0.2; legs and foot need it below half the width, 0.055, and below the height, 0.1",
	);
	expect(() => tShape({ thickness: 0.2 })).toThrow(
		"tShape: thickness is 0.2; it must be below the width, 0.12, and the height, 0.12",
	);
	expect(() => bar({ size: [1, 0, 1] })).toThrow("bar: size is [1, 0, 1]");
});
