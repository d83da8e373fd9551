import { describe, expect, test } from "vitest";
import {
	cloth,
	collider,
	rigidBody,
	Scene,
	simulate,
	solid,
} from "../../../src/index.ts";
import { box } from "../../../src/mesh/generators/box.ts";
import { sphere } from "../../../src/mesh/generators/sphere.ts";
import type { Vector3 } from "../../../src/mesh/mesh.ts";
import { softCloth, softSolid } from "./bodies.ts";

const tangled = { thickness: 2e-3, untangle: true };

/** A level square of cloth with its middle at a height, sloped along x. */
function sheet(scene: Scene, height: number, slope = 0, layer?: number) {
	const body = scene.add(
		cloth.grid(
			{ size: [0.2, 0.2], cells: [8, 8], plane: "xz" },
			{ ...softCloth, ...(layer !== undefined && { contact: { layer } }) },
		),
	);
	return body.place((x, _, z) => [
		x - 0.1,
		height + slope * (x - 0.1),
		z - 0.1,
	]);
}

const heights = (positions: ArrayLike<number>) =>
	Array.from(positions).filter((_, i) => i % 3 === 1);

async function untangled(scene: Scene) {
	const simulation = await simulate(scene, { damping: { mass: 5 } });
	expect(simulation.intersections()).toBe(0);
	await simulation.run({ steps: 3 });
	expect(simulation.intersections()).toBe(0);
	return simulation;
}

describe("what begins through each other is moved apart", () => {
	test("two sheets that cross", async () => {
		const scene = new Scene({ contact: tangled });
		sheet(scene, 0);
		sheet(scene, 0.004, 0.06);
		await untangled(scene);
	});

	test("a sheet that a held ball of triangles looks through", async () => {
		const scene = new Scene({ contact: tangled });
		const body = sheet(scene, 0.045);
		const { positions, triangles } = sphere({ radius: 0.05, subdivisions: 2 });
		scene.collide(collider.mesh({ positions, triangles }));
		const simulation = await untangled(scene);
		const [, middle] = simulation.positions(body).subarray(3 * 40);
		expect(middle).toBeGreaterThan(0.05);
		// What is not in the way stays where it is.
		expect(heights(body.positions)[0]).toBeCloseTo(0.045, 12);
	});

	test("a sheet in a box and below a plane of exact shape", async () => {
		const scene = new Scene({ contact: tangled });
		const body = sheet(scene, 0.019, 0.3);
		scene.collide(collider.box({ size: [0.06, 0.04, 0.06] }));
		scene.collide(collider.plane({ point: [0, -0.005, 0] }));
		const simulation = await untangled(scene);
		expect(Math.min(...heights(simulation.positions(body)))).toBeGreaterThan(
			-0.005,
		);
	});

	test("blocks, soft and rigid, as a whole", async () => {
		const scene = new Scene({ contact: tangled });
		const size: Vector3 = [0.06, 0.06, 0.06];
		const soft = scene.add(
			solid.box({ size, cells: [2, 2, 2] }, softSolid(1e5)),
		);
		const hard = scene.add(
			rigidBody({
				mesh: box({ size, cells: [1, 1, 1], origin: [0.013, 0.052, 0.021] }),
				density: 500,
			}),
		);
		const simulation = await simulate(scene);
		expect(simulation.intersections()).toBe(0);
		const shape = simulation.positions(soft);
		const by = [0, 1, 2].map((k) => shape[k] - soft.mesh.positions[k]);
		for (const [i, c] of shape.entries())
			expect(c - soft.mesh.positions[i]).toBeCloseTo(by[i % 3], 12);
		const gap =
			Math.min(...heights(simulation.positions(hard))) -
			Math.max(...heights(shape));
		expect(gap).toBeGreaterThan(1e-3);
		expect(gap).toBeLessThan(4e-3);
	});
});

describe("layers", () => {
	test.each([
		[1, 2],
		[2, 1],
	])("are put in their order: %i and %i", async (first, second) => {
		const scene = new Scene({ contact: tangled, gravity: [0, 0, 0] });
		// Both cross; their fronts face up or down alike.
		const bodies = [first, second].map((layer, i) =>
			sheet(scene, 0.001 * i, 0.05 * i, layer),
		);
		const simulation = await untangled(scene);
		const [a, b] = bodies.map((body) => heights(simulation.positions(body)));
		const [normal] = [
			faceUp(bodies[0].mesh.positions, bodies[0].mesh.triangles),
		];
		for (const [i, y] of a.entries())
			expect(normal * (second - first) * (b[i] - y)).toBeGreaterThan(1e-3);
	});

	test("are pushed out of a body that they begin inside of", async () => {
		const scene = new Scene({ contact: tangled, gravity: [0, 0, 0] });
		const ball = (radius: number, layer: number) => {
			const mesh = sphere({ radius, subdivisions: 2 });
			return scene.add(
				cloth.mesh(mesh, {
					membrane: softCloth.membrane,
					arealDensity: 0.3,
					contact: { layer },
				}),
			);
		};
		const inner = ball(0.05, 1);
		const outer = ball(0.045, 2);
		const simulation = await simulate(scene, { damping: { mass: 5 } });
		const radii = (body: typeof inner) => {
			const x = simulation.positions(body);
			return Array.from({ length: body.vertexCount }, (_, v) =>
				Math.hypot(x[3 * v], x[3 * v + 1], x[3 * v + 2]),
			);
		};
		expect(Math.min(...radii(outer))).toBeGreaterThan(
			Math.max(...radii(inner)),
		);
		expect(simulation.intersections()).toBe(0);
		// The outer one snaps back.
		simulation.step();
		expect(simulation.intersections()).toBe(0);
	});
});

test("a corner of a sheet that was folded through it is pulled back", async () => {
	const scene = new Scene({ contact: tangled });
	const body = sheet(scene, 0);
	// It is folded along a line before its middle, not quite flat, and its end comes out below.
	body.place((x, y, z) => {
		const over = x + z - 0.06;
		if (over < 0) return [x, y, z];
		const back = 0.8 * over;
		return [x - back, y + 0.5 * over - 9 * over * over, z - back];
	});
	const untangle = { ...tangled, untangle: false };
	const refused = new Scene({ contact: untangle });
	refused.add(body);
	await expect(simulate(refused)).rejects.toThrow(/surfaces intersect/);
	await untangled(scene);
});

function faceUp(x: Float64Array, [a, b, c]: Uint32Array): number {
	const u = [0, 2].map((k) => x[3 * b + k] - x[3 * a + k]);
	const v = [0, 2].map((k) => x[3 * c + k] - x[3 * a + k]);
	return Math.sign(u[1] * v[0] - u[0] * v[1]);
}
