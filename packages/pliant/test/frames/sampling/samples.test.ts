import {
	barSamples,
	boxSamples,
	type Samples,
	voxelSamples,
} from "pliant/frames";
import { sphere } from "pliant/mesh";
import { imageVoxels, VoxelGrid, voxelise } from "pliant/voxels";
import { describe, expect, test } from "vitest";

const integral = (
	{ count, positions, volumes }: Samples,
	f: (x: number, y: number, z: number) => number,
) => {
	let total = 0;
	for (let i = 0; i < count; i++)
		total +=
			volumes[i] *
			f(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
	return total;
};

describe("boxSamples", () => {
	const samples = boxSamples({
		size: [2, 1, 0.5],
		counts: [10, 10, 9],
		origin: [1, 0, -0.25],
	});
	test("lie in the middles of equal cells", () => {
		expect(samples.count).toBe(900);
		expect(Array.from(samples.positions.subarray(0, 6))).toEqual([
			1.1,
			0.05,
			expect.closeTo(-0.25 + 0.25 / 9, 14),
			expect.closeTo(1.3, 14),
			0.05,
			expect.closeTo(-0.25 + 0.25 / 9, 14),
		]);
	});
	test("integrate what is linear", () => {
		expect(integral(samples, () => 1)).toBeCloseTo(1, 12);
		expect(integral(samples, (x, y, z) => x + y + z)).toBeCloseTo(2.5, 12);
	});
	test("refuse what makes no block", () => {
		expect(() => boxSamples({ counts: [0, 1, 1] })).toThrow(
			"boxSamples: counts is [0, 1, 1]; all three counts must be positive integers",
		);
	});
});

describe("barSamples", () => {
	const planes = [0, 0.25, 0.5, 0.75, 1];
	const bar = { size: [1, 0.1, 0.2] as const, planes };
	test("one point per span, none on the plane of a frame", () => {
		const { positions, count } = barSamples(bar);
		expect(count).toBe(16);
		const along = new Set(positions.filter((_, i) => i % 3 === 0));
		expect([...along]).toEqual([0.125, 0.375, 0.625, 0.875]);
	});
	test("two points across integrate bending and torsion exactly", () => {
		const samples = barSamples(bar);
		const second = integral(samples, (_, y) => (y - 0.05) ** 2);
		expect(second).toBeCloseTo((0.2 * 0.1 ** 3) / 12, 15);
		const polar = integral(
			samples,
			(_, y, z) => (y - 0.05) ** 2 + (z - 0.1) ** 2,
		);
		expect(polar).toBeCloseTo((0.1 * 0.2 * (0.1 ** 2 + 0.2 ** 2)) / 12, 15);
	});
	test.each([1, 2, 3, 4])("%d points are exact up to degree 2n − 1", (n) => {
		const samples = barSamples({ ...bar, perSpan: n, across: n });
		const degree = 2 * n - 1;
		const exact = (0.1 * 0.2 ** (degree + 1)) / (degree + 1) / (degree + 1);
		expect(
			integral(samples, (x, _, z) => x ** degree * z ** degree),
		).toBeCloseTo(exact, 14);
		// And not beyond.
		const next = 2 * n;
		const beyond = integral(samples, (_, y) => (y / 0.1) ** next) / 0.02;
		expect(Math.abs(beyond * (next + 1) - 1)).toBeGreaterThan(1e-4);
	});
	test("bars reach beyond their frames, along any axis", () => {
		const samples = barSamples({
			size: [0.1, 1, 0.1],
			axis: "y",
			origin: [0, -0.5, 0],
			planes: [0.2, -0.2],
		});
		const along = new Set(samples.positions.filter((_, i) => i % 3 === 1));
		expect([...along]).toEqual([-0.35, 0, 0.35]);
		expect(integral(samples, () => 1)).toBeCloseTo(0.01, 15);
	});
	test("refuse planes outside and counts that are none", () => {
		expect(() => barSamples({ ...bar, planes: [0, 2] })).toThrow(
			"barSamples: planes[1] is 2; the bar goes from 0 to 1 along x",
		);
		expect(() => barSamples({ ...bar, perSpan: 5 })).toThrow(
			"barSamples: perSpan is 5; it must be in [1, 4]",
		);
		expect(() => barSamples({ ...bar, across: 1.5 })).toThrow(
			"barSamples: across is 1.5; it must be a whole number",
		);
	});
});

describe("voxelSamples", () => {
	test("are the centres of voxels inside", () => {
		const grid = voxelise(sphere({ subdivisions: 3 }), { size: 0.1 });
		const samples = voxelSamples(grid);
		expect(samples.count).toBe(grid.voxels.length);
		expect(integral(samples, () => 1)).toBeCloseTo(
			grid.voxels.length * 1e-3,
			12,
		);
		expect(samples.densities).toBeUndefined();
		expect(
			Math.abs(
				integral(samples, (x, y, z) => x * x + y * y + z * z) /
					((4 / 5) * Math.PI) -
					1,
			),
		).toBeLessThan(0.02);
	});
});

describe("imageVoxels", () => {
	const image = {
		counts: [4, 3, 2],
		spacing: [0.1, 0.2, 0.3],
		origin: [1, 2, 3],
		values: Array.from({ length: 24 }, (_, i) => i),
	} as const;
	test("maps values to density and stiffness of samples", () => {
		const grid = imageVoxels(image, {
			inside: 20,
			density: (value) => 1000 + value,
			stiffness: (value) => value / 10,
		});
		expect(Array.from(grid.voxels)).toEqual([20, 21, 22, 23]);
		grid.centre(20).forEach((c, k) => {
			expect(c).toBeCloseTo([1, 2.4, 3.3][k], 12);
		});
		const samples = voxelSamples(grid);
		expect(Array.from(samples.densities ?? [])).toEqual([
			1020, 1021, 1022, 1023,
		]);
		expect(samples.stiffness?.[3]).toBeCloseTo(2.3, 12);
		expect(samples.volumes[0]).toBeCloseTo(0.006, 12);
	});
	test("joins blocks of values", () => {
		const grid = imageVoxels(image, {
			inside: () => true,
			every: 2,
			density: (v) => v + 1,
		});
		expect(grid.counts).toEqual([2, 2, 1]);
		// The mean of 0, 1, 4, 5 and 12, 13, 16, 17.
		expect(grid.density?.[0]).toBeCloseTo(9.5, 12);
		expect(grid.spacing).toEqual([0.2, 0.4, 0.6]);
		grid.centre(0).forEach((c, k) => {
			expect(c).toBeCloseTo([1.05, 2.1, 3.15][k], 12);
		});
	});
	test("refuses what cannot be meant", () => {
		expect(() => imageVoxels(image, { inside: 100 })).toThrow(
			'imageVoxels: no value is inside; they go from 0 to 23, and "inside" must take some of them',
		);
		expect(() => imageVoxels(image, { inside: 5, stiffness: () => 0 })).toThrow(
			"imageVoxels: stiffness(5) is 0; it must be positive for every value inside",
		);
		expect(() => imageVoxels(image, { inside: 5, every: 0.5 })).toThrow(
			"imageVoxels: every is 0.5; it must be a whole number from 1 on",
		);
		expect(() => imageVoxels({ ...image, values: [1] }, { inside: 0 })).toThrow(
			"imageVoxels: the image has 1 values; 4 × 3 × 2 need 24",
		);
	});
});

test("grids check their parts", () => {
	const parts = {
		origin: [0, 0, 0],
		spacing: [1, 1, 1],
		counts: [2, 2, 2],
		inside: new Uint8Array(8),
	} as const;
	expect(
		() => new VoxelGrid({ ...parts, density: new Float64Array(3) }),
	).toThrow("VoxelGrid: density has 3 values; 2 × 2 × 2 voxels need 8");
	expect(() => new VoxelGrid(parts).nearestVoxel([0, 0, 0])).toThrow(
		"VoxelGrid: no voxel belongs to the object; make the voxels smaller than its parts",
	);
});
