import {
	cutoffWeights,
	euclideanWeights,
	geodesicWeights,
	harmonicWeights,
	interpolatingWeights,
	joinWeights,
	linearWeights,
	rigidWeights,
	voxelWeights,
	type WeightField,
} from "pliant/frames";
import { sphere, type Vector3 } from "pliant/mesh";
import { geodesicDistance, VoxelGrid, voxelise } from "pliant/voxels";
import { describe, expect, test } from "vitest";
import {
	at,
	blockGrid,
	gradientError,
	randomNumbers,
	sum,
	uGrid,
} from "./fieldChecks.ts";

const uOrigins: Vector3[] = [
	[1.5, 9, 1.5],
	[9.5, 9, 1.5],
];

describe("weights between voxels", () => {
	const grid = blockGrid([6, 5, 4], 0.5);
	/** A field of two frames from functions at the centres. */
	const fieldOf = (
		f: (x: number, y: number, z: number) => number,
		options = {},
	) => {
		const values = Array.from(grid.voxels).flatMap((voxel) => {
			const w = f(...grid.centre(voxel));
			return [w, 1 - w];
		});
		return voxelWeights(grid, 2, Float64Array.from(values), options);
	};

	test("at centres they are the voxel's, with central and one-sided differences", () => {
		const field = fieldOf((x, y) => x * x + 3 * y);
		for (const voxel of grid.voxels) {
			const [x, y, z] = grid.centre(voxel);
			const { weights, gradients } = at(field, [x, y, z]);
			expect(weights[0]).toBeCloseTo(x * x + 3 * y, 13);
			const oneSided = x < 0.5 ? 0.5 : x > 2.5 ? -0.5 : 0;
			expect(gradients[0]).toBeCloseTo(2 * x + oneSided, 12);
			expect(gradients[1]).toBeCloseTo(3, 12);
			expect(gradients[2]).toBeCloseTo(0, 12);
		}
	});

	test("with the paper's constant boundary, slopes there are halved", () => {
		const field = fieldOf((x) => x, { boundary: "constant" });
		expect(at(field, [0.25, 1.25, 1.25]).gradients[0]).toBe(0.5);
		expect(at(field, [0.75, 1.25, 1.25]).gradients[0]).toBe(1);
	});

	test("what is linear is reproduced, up to one and a half voxels outside", () => {
		const linear = (x: number, y: number, z: number) => 0.3 + x - 2 * y + z / 3;
		const field = fieldOf(linear);
		const random = randomNumbers(3);
		for (let i = 0; i < 200; i++) {
			const p = [3, 2.5, 2].map(
				(n) => n * random() + 0.5 * (random() - 0.5),
			) as unknown as Vector3;
			const { weights, gradients } = at(field, p);
			expect(weights[0]).toBeCloseTo(linear(...p), 12);
			expect(gradients[0]).toBeCloseTo(1, 11);
			expect(gradients[1]).toBeCloseTo(-2, 11);
			expect(gradients[2]).toBeCloseTo(1 / 3, 11);
		}
	});

	test("gradients are those of the weights, and sums are kept", () => {
		const field = fieldOf((x, y, z) => Math.sin(2 * x + y) * Math.cos(z));
		const random = randomNumbers(4);
		for (let i = 0; i < 200; i++) {
			const p = [0, 1, 2].map(() => 4 * random() - 0.5) as unknown as Vector3;
			expect(gradientError(field, p, 1e-6)).toBeLessThan(1e-7);
			expect(sum(at(field, p).weights)).toBeCloseTo(1, 12);
		}
	});

	test("far from the object they are constant", () => {
		const field = fieldOf((x, y, z) => x * y + z);
		const far = at(field, [100, 1.25, 1]);
		expect(far.weights[0]).toBeCloseTo(
			at(field, [200, 1.25, 1]).weights[0],
			12,
		);
		expect(far.gradients[0]).toBe(0);
	});

	test("voxels may be of any shape", () => {
		const flat = new VoxelGrid({
			origin: [1, 2, 3],
			spacing: [0.5, 1, 2],
			counts: [4, 4, 4],
			inside: new Uint8Array(64).fill(1),
		});
		const linear = (x: number, y: number, z: number) => x - y + 2 * z;
		const values = Array.from(flat.voxels, (v) => linear(...flat.centre(v)));
		const field = voxelWeights(flat, 1, Float64Array.from(values));
		const { weights, gradients } = at(field, [2.1, 4.3, 6.6]);
		expect(weights[0]).toBeCloseTo(linear(2.1, 4.3, 6.6), 12);
		expect(gradients[0]).toBeCloseTo(1, 12);
		expect(gradients[2]).toBeCloseTo(2, 12);
	});

	test("values that do not fit are refused", () => {
		expect(() => voxelWeights(grid, 2, new Float64Array(7))).toThrow(
			"voxelWeights: 7 values; 120 voxels with 2 frames need 240",
		);
	});
});

describe("harmonic weights", () => {
	test("are linear along a bar", () => {
		const grid = blockGrid([12, 3, 3], 0.1);
		// Held over whole sections, three voxels at each end, by regions.
		const field = harmonicWeights(
			grid,
			[
				[0, 0.15, 0.15],
				[1.2, 0.15, 0.15],
			],
			{
				regions: [
					{ frame: 0, contains: (x) => x < 0.3 },
					{ frame: 1, contains: (x) => x > 0.9 },
				],
			},
		);
		for (const voxel of grid.voxels) {
			const p = grid.centre(voxel);
			const exact = Math.min(Math.max((p[0] - 0.25) / 0.7, 0), 1);
			const { weights, gradients } = at(field, p);
			expect(weights[1]).toBeCloseTo(exact, 11);
			const isFree = p[0] > 0.3 && p[0] < 0.9;
			expect(gradients[3]).toBeCloseTo(isFree ? 1 / 0.7 : 0, 9);
			expect(gradients[4]).toBeCloseTo(0, 9);
		}
	});

	test("are what blurring converges to", () => {
		const grid = uGrid();
		const blurred = blurToConvergence(grid, uOrigins);
		const gaussian = harmonicWeights(grid, uOrigins, { stencil: "gaussian" });
		blurred.forEach((w, place) => {
			expect(gaussian.values[2 * place]).toBeCloseTo(w, 9);
		});
		// The same equation in finite volumes has solutions that differ by the size of a voxel around the origins.
		const faces = harmonicWeights(grid, uOrigins);
		const differences = blurred.map((w, i) =>
			Math.abs(faces.values[2 * i] - w),
		);
		expect(Math.max(...differences)).toBeLessThan(0.12);
		expect(sum(differences) / differences.length).toBeLessThan(0.04);
	});

	test("with a radius the stencils agree as voxels become small", () => {
		const differences = [1, 2, 4].map((perUnit) => {
			const grid = uGrid(perUnit);
			const [faces, gaussian] = (["faces", "gaussian"] as const).map(
				(stencil) => harmonicWeights(grid, uOrigins, { stencil, radius: 1.2 }),
			);
			const worst = faces.values.map((w, i) =>
				Math.abs(w - gaussian.values[i]),
			);
			return Math.max(...worst);
		});
		expect(differences[1]).toBeLessThan(0.7 * differences[0]);
		expect(differences[2]).toBeLessThan(0.7 * differences[1]);
	});

	test("are between 0 and 1, sum to one and meet in the middle", () => {
		const grid = uGrid(2);
		const { values } = harmonicWeights(grid, [
			[1.25, 9.25, 1.25],
			[9.75, 9.25, 1.25],
		]);
		grid.voxels.forEach((voxel, place) => {
			const [own, other] = [values[2 * place], values[2 * place + 1]];
			expect(own).toBeGreaterThan(-1e-10);
			expect(own).toBeLessThan(1 + 1e-10);
			expect(own + other).toBeCloseTo(1, 12);
			const [i, j, k] = grid.place(voxel);
			const mirrored = grid.nearest[21 - i + 22 * (j + 20 * k)];
			expect(values[2 * mirrored + 1]).toBeCloseTo(own, 9);
		});
	});

	test("follow the object where straight distances do not", () => {
		// Inside the left leg, level with its origin but on the side of the right one (p of Fig. 3).
		const field = harmonicWeights(uGrid(2), uOrigins);
		expect(at(field, [2.75, 8, 1.5]).weights[1]).toBeLessThan(0.2);
		expect(at(field, [5.5, 1.5, 1.5]).weights[1]).toBeCloseTo(0.5, 2);
	});

	test("of one frame are 1", () => {
		const field = harmonicWeights(blockGrid([3, 3, 3]), [[1, 1, 1]]);
		expect(field.values.every((w) => w === 1)).toBe(true);
		expect(field.gradients.every((g) => g === 0)).toBe(true);
	});

	const cases: readonly [string, () => unknown, RegExp][] = [
		[
			"frames in one voxel",
			() =>
				harmonicWeights(blockGrid([4, 4, 4]), [
					[1.4, 1.5, 1.5],
					[1.6, 1.5, 1.5],
				]),
			/frames 0 and 1 both hold the voxel at \(1.5, 1.5, 1.5\); put frames farther apart, or take smaller voxels/,
		],
		[
			"a piece without a frame",
			() =>
				harmonicWeights(
					blockGrid([5, 2, 2], 1, (x) => x < 2 || x > 3),
					[[0.5, 0.5, 0.5]],
				),
			/the voxels are in 2 pieces, and that around \(3.5, 0.5, 0.5\) has no frame/,
		],
		[
			"a region of no frame",
			() =>
				harmonicWeights(blockGrid([2, 2, 2]), [[0, 0, 0]], {
					regions: [{ frame: 1, contains: () => true }],
				}),
			/regions\[0\].frame is 1; there are frames 0 to 0/,
		],
		[
			"a region without voxels",
			() =>
				harmonicWeights(blockGrid([2, 2, 2]), [[0, 0, 0]], {
					regions: [{ frame: 0, contains: () => false }],
				}),
			/regions\[0\] contains no voxel's centre/,
		],
		[
			"regions that overlap",
			() =>
				harmonicWeights(
					blockGrid([3, 2, 2]),
					[
						[0.5, 0.5, 0.5],
						[2.5, 0.5, 0.5],
					],
					{
						regions: [
							{ frame: 0, contains: (x) => x < 2 },
							{ frame: 1, contains: (x) => x > 1 },
						],
					},
				),
			/is in regions of frames 0 and 1; regions must not overlap/,
		],
		[
			"no frames",
			() => harmonicWeights(blockGrid([2, 2, 2]), []),
			/origins is \[\]/,
		],
	];
	test.each(cases)("refuse %s", (_, act, message) => {
		expect(act).toThrow(message);
	});
});

/** Gilles et al. 2011, section 4.1, as written: blur by (1, 2, 1)³/64, own values for missing neighbours, origins held. */
function blurToConvergence(grid: VoxelGrid, origins: readonly Vector3[]) {
	const { voxels, counts, inside } = grid;
	const held = origins.map((o) => grid.nearest[grid.nearestVoxel(o)]);
	const sources = Array.from(voxels, (voxel, own) => {
		const [i, j, k] = grid.place(voxel);
		const cells: [place: number, mask: number][] = [];
		for (let z = -1; z <= 1; z++)
			for (let y = -1; y <= 1; y++)
				for (let x = -1; x <= 1; x++) {
					const mask = (2 - x * x) * (2 - y * y) * (2 - z * z);
					const place = [i + x, j + y, k + z];
					const cell = place[0] + counts[0] * (place[1] + counts[1] * place[2]);
					const isInside =
						place.every((n, axis) => n >= 0 && n < counts[axis]) &&
						inside[cell];
					cells.push([isInside ? grid.nearest[cell] : own, mask / 64]);
				}
		return cells;
	});
	let w = new Float64Array(voxels.length);
	for (let change = 1; change > 1e-13; ) {
		w[held[0]] = 1;
		w[held[1]] = 0;
		change = 0;
		const next = w.map((own, place) => {
			if (held.includes(place)) return own;
			let total = 0;
			for (const [source, mask] of sources[place]) total += mask * w[source];
			change = Math.max(change, Math.abs(total - own));
			return total;
		});
		w = next;
	}
	return w;
}

describe("rigid regions", () => {
	const grid = voxelise(sphere({ subdivisions: 3 }), { size: 0.11 });
	const origins: Vector3[] = [
		[0, 0, 0],
		[0.9, 0, 0],
		[-0.9, 0, 0],
	];
	const contains = (x: number, y: number, z: number) =>
		Math.hypot(x, y, z) < 0.5;
	const fields: [string, WeightField][] = [
		[
			"harmonicWeights",
			harmonicWeights(grid, origins, { regions: [{ frame: 0, contains }] }),
		],
		[
			"rigidWeights",
			rigidWeights(
				grid,
				geodesicWeights(grid, origins, { cutoff: 2 }),
				[{ frame: 0, contains }],
				{ transition: 0.3 },
			),
		],
	];
	test.each(fields)(
		"%s: weights 1 and 0 and no gradient at all inside",
		(_, field) => {
			let inside = 0;
			let steepest = 0;
			for (const voxel of grid.voxels) {
				const p = grid.centre(voxel);
				const { weights, gradients } = at(field, p);
				steepest = Math.max(steepest, ...gradients.map(Math.abs));
				if (!contains(...p)) continue;
				inside++;
				expect(Array.from(weights)).toEqual([1, 0, 0]);
				expect(gradients.every((g) => g === 0)).toBe(true);
			}
			expect(inside).toBeGreaterThan(300);
			expect(steepest).toBeGreaterThan(1);
		},
	);
});

describe("geodesic distance", () => {
	test("is straight in a convex object", () => {
		const grid = voxelise(sphere({ subdivisions: 3 }), { size: 0.08 });
		const point: Vector3 = [-0.6, 0.2, 0.1];
		const errors = geodesicDistance(grid, { point }).map((d, place) => {
			const centre = grid.centre(grid.voxels[place]);
			return Math.abs(d - Math.hypot(...centre.map((c, k) => c - point[k])));
		});
		// Half a voxel at the worst, at the steps of the boundary, and a tenth in the mean.
		expect(Math.max(...errors)).toBeLessThan(0.04);
		expect(sum(errors) / errors.length).toBeLessThan(0.008);
	});

	test("goes around in a U", () => {
		const errors = [2, 4, 8].map((perUnit) => {
			const grid = uGrid(perUnit);
			const d = geodesicDistance(grid, { point: [1.5, 9.5, 1.5] });
			const end = grid.nearest[grid.nearestVoxel([9.5, 9.5, 1.5])];
			const [x, y, z] = grid.centre(grid.voxels[end]);
			// Down to the inner corner at (3, 3), along to (8, 3) and up.
			const exact =
				Math.hypot(1.5, 6.5) + 5 + Math.hypot(x - 8, y - 3, z - 1.5);
			return Math.abs(d[end] / exact - 1);
		});
		expect(errors[0]).toBeLessThan(0.06);
		expect(errors[2]).toBeLessThan(0.02);
		expect(errors[2]).toBeLessThan(errors[0] / 2);
	});

	test("ends at the cutoff and at gaps", () => {
		const grid = blockGrid([9, 1, 1], 1, (x) => x < 6 || x > 7);
		const point: Vector3 = [0.5, 0.5, 0.5];
		const d = geodesicDistance(grid, { point });
		expect(Array.from(d)).toEqual([0, 1, 2, 3, 4, 5, Infinity, Infinity]);
		expect(geodesicDistance(grid, { point }, 3.5)[4]).toBe(Infinity);
	});
});

describe("weights by distance", () => {
	test("Euclidean: 1 at the origin, 0 from the cutoff on, smooth", () => {
		const field = euclideanWeights(uOrigins, { cutoff: [4, 9] });
		expect(at(field, uOrigins[0]).weights[0]).toBe(1);
		expect(at(field, [1.5, 5, 1.5]).weights[0]).toBe(0);
		expect(at(field, [1.5, 7, 1.5]).weights[0]).toBeCloseTo(0.5625, 12);
		const random = randomNumbers(5);
		for (let i = 0; i < 50; i++) {
			const p = [11, 10, 3].map((n) => n * random()) as unknown as Vector3;
			expect(gradientError(field, p, 1e-5)).toBeLessThan(1e-8);
		}
	});

	test("geodesic: less between the legs of a U than Euclidean", () => {
		const grid = uGrid(2);
		const p = [2.75, 8, 1.5];
		const geodesic = at(geodesicWeights(grid, uOrigins, { cutoff: 25 }), p);
		const euclidean = at(euclideanWeights(uOrigins, { cutoff: 25 }), p);
		expect(geodesic.weights[1]).toBeLessThan(0.3);
		expect(euclidean.weights[1]).toBeGreaterThan(0.8);
	});

	test("geodesic: voxels beyond every cutoff are refused, unless the frame is one of several", () => {
		const grid = uGrid();
		expect(() => geodesicWeights(grid, uOrigins, { cutoff: 4 })).toThrow(
			/geodesicWeights: \d+ of 225 voxels, the first at \(.*\), are beyond the cutoff of every frame; raise it, or add frames/,
		);
		const added = geodesicWeights(grid, [[1.5, 5, 1.5]], {
			cutoff: 4,
			partial: true,
		});
		const all = joinWeights([harmonicWeights(grid, uOrigins), added]);
		expect(all.frameCount).toBe(3);
		const { weights } = at(all, [1.5, 4.5, 1.5]);
		expect(weights[0] + weights[1]).toBeCloseTo(1, 9);
		expect(weights[2]).toBeCloseTo((1 - (0.5 / 4) ** 2) ** 2, 9);
	});

	test("cutoffs are checked", () => {
		expect(() => euclideanWeights(uOrigins, { cutoff: [1] })).toThrow(
			"euclideanWeights: 1 cutoffs for 2 frames",
		);
		expect(() => euclideanWeights(uOrigins, { cutoff: -1 })).toThrow(
			"euclideanWeights: cutoff is -1; it must be a positive number",
		);
	});
});

describe("interpolating weights", () => {
	const origins: Vector3[] = [
		[0, 0, 0],
		[1, 0, 0],
		[0, 1, 0],
	];
	const field = interpolatingWeights(
		euclideanWeights(origins, { cutoff: 3 }),
		origins,
		{ radius: 0.3 },
	);
	test("at its origin a frame outweighs the others", () => {
		origins.forEach((origin, i) => {
			const { weights } = at(field, origin);
			const share = (j: number) => weights[j] / sum(weights);
			for (let j = 0; j < 3; j++)
				expect(share(j)).toBeCloseTo(i === j ? 1 : 0, 10);
		});
	});
	test("gradients are those of the weights", () => {
		const random = randomNumbers(6);
		for (let i = 0; i < 50; i++) {
			const p = [0, 1, 2].map(() => 0.1 + random()) as unknown as Vector3;
			const scale = Math.max(...at(field, p).weights) / 0.1;
			expect(gradientError(field, p, 1e-5) / scale).toBeLessThan(1e-6);
		}
	});
});

describe("cutoffWeights", () => {
	const origins: Vector3[] = [0, 1, 2, 3, 4].map((x) => [x, 0, 0]);
	const all = interpolatingWeights(
		euclideanWeights(origins, { cutoff: 6 }),
		origins,
		{ radius: 1 },
	);
	const field = cutoffWeights(all, { below: 0.05 });
	test("drops small shares, keeps large ones and leaves every point a frame", () => {
		const random = randomNumbers(7);
		let dropped = 0;
		for (let i = 0; i < 100; i++) {
			const p = [4 * random(), random() - 0.5, 0];
			const [before, after] = [at(all, p).weights, at(field, p).weights];
			const total = sum(before);
			before.forEach((w, k) => {
				if (w / total <= 0.05) expect(after[k]).toBe(0);
				if (w / total >= 0.1) expect(after[k]).toBe(w);
				if (after[k] === 0) dropped++;
			});
			expect(sum(after)).toBeGreaterThan(0);
		}
		expect(dropped).toBeGreaterThan(50);
	});
	test("gradients are those of the weights", () => {
		const random = randomNumbers(8);
		for (let i = 0; i < 50; i++) {
			const p = [4 * random(), 0.2 + random(), 0.1] as unknown as Vector3;
			expect(gradientError(field, p, 1e-6)).toBeLessThan(1e-4);
		}
	});
	test("refuses shares that could leave a point without frames", () => {
		expect(() => cutoffWeights(linearWeights(origins), { below: 0.2 })).toThrow(
			"cutoffWeights: below is 0.2; for 5 frames it must be in (0, 0.1], so that every point keeps one",
		);
	});
});
