/** Loads on the faces of quadratic cells, which are curved, and points that follow such cells. */
import { describe, expect, test } from "vitest";
import { wasmBackend } from "../../src/backends/wasm.ts";
import { type Body, Scene, simulate, solid } from "../../src/index.ts";
import {
	box,
	createMesh,
	type Mesh,
	type Vector3,
} from "../../src/mesh/index.ts";
import { quadraticCells } from "../../src/mesh/quadraticCells.ts";
import { linearElastic, stvk } from "../../src/models/index.ts";
import { faceSamples } from "../../src/models/solid/quadraticFaces.ts";
import { buildScene } from "../../src/scene/build.ts";
import { randomNumbers } from "../../src/testing/index.ts";

const material = { youngModulus: 1000, poissonRatio: 0.3 };
type Elements = "hexahedra" | "tetrahedra";

/** A box whose vertices and middles of edges are moved by a map. */
function mapped(
	cells: Vector3,
	elements: Elements,
	map: (...X: Vector3) => Vector3,
): Mesh {
	const straight = box({ cells, elements });
	const { innerNodes } = quadraticCells(
		straight,
		elements === "hexahedra" ? "hexahedron" : "tetrahedron",
	);
	const at = (v: number): Vector3 => {
		const [x, y, z] = straight.positions.subarray(3 * v, 3 * v + 3);
		return [x, y, z];
	};
	const count = straight.positions.length / 3;
	const places = Array.from({ length: count }, (_, v) => at(v));
	const midpoints: number[] = [];
	for (let i = 0; i < innerNodes.length; i += 2) {
		const [a, b] = [at(innerNodes[i]), at(innerNodes[i + 1])];
		midpoints.push(innerNodes[i], innerNodes[i + 1], places.length);
		places.push([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2]);
	}
	return createMesh({
		...straight,
		positions: places.flatMap((X) => map(...X)),
		midpoints,
	});
}

const inner = 0.5;
const outer = 1;
/** A quarter of a thick tube along z. */
const tube = (...[x, y, z]: Vector3): Vector3 => {
	const r = inner + (outer - inner) * x;
	const angle = (y * Math.PI) / 2;
	return [r * Math.cos(angle), r * Math.sin(angle), 0.2 * z];
};
const radius = (x: number, y: number) => Math.hypot(x, y);
const near = (a: number, b: number) => Math.abs(a - b) < 1e-9;

/** Relative error of how far the inside of a tube is widened by a pressure in it (Lamé, plane strain). */
async function tubeError(across: number, elements: Elements): Promise<number> {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const body = scene.add(
		solid.mesh(mapped([across, 2 * across, 1], elements, tube), {
			solid: linearElastic(material),
			density: 1,
		}),
	);
	body.slide("all", { plane: [0, 0, 1] });
	body.slide(
		body.where((_, y) => near(y, 0)),
		{ plane: [0, 1, 0] },
	);
	body.slide(
		body.where((x) => near(x, 0)),
		{ plane: [1, 0, 0] },
	);
	const inside = body.where((x, y) => radius(x, y) < inner + 1e-6);
	const p = -1e-4;
	body.pressurize(p, inside);
	const simulation = await simulate(scene);
	simulation.solveStatics({ tolerance: 1e-9 });
	const { youngModulus: E, poissonRatio: nu } = material;
	const A = (-p * inner ** 2) / (outer ** 2 - inner ** 2);
	const exact =
		((1 + nu) / E) * ((1 - 2 * nu) * A * inner + (A * outer ** 2) / inner);
	const x = simulation.positions(body);
	const widened = Array.from(
		inside,
		(v) =>
			radius(x[3 * v], x[3 * v + 1]) -
			radius(body.mesh.positions[3 * v], body.mesh.positions[3 * v + 1]),
	);
	return Math.max(...widened.map((w) => Math.abs(w / exact - 1)));
}

test.each([
	["hexahedra", 0.005],
	["tetrahedra", 0.01],
] as const)(
	"a tube of curved %s is widened by pressure in it as Lamé says",
	async (elements, tolerance) => {
		const coarse = await tubeError(1, elements);
		const fine = await tubeError(2, elements);
		expect(fine).toBeLessThan(tolerance);
		expect(fine).toBeLessThan(coarse / 3);
	},
);

describe.each(["hexahedra", "tetrahedra"] as const)(
	"pressure on %s",
	(kind) => {
		test("on a closed surface has no resultant, whatever its shape", async () => {
			const scene = new Scene();
			const body = scene.add(
				solid.box(
					{ cells: [2, 1, 1] },
					{
						solid:
							stvk.elements[
								kind === "hexahedra"
									? "quadraticHexahedra"
									: "quadraticTetrahedra"
							](material),
						density: 1,
					},
				),
			);
			body.pressurize(3);
			const { model, state, work, space } = await buildScene(scene, {
				backend: wasmBackend,
				mass: "lumped",
				timeStep: 1,
			});
			const random = randomNumbers(3);
			state.x.array.forEach((x, i) => {
				state.x.array[i] = x + 0.1 * random();
			});
			work.start.array.set(state.x.array);
			model.setPressures(0, 1);
			const gradient = space.vector();
			model.follower.addGradient({ x: state.x, start: work.start }, gradient);
			const force = [0, 0, 0];
			const moment = [0, 0, 0];
			let size = 0;
			for (let v = 0; v < gradient.array.length; v += 3) {
				const f = gradient.array.subarray(v, v + 3);
				const x = state.x.array.subarray(v, v + 3);
				for (let k = 0; k < 3; k++) {
					const [a, b] = [(k + 1) % 3, (k + 2) % 3];
					force[k] += f[k];
					moment[k] += x[a] * f[b] - x[b] * f[a];
					size += Math.abs(f[k]);
				}
			}
			expect(size).toBeGreaterThan(10);
			expect(Math.hypot(...force)).toBeLessThan(1e-12 * size);
			expect(Math.hypot(...moment)).toBeLessThan(1e-12 * size);
		});

		test("holds against what its area bears", async () => {
			const scene = new Scene({ gravity: [0, 0, 0] });
			const body = scene.add(
				solid.mesh(box({ size: [1, 2, 3], cells: [1, 2, 1], elements: kind }), {
					solid: stvk({ youngModulus: 1e6, poissonRatio: 0.3 }),
					density: 1,
				}),
			);
			body.pin("z-min");
			body.pressurize({ field: ([, y]) => -y }, "z-max");
			const simulation = await simulate(scene);
			simulation.solveStatics();
			const { force, moment } = simulation.reaction(body);
			// ∫ y over 1 × 2, pressed down; its moment about x is that of ∫ y².
			expect(force[2]).toBeCloseTo(2, 4);
			expect(moment[0]).toBeCloseTo(8 / 3, 3);
		});
	},
);

test("a load per area counts the area of curved faces", () => {
	const body = solid.mesh(mapped([1, 2, 1], "hexahedra", tube), {
		solid: stvk(material),
		density: 1,
	});
	body.surfaceLoad(
		[0, 0, 1],
		body.where((x, y) => radius(x, y) > outer - 1e-6),
	);
	const total = [...body.deadLoads, ...body.middleLoads]
		.flatMap(({ weights }) => [...weights])
		.reduce((a, b) => a + b, 0);
	expect(total / ((outer * Math.PI * 0.2) / 2)).toBeCloseTo(1, 3);
});

test("samples of faces are exact for what they promise", () => {
	const integral = (size: 3 | 4, of: (x: number, y: number) => number) =>
		faceSamples[size].reduce((sum, { weight, corners: [, b, c, d = 0] }) => {
			// Of a square with corners at −1 and 1: from the weights of its corners.
			const place: [number, number] =
				size === 3 ? [b, c] : [2 * (b + c) - 1, 2 * (c + d) - 1];
			return sum + weight * of(...place);
		}, 0);
	for (let i = 0; i <= 4; i++)
		for (let j = 0; i + j <= 4; j++) {
			const exact = (factorial(i) * factorial(j)) / factorial(i + j + 2);
			expect(integral(3, (x, y) => x ** i * y ** j)).toBeCloseTo(exact, 14);
		}
	expect(integral(4, (x, y) => x ** 4 * y ** 4)).toBeCloseTo(4 / 25, 14);
	expect(integral(4, (x, y) => x ** 5 + y ** 3)).toBeCloseTo(0, 14);
});

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));

const bend = (...[x, y, z]: Vector3): Vector3 => [
	x + 0.1 * x * y,
	y - 0.2 * x * x + 0.05 * z * z,
	z + 0.1 * x * z,
];

test.each(["hexahedra", "tetrahedra"] as const)(
	"points in straight and curved %s follow a quadratic motion exactly",
	async (elements) => {
		for (const rest of [
			(...X: Vector3) => X,
			(...[x, y, z]: Vector3): Vector3 => [x + 0.1 * y * y, y, z - 0.1 * x * y],
		]) {
			const scene = new Scene();
			const body: Body = scene.add(
				solid.mesh(mapped([2, 1, 1], elements, rest), {
					solid: stvk(material),
					density: 1,
				}),
			);
			// A curved cell has quadratic functions of its own coordinates only: it can be turned and stretched.
			const isStraight = rest(1, 1, 1)[0] === 1;
			const motion: (...X: Vector3) => Vector3 = isStraight
				? bend
				: (...[x, y, z]: Vector3): Vector3 => [1.2 * x + y, y - 0.1 * z, x + z];
			body.place(motion);
			const simulation = await simulate(scene);
			for (const P of [
				[0.3, 0.4, 0.2],
				[0.9, 0.45, 0.7],
			] satisfies Vector3[])
				for (const [k, x] of motion(P[0], P[1], P[2]).entries())
					expect(simulation.positionOf(body.point(P))[k]).toBeCloseTo(x, 12);
		}
	},
);

test("a skin meets the middles of edges of the quadratic cells that it follows", async () => {
	const surface = box({ size: [0.4, 0.1, 0.1], cells: [8, 2, 2] });
	const scene = new Scene();
	const body = scene.add(
		solid.voxels(surfaceOf(surface), {
			cellSize: 0.1,
			solid: stvk(material),
			density: 1,
		}),
	);
	body.pin(body.where((x) => x < 1e-9));
	const simulation = await simulate(scene);
	simulation.solveStatics();
	const { mesh, positions } = simulation.nodes(body);
	const skin = simulation.skin(body).positions;
	const rest = body.skin?.mesh.positions ?? [];
	let found = 0;
	for (let v = 0; v < skin.length; v += 3)
		for (let n = 3 * body.vertexCount; n < positions.length; n += 3) {
			const gap = (a: ArrayLike<number>, b: ArrayLike<number>) =>
				Math.hypot(a[v] - b[n], a[v + 1] - b[n + 1], a[v + 2] - b[n + 2]);
			if (gap(rest, mesh.positions) > 1e-9) continue;
			expect(gap(skin, positions)).toBeLessThan(1e-9);
			found++;
		}
	expect(found).toBe(12 * 4 - 4 * 3);
});

const surfaceOf = ({ positions, tetrahedra }: Mesh): Mesh => {
	const faces = [
		[1, 2, 3],
		[0, 3, 2],
		[0, 1, 3],
		[0, 2, 1],
	];
	const all: number[][] = [];
	for (let t = 0; t < tetrahedra.length; t += 4)
		for (const face of faces) all.push(face.map((i) => tetrahedra[t + i]));
	const key = (face: readonly number[]) => [...face].sort().join();
	const counts = new Map<string, number>();
	for (const face of all)
		counts.set(key(face), (counts.get(key(face)) ?? 0) + 1);
	return createMesh({
		positions,
		triangles: all.filter((face) => counts.get(key(face)) === 1).flat(),
	});
};

test("two laws on the same cells share the middles of edges", async () => {
	const sag = async (young: readonly number[]) => {
		const scene = new Scene();
		const body = scene.add(
			solid.box(
				{ size: [0.4, 0.1, 0.1], cells: [2, 1, 1] },
				{
					solid: young.map((youngModulus) =>
						stvk({ youngModulus, poissonRatio: 0.3 }),
					),
					density: 1000,
				},
			),
		);
		body.pin("x-min");
		const simulation = await simulate(scene);
		simulation.solveStatics();
		return simulation.positions(body)[3 * body.nearest([0.4, 0, 0]) + 1];
	};
	expect(await sag([3e5, 7e5])).toBeCloseTo(await sag([1e6]), 9);
});
