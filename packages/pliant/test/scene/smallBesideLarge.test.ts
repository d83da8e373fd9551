/** What is small moves as if what is large were not there, whose forces are 10¹⁴ times as large. */
import { describe, expect, it } from "vitest";
import {
	cloth,
	collider,
	RigidBody,
	Scene,
	type Simulation,
	type SimulationOptions,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
} from "../../src/index.ts";
import { box, createMesh, skinTriangles } from "../../src/mesh/index.ts";

const shape = { size: [1e-3, 1e-3, 1e-3], cells: [2, 2, 2] } as const;
const jelly = stableNeoHookean({ youngModulus: 1e5, poissonRatio: 0.3 });

function addSheet(scene: Scene): void {
	const membrane = trbs({ youngModulus2d: 1000, poissonRatio: 0.3 });
	const sheet = scene.add(
		cloth.grid(
			{ size: [1e4, 1e4], cells: [4, 4], plane: "xz" },
			{ membrane, arealDensity: 0.2 },
		),
	);
	sheet.place((x, y, z) => [x + 10, y + 1, z]);
	sheet.pin(sheet.select("all"));
}

const addSoft = (scene: Scene) => {
	const cube = scene.add(solid.box(shape, { solid: jelly, density: 1000 }));
	return cube.place((x, y, z) => [x, y + 5e-3, z]);
};

const addRigid = (scene: Scene) => {
	const mesh = box(shape);
	const positions = mesh.positions.map((x, i) => (i % 3 === 1 ? x + 5e-3 : x));
	const triangles = skinTriangles(mesh);
	const surface = createMesh({ positions, triangles });
	return scene.add(new RigidBody({ mesh: surface, density: 1000 }));
};

const lowest = (positions: Float64Array): number =>
	positions.reduce((least, x, i) => (i % 3 === 1 ? Math.min(least, x) : least));

describe.each([
	["a soft cube", addSoft],
	["a rigid cube", addRigid],
] as const)("%s of 1 mm beside a sheet of 10 km", (_, add) => {
	it.each<[string, SimulationOptions]>([
		["fixed substeps", { substeps: 1 }],
		["substeps by accuracy", {}],
	])("falls and comes to rest on the floor, in %s", async (_, options) => {
		const heights = [];
		for (const isBeside of [false, true]) {
			const scene = new Scene();
			const cube = add(scene);
			if (isBeside) addSheet(scene);
			scene.collide(collider.plane({}));
			const simulation: Simulation = await simulate(scene, options);
			await simulation.run({ steps: 10 });
			heights.push(lowest(simulation.positions(cube)));
		}
		const [alone, beside] = heights;
		expect(alone).toBeLessThan(1e-5);
		expect(Math.abs(beside - alone)).toBeLessThan(1e-7);
	});
});

it("a small bar sags in equilibrium as if it were alone", async () => {
	const sags = [];
	for (const isBeside of [false, true]) {
		const scene = new Scene();
		const size = [1e-2, 1e-3, 1e-3] as const;
		const bar = scene.add(
			solid.box({ size, cells: [8, 1, 1] }, { solid: jelly, density: 1000 }),
		);
		bar.pin(bar.group("x-min"));
		if (isBeside) addSheet(scene);
		const simulation = await simulate(scene);
		simulation.solveStatics();
		sags.push(lowest(simulation.positions(bar)));
	}
	expect(sags[0]).toBeLessThan(-1e-5);
	expect(Math.abs(sags[1] - sags[0])).toBeLessThan(1e-3 * Math.abs(sags[0]));
});
