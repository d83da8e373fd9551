import {
	box,
	createMesh,
	type Mesh,
	mergeMeshes,
	skinTriangles,
	sphere,
	type Vector3,
} from "pliant/mesh";
import { voxelise, voxelPieces } from "pliant/voxels";
import { describe, expect, test } from "vitest";

function block(
	size: Vector3,
	cells: Vector3,
	origin: Vector3 = [0, 0, 0],
): Mesh {
	const solid = box({ size, cells, origin });
	return createMesh({
		positions: solid.positions,
		triangles: skinTriangles(solid),
	});
}

function volumeOf(mesh: Mesh, size: number): number {
	const grid = voxelise(mesh, { size });
	return grid.voxels.length * grid.voxelVolume;
}

const moved = (mesh: Mesh, shift: Vector3): Mesh => ({
	...mesh,
	positions: mesh.positions.map((c, i) => c + shift[i % 3]),
});
const insideOut = (mesh: Mesh): Mesh => ({
	...mesh,
	triangles: mesh.triangles.slice().reverse(),
});

describe("voxelise", () => {
	test("the volume of a sphere converges", () => {
		const ball = sphere({ subdivisions: 5 });
		const exact = (4 / 3) * Math.PI;
		const errors = [0.17, 0.083, 0.041].map((size) =>
			Math.abs(volumeOf(ball, size) / exact - 1),
		);
		expect(errors[0]).toBeLessThan(0.02);
		expect(errors[1]).toBeLessThan(0.015);
		expect(errors[2]).toBeLessThan(0.003);
	});

	test("centres in a sphere are inside, others are not", () => {
		const grid = voxelise(sphere({ subdivisions: 5 }), { size: 0.07 });
		// Facets lie within 4e-4 of the sphere.
		for (let voxel = 0; voxel < grid.inside.length; voxel++) {
			const radius = Math.hypot(...grid.centre(voxel));
			if (Math.abs(radius - 1) > 1e-3)
				expect(grid.inside[voxel]).toBe(radius < 1 ? 1 : 0);
		}
	});

	test("a block of whole voxels is filled exactly, also where columns run through edges and vertices", () => {
		// Centres of voxels lie on the edges and vertices of the triangles of top and bottom.
		for (const cells of [1, 2, 4, 5, 8, 10]) {
			const grid = voxelise(block([1, 0.5, 0.25], [cells, cells, cells]), {
				size: 0.05,
			});
			expect(grid.counts).toEqual([20, 10, 5]);
			expect(grid.voxels.length).toBe(1000);
		}
	});

	test("a centre on the surface is inside or outside, and the rest of its column does not care", () => {
		// Walls of a tube of square section run exactly through centres.
		const grid = voxelise(
			mergeMeshes([
				block([1, 1, 1], [4, 4, 4]),
				insideOut(block([0.5, 0.5, 0.5], [2, 2, 2], [0.25, 0.25, 0.25])),
			]),
			{ size: 1 / 6 },
		);
		expect(grid.voxels.length).toBeGreaterThanOrEqual(6 ** 3 - 4 ** 3);
		expect(grid.voxels.length).toBeLessThanOrEqual(6 ** 3 - 2 ** 3);
	});

	test("cavities are left out, parts that overlap are united", () => {
		const ball = sphere({ subdivisions: 4 });
		const small = { ...ball, positions: ball.positions.map((c) => c / 2) };
		const hollow = volumeOf(mergeMeshes([ball, insideOut(small)]), 0.05);
		expect(hollow / ((4 / 3) * Math.PI * (7 / 8))).toBeCloseTo(1, 2);
		const overlapping = mergeMeshes([
			block([1, 1, 1], [2, 2, 2]),
			block([1, 1, 1], [2, 2, 2], [0.5, 0, 0]),
		]);
		expect(volumeOf(overlapping, 0.1)).toBeCloseTo(1.5, 12);
	});

	test("every orientation in space gives the same sphere within a voxel's shell", () => {
		const ball = sphere({ subdivisions: 3 });
		const volumes = [
			[0, 0, 0],
			[0.013, 0.007, -0.021],
			[1e3, -1e3, 1e3],
		].map((shift) => volumeOf(moved(ball, shift as unknown as Vector3), 0.1));
		for (const volume of volumes) expect(volume / volumes[0]).toBeCloseTo(1, 2);
	});

	test("by count: about as many voxels as asked", () => {
		const ratio = (count: number) =>
			voxelise(sphere({ subdivisions: 4 }), { count }).voxels.length / count;
		expect(Math.abs(ratio(100) - 1)).toBeLessThan(0.2);
		expect(Math.abs(ratio(15000) - 1)).toBeLessThan(0.02);
	});

	test("voxels are symmetric where the object is", () => {
		const { counts, inside } = voxelise(sphere({ subdivisions: 4 }), {
			size: 0.13,
		});
		const mirrored = inside.slice().reverse();
		const differing = inside.filter((value, i) => value !== mirrored[i]);
		expect(counts[0]).toBe(16);
		expect(differing.length).toBe(0);
	});

	test("notes thin parts that voxels miss", () => {
		const ball = sphere({ subdivisions: 4 });
		const needle = block([3, 0.01, 0.01], [60, 1, 1], [0, 0.02, 0.02]);
		expect(voxelise(ball, { size: 0.1 }).notes).toEqual([]);
		const { notes } = voxelise(mergeMeshes([ball, needle]), { size: 0.1 });
		expect(notes[0]).toMatch(
			/vertices of the surface, the first at \(.*\), have no voxel around them: parts too thin for the voxels are missing; voxels smaller than 0.1 m would find them/,
		);
	});

	test("notes voxels that fall apart", () => {
		// Two blocks on a wire, of one closed surface.
		const wide = block([3, 1, 1], [3, 8, 8]);
		const positions = wide.positions.slice();
		for (let i = 0; i < positions.length; i += 3) {
			if (positions[i] < 0.5 || positions[i] > 2.5) continue;
			for (const axis of [1, 2])
				positions[i + axis] = 0.52 + 0.01 * (positions[i + axis] - 0.5);
		}
		const grid = voxelise({ ...wide, positions }, { size: 0.1 });
		expect(voxelPieces(grid).count).toBe(2);
		expect(grid.notes.at(-1)).toMatch(
			/the voxels are in 2 pieces where the surface has 1: parts that are too thin were cut/,
		);
	});

	test("notes voxels that hold more than the object", () => {
		const rod = block([1, 0.01, 0.01], [4, 1, 1]);
		expect(voxelise(rod, { size: 0.1 }).notes).toEqual([
			"the voxels hold 0.01 m³ where the surface encloses 0.0001 m³; smaller ones come closer",
		]);
	});
});

describe("voxelise refuses", () => {
	const ball = sphere({ subdivisions: 1 });
	const cases: readonly [string, () => unknown, RegExp][] = [
		[
			"an open surface",
			() =>
				voxelise(
					{ ...ball, triangles: ball.triangles.subarray(3) },
					{ size: 0.1 },
				),
			/^voxelise: the surface does not bound a volume; 3 edges belong to one triangle only, so the surface is open: close its holes; .*repairMesh merges.*\(the first is edge \d+–\d+\)$/,
		],
		[
			"triangles that face opposite sides",
			() => {
				const triangles = ball.triangles.slice();
				[triangles[0], triangles[1]] = [triangles[1], triangles[0]];
				return voxelise({ ...ball, triangles }, { size: 0.1 });
			},
			/3 edges lie between triangles that face opposite sides: repairMesh orients them/,
		],
		[
			"edges of more than two triangles",
			() =>
				voxelise(
					createMesh({
						positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1],
						triangles: [
							...[0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
							...[0, 1, 2, 0, 4, 1, 0, 2, 4, 1, 4, 2],
						],
					}),
					{ size: 0.1 },
				),
			/3 edges join more than two triangles: split the surface/,
		],
		[
			"a mesh without triangles",
			() => voxelise(box(), { size: 0.1 }),
			/no triangles; give the surface of the object \(skinTriangles/,
		],
		[
			"voxels that are all too large",
			() =>
				voxelise(
					mergeMeshes([
						block([1, 1, 1], [2, 2, 2]),
						insideOut(block([0.98, 0.98, 0.98], [2, 2, 2], [0.01, 0.01, 0.01])),
					]),
					{ size: 0.5 },
				),
			/no centre of a voxel lies inside; the object is thinner than its voxels of 0.5 m, take smaller ones/,
		],
		[
			"too many voxels",
			() => voxelise(ball, { size: 1e-4 }),
			/voxels of 0.0001 m make .* more than 134217728; take larger ones/,
		],
		[
			"a size that is not positive",
			() => voxelise(ball, { size: 0 }),
			/voxelise: size is 0; it must be a positive number/,
		],
		[
			"a count that is not positive",
			() => voxelise(ball, { count: -3 }),
			/voxelise: count is -3/,
		],
		[
			"positions that are not finite",
			() =>
				voxelise(
					{
						...ball,
						positions: ball.positions.map((c, i) => (i ? c : Number.NaN)),
					},
					{ size: 0.1 },
				),
			/not finite; checkMesh tells which/,
		],
	];
	test.each(cases)("%s", (_, act, message) => {
		expect(act).toThrow(message);
	});
});
