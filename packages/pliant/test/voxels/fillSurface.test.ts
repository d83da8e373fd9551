import { describe, expect, test } from "vitest";
import { Scene, simulate, solid, stableNeoHookean } from "../../src/index.ts";
import { bunny } from "../../src/mesh/generators/bunny.ts";
import { createRandom } from "../../src/mesh/generators/random.ts";
import {
	boundaryFaces,
	box,
	cellMeasure,
	createMesh,
	dihedralAngles,
	edgeTopology,
	type Mesh,
	mergeMeshes,
	repairMesh,
	skinTriangles,
	sphere,
} from "../../src/mesh/index.ts";
import {
	enclosedVolume,
	fillSurface,
	requireClosed,
} from "../../src/voxels/index.ts";

/** Smallest and largest dihedral angle [°]. */
function angles(mesh: Mesh): [number, number] {
	let [low, high] = [180, 0];
	for (const angle of dihedralAngles(mesh)) {
		low = Math.min(low, (angle * 180) / Math.PI);
		high = Math.max(high, (angle * 180) / Math.PI);
	}
	return [low, high];
}

const volumeOf = (mesh: Mesh) =>
	cellMeasure(mesh, "tetrahedron").reduce((a, b) => a + b, 0);

const boundaryOf = (mesh: Mesh) =>
	createMesh({
		positions: mesh.positions,
		triangles: boundaryFaces(mesh, "tetrahedron"),
	});

const boxSurface = (size: [number, number, number]) => {
	const cells = box({ size, cells: [1, 1, 1] });
	return createMesh({
		positions: cells.positions,
		triangles: skinTriangles(cells),
	});
};

/** A sphere with bumps and dents of several sizes, like a scan. */
function bumpy(subdivisions: number, seed: number): Mesh {
	const random = createRandom(seed);
	const waves = Array.from({ length: 40 }, (_, i) => {
		const length = 3 + 0.6 * i;
		return {
			k: [0, 1, 2].map(() => length * (2 * random() - 1)),
			phase: 7 * random(),
			size: 0.35 / length,
		};
	});
	const mesh = sphere({ subdivisions });
	const positions = mesh.positions.slice();
	for (let i = 0; i < positions.length; i += 3) {
		const [x, y, z] = positions.subarray(i, i + 3);
		const radius = waves.reduce(
			(r, { k, phase, size }) =>
				r + size * Math.sin(k[0] * x + k[1] * y + k[2] * z + phase),
			1,
		);
		for (let c = 0; c < 3; c++) positions[i + c] *= radius;
	}
	return createMesh({ positions, triangles: mesh.triangles });
}

test("dihedral angles of a regular tetrahedron are acos(1/3), of a corner of a cube 90° and 54.7°", () => {
	const regular = createMesh({
		positions: [1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1],
		tetrahedra: [0, 1, 2, 3],
	});
	for (const angle of dihedralAngles(regular))
		expect(angle).toBeCloseTo(Math.acos(1 / 3), 12);
	const corner = createMesh({
		positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
		tetrahedra: [0, 1, 2, 3],
	});
	const sorted = [...dihedralAngles(corner)].sort();
	for (const angle of sorted.slice(0, 3))
		expect(angle).toBeCloseTo(Math.acos(1 / Math.sqrt(3)), 12);
	for (const angle of sorted.slice(3))
		expect(angle).toBeCloseTo(Math.PI / 2, 12);
});

describe("tetrahedra in a surface", () => {
	// Labelle and Shewchuk 2007, theorem 1: 10.78° and 164.74°.
	const surfaces: [string, Mesh, number][] = [
		["a sphere", sphere({ subdivisions: 4 }), 0.13],
		["a box", boxSurface([1, 0.7, 0.5]), 0.083],
		["a rabbit", bunny({ vertices: 8000 }).surface, 0.006],
		...[1, 2, 3, 4].map((seed): [string, Mesh, number] => [
			`bumps, seed ${seed}`,
			bumpy(4, seed),
			0.1,
		]),
	];
	for (const [name, surface, cellSize] of surfaces)
		test(`have angles between 10.78° and 164.74°, positive volumes and a closed boundary: ${name}`, () => {
			const { mesh } = fillSurface(surface, { cellSize });
			const [low, high] = angles(mesh);
			console.info(
				`${name}: ${mesh.tetrahedra.length / 4} tetrahedra, ${low.toFixed(1)}° to ${high.toFixed(1)}°`,
			);
			expect(low).toBeGreaterThan(10.78);
			expect(high).toBeLessThan(164.74);
			expect(
				cellMeasure(mesh, "tetrahedron").every((volume) => volume > 0),
			).toBe(true);
			expect(() => requireClosed(boundaryOf(mesh))).not.toThrow();
			const ratio = volumeOf(mesh) / enclosedVolume(boundaryOf(mesh));
			expect(ratio).toBeCloseTo(1, 10);
		});

	/** The two ends of a crease. */
	type Crease = readonly [readonly number[], readonly number[]];

	/** Distances of vertices along a crease, of those that are on it. */
	const along = ({ positions }: Mesh, [a, b]: Crease) => {
		const way = b.map((c, k) => c - a[k]);
		const length = Math.hypot(...way);
		const found: number[] = [];
		for (let v = 0; v < positions.length; v += 3) {
			const from = a.map((c, k) => positions[v + k] - c);
			const part = from.reduce((s, f, k) => s + f * way[k], 0) / length;
			const off = from.map((f, k) => f - (part * way[k]) / length);
			if (Math.hypot(...off) < 1e-9 && part > -1e-9 && part < length + 1e-9)
				found.push(part);
		}
		return { length, found: found.sort((x, y) => x - y) };
	};

	const turned = (mesh: Mesh): Mesh => {
		const [c, s, d, t] = [0.9, Math.sqrt(0.19), 0.75, Math.sqrt(0.4375)];
		const positions = mesh.positions.slice();
		for (let i = 0; i < positions.length; i += 3) {
			const [x, y, z] = positions.subarray(i, i + 3);
			const w = s * x + c * y;
			positions.set([c * x - s * y, d * w - t * z, t * w + d * z], i);
		}
		return createMesh({ positions, triangles: mesh.triangles });
	};

	const lSurface = (() => {
		const blocks = box({
			size: [2, 1, 2],
			cells: [2, 1, 2],
			elements: "hexahedra",
		});
		// All but the one with the largest x and z.
		return repairMesh(
			createMesh({
				positions: blocks.positions,
				triangles: skinTriangles(
					createMesh({
						positions: blocks.positions,
						hexahedra: blocks.hexahedra.slice(0, 24),
					}),
				),
			}),
		).mesh;
	})();

	/** Edges of a surface whose triangles are at an angle of 90°. */
	const rightAngles = (surface: Mesh): Crease[] => {
		const { edges, cellEdges } = edgeTopology(surface, "triangle");
		const at = (v: number) => [...surface.positions.subarray(3 * v, 3 * v + 3)];
		const normal = (t: number) => {
			const [a, b, c] = [0, 1, 2].map((k) => at(surface.triangles[3 * t + k]));
			const [u, v] = [b, c].map((p) => p.map((x, k) => x - a[k]));
			return [0, 1, 2].map((k) => {
				const [i, j] = [(k + 1) % 3, (k + 2) % 3];
				return u[i] * v[j] - u[j] * v[i];
			});
		};
		return Array.from({ length: edges.length / 2 }, (_, edge) => {
			const [s, t] = Array.from(cellEdges.entries())
				.filter(([, e]) => e === edge)
				.map(([i]) => normal(Math.floor(i / 3)));
			const cosine = s.reduce((sum, c, k) => sum + c * t[k], 0);
			return Math.abs(cosine) < 1e-9
				? [[at(edges[2 * edge]), at(edges[2 * edge + 1])] as const]
				: [];
		}).flat();
	};

	test.each([
		["a cube", boxSurface([1, 1, 1])],
		["a turned cube", turned(boxSurface([1, 1, 1]))],
		["an L", lSurface],
		["a turned L", turned(lSurface)],
	])("keep sharp edges and corners: %s", (name, surface) => {
		const cellSize = 0.21;
		const { mesh } = fillSurface(surface, { cellSize });
		const part = volumeOf(mesh) / enclosedVolume(surface);
		const [low, high] = angles(mesh);
		console.info(
			`${name}: ${mesh.tetrahedra.length / 4} tetrahedra, ${low.toFixed(1)}° to ${high.toFixed(1)}°, volume ${part.toFixed(5)}`,
		);
		expect(Math.abs(part - 1)).toBeLessThan(1e-3);
		expect(() => requireClosed(boundaryOf(mesh))).not.toThrow();
		const creases = rightAngles(surface);
		expect(creases.length).toBeGreaterThan(11);
		for (const crease of creases) {
			const { length, found } = along(mesh, crease);
			const places = [0, ...found, length];
			for (let i = 1; i < places.length; i++)
				expect(places[i] - places[i - 1]).toBeLessThan(2 * cellSize);
		}
		const ends = creases.flat().map((end) => end.join());
		const corners = new Set(
			ends.filter((end) => ends.filter((e) => e === end).length > 2),
		);
		expect(corners.size).toBeGreaterThan(7);
		for (const corner of corners) {
			const [x, y, z] = corner.split(",").map(Number);
			const near = mesh.positions.filter(
				(_, i) =>
					i % 3 === 0 &&
					Math.hypot(
						mesh.positions[i] - x,
						mesh.positions[i + 1] - y,
						mesh.positions[i + 2] - z,
					) < 1e-9,
			);
			expect(near.length).toBe(1);
		}
	});

	test("keep the rims of a cylinder", () => {
		const n = 96;
		const radius = 0.5;
		const at = (i: number, z: number) => [
			radius * Math.cos((2 * Math.PI * i) / n),
			radius * Math.sin((2 * Math.PI * i) / n),
			z,
		];
		const rims = [0, 0.4].map((z) =>
			Array.from({ length: n }, (_, i) => at(i, z)),
		);
		const surface = createMesh({
			positions: [...rims.flat(2), 0, 0, 0, 0, 0, 0.4],
			triangles: Array.from({ length: n }, (_, i) => {
				const j = (i + 1) % n;
				const side = [i, j, n + j, i, n + j, n + i];
				return [...side, 2 * n, j, i, 2 * n + 1, n + i, n + j];
			}).flat(),
		});
		const cellSize = 0.05;
		const { mesh } = fillSurface(surface, { cellSize });
		expect(1 - volumeOf(mesh) / enclosedVolume(surface)).toBeLessThan(1e-3);
		for (const rim of rims) {
			const places = rim.flatMap((a, i) => {
				const { found, length } = along(mesh, [a, rim[(i + 1) % n]]);
				return found.filter((x) => x < length).map((x) => i + x / length);
			});
			// All around, with no gap of two cells.
			const gaps = places.map((p, i) => (places[i + 1] ?? places[0] + n) - p);
			expect(Math.max(...gaps) * ((2 * Math.PI * radius) / n)).toBeLessThan(
				2 * cellSize,
			);
		}
	});

	test("have their outer vertices on it, and its volume but for the square of the cells' size", () => {
		const surface = sphere({ subdivisions: 5 });
		const errors = [0.3, 0.15, 0.075].map((cellSize) => {
			const { mesh } = fillSurface(surface, { cellSize });
			const off = Array.from(boundaryFaces(mesh, "tetrahedron"), (v) =>
				Math.abs(Math.hypot(...mesh.positions.subarray(3 * v, 3 * v + 3)) - 1),
			).reduce((a, b) => Math.max(a, b));
			expect(off).toBeLessThan(3e-4);
			return 1 - volumeOf(mesh) / enclosedVolume(surface);
		});
		for (const i of [0, 1]) {
			expect(errors[i] / errors[i + 1]).toBeGreaterThan(3);
			expect(errors[i] / errors[i + 1]).toBeLessThan(5);
		}
	});

	test("fill a scan-like surface of 20,000 triangles", () => {
		const surface = bumpy(5, 5);
		const start = performance.now();
		const { mesh, skin } = fillSurface(surface, { cellSize: 0.07 });
		console.info(
			`${surface.triangles.length / 3} triangles: ${mesh.positions.length / 3} vertices, ${mesh.tetrahedra.length / 4} tetrahedra, ${angles(
				mesh,
			)
				.map((a) => a.toFixed(1))
				.join(
					"° to ",
				)}°, in ${((performance.now() - start) / 1000).toFixed(1)} s`,
		);
		expect(skin.notes).toEqual([]);
		expect(volumeOf(mesh) / enclosedVolume(surface)).toBeGreaterThan(0.98);
	});

	test("are the same for the same surface", () => {
		const surface = bumpy(3, 1);
		const [one, other] = [0, 1].map(() =>
			fillSurface(surface, { cellSize: 0.15 }),
		);
		const bytes = ({ buffer }: { buffer: ArrayBufferLike }) =>
			new Uint8Array(buffer);
		for (const name of ["positions", "tetrahedra"] as const)
			expect(
				Buffer.compare(bytes(one.mesh[name]), bytes(other.mesh[name])),
			).toBe(0);
	});
});

describe("the skin", () => {
	test("lies where the surface is, and goes along with affine motion", () => {
		const surface = bumpy(4, 2);
		const { mesh, skin } = fillSurface(surface, { cellSize: 0.15 });
		const moved = mesh.positions.map((_, i) => {
			const v = 3 * Math.floor(i / 3);
			const [x, y, z] = mesh.positions.subarray(v, v + 3);
			return [1 + x + 0.5 * y, 2 * y - z, 0.3 * x + z][i % 3];
		});
		let farthest = 0;
		for (let v = 0; v < surface.positions.length / 3; v++) {
			const [x, y, z] = surface.positions.subarray(3 * v, 3 * v + 3);
			const at = [0, 0, 0];
			for (let e = skin.offsets[v]; e < skin.offsets[v + 1]; e++)
				for (let k = 0; k < 3; k++)
					at[k] += skin.shares[e] * moved[3 * skin.vertices[e] + k];
			for (const [k, c] of [1 + x + 0.5 * y, 2 * y - z, 0.3 * x + z].entries())
				farthest = Math.max(farthest, Math.abs(at[k] - c));
		}
		expect(farthest).toBeLessThan(1e-9);
		// Vertices are in their tetrahedra, or not far outside.
		expect(Math.min(...skin.shares)).toBeGreaterThan(-1.5);
	});
});

describe("surfaces that are not closed", () => {
	const ball = sphere({ subdivisions: 2 });
	/** Every triangle has vertices of its own, as in STL. */
	const soup = createMesh({
		positions: Float64Array.from(
			[...ball.triangles].flatMap((v) => [
				...ball.positions.subarray(3 * v, 3 * v + 3),
			]),
		),
		triangles: ball.triangles.map((_, i) => i),
	});

	test("but for doubled vertices and turned triangles are mended, and say so", () => {
		const turned = soup.triangles.slice();
		turned.subarray(30, 32).reverse();
		for (const triangles of [soup.triangles, turned]) {
			const { mesh, skin } = fillSurface(
				createMesh({ positions: soup.positions, triangles }),
				{ cellSize: 0.3 },
			);
			expect(skin.notes.join()).toMatch(/mended: merged \d+ /);
			expect(volumeOf(mesh)).toBeCloseTo(
				volumeOf(fillSurface(ball, { cellSize: 0.3 }).mesh),
				9,
			);
		}
	});

	test("are refused with what is wrong", () => {
		const open = createMesh({
			positions: ball.positions,
			triangles: ball.triangles.slice(3),
		});
		expect(() => fillSurface(open, { cellSize: 0.3 })).toThrow(
			/^fill: the surface does not bound a volume; 3 edges .*close its holes/,
		);
		expect(() =>
			fillSurface(createMesh({ positions: [0, 0, 0] }), { cellSize: 1 }),
		).toThrow(/^fill: the mesh has no triangles/);
		expect(() => fillSurface(ball, { cellSize: 0 })).toThrow(/cellSize/);
		expect(() => fillSurface(ball, { cellSize: 1e-4 })).toThrow(
			/take larger ones/,
		);
		expect(() =>
			fillSurface(boxSurface([1, 1, 0.001]), { cellSize: 0.3 }),
		).toThrow(/thinner than its cells/);
	});

	test("or have parts too thin for the cells are told of them", () => {
		const thin = boxSurface([1.5, 0.02, 0.02]);
		const positions = thin.positions.map(
			(c, i) => c + [0.93, 0.56, 0.56][i % 3],
		);
		const { skin } = fillSurface(
			mergeMeshes([
				boxSurface([0.8, 0.8, 0.8]),
				createMesh({ positions, triangles: thin.triangles }),
			]),
			{ cellSize: 0.13 },
		);
		expect(skin.notes.join()).toMatch(
			/4 of 16 vertices of the surface, the first at \(.*\), are more than a cell away/,
		);
	});
});

describe("solid.fill", () => {
	const surface = sphere({ radius: 0.1, subdivisions: 3 });
	const moduli = { youngModulus: 1e5, poissonRatio: 0.3 };

	test("makes tetrahedra or cubes, as the model needs them", () => {
		const soft = solid.fill(surface, {
			cellSize: 0.03,
			solid: stableNeoHookean(moduli),
			density: 1000,
		});
		expect(soft.mesh.tetrahedra.length).toBeGreaterThan(0);
		expect(soft.mass).toBeCloseTo(1000 * volumeOf(soft.mesh), 9);
		const cubes = solid.fill(surface, {
			cellSize: 0.03,
			solid: stableNeoHookean.elements.hexahedra(moduli),
			density: 1000,
		});
		expect(cubes.mesh.hexahedra.length).toBeGreaterThan(0);
		expect(cubes.skin?.mesh).toBe(surface);
	});

	test("is a solid that holds: a ball hangs from its top", async () => {
		const scene = new Scene();
		const ball = scene.add(
			solid.fill(surface, {
				cellSize: 0.04,
				solid: stableNeoHookean(moduli),
				density: 1000,
			}),
		);
		ball.pin(ball.where((_x, y) => y > 0.07));
		const simulation = await simulate(scene);
		const report = simulation.solveStatics();
		expect(report.stable).toBe(true);
		expect(report.inverted).toBe(0);
		const { positions } = simulation.skin(ball);
		let lowest = 0;
		for (let i = 1; i < positions.length; i += 3)
			lowest = Math.min(lowest, positions[i]);
		expect(lowest).toBeLessThan(-0.1);
		expect(lowest).toBeGreaterThan(-0.11);
	});
});
