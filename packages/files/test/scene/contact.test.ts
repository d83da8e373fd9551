import { describe, expect, test } from "vitest";
import { loadScene, simulateScene } from "../../src/index.ts";
import { gltfOf } from "../meshes/gltfOf.ts";
import { folderOf } from "./folderOf.ts";

const sheet = (height: number, more = {}) => ({
	mesh: {
		grid: {
			size: [0.2, 0.2],
			cells: [4, 4],
			plane: "xz",
			origin: [0, height, 0],
		},
	},
	material: "linen",
	...more,
});

const scene = (more: object) => ({
	pliant: 1,
	objects: { lower: sheet(0.01), upper: sheet(0.013) },
	run: { steps: 1 },
	...more,
});

const inwards = `v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
f 1 2 3
f 1 4 2
f 1 3 4
f 2 4 3
`;

/** A square that goes up by 1 m/s. */
const lift = gltfOf(
	[
		["VEC3", [-0.05, 0, -0.05, 0.05, 0, -0.05, 0.05, 0, 0.05, -0.05, 0, 0.05]],
		["SCALAR*", [0, 2, 1, 0, 3, 2]],
		["SCALAR", [0, 1]],
		["VEC3", [0, 0, 0, 0, 1, 0]],
	],
	{
		nodes: [{ mesh: 0 }],
		meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
		animations: [
			{
				samplers: [{ input: 2, output: 3 }],
				channels: [{ sampler: 0, target: { node: 0, path: "translation" } }],
			},
		],
	},
);

const load = (more: object) =>
	loadScene(
		"scene.json",
		folderOf({
			"scene.json": JSON.stringify(scene(more)),
			"inwards.obj": inwards,
			"lift.gltf": lift,
		}),
	);

describe("contact in scene files", () => {
	test("comes with its thickness, friction and colliders of triangles", async () => {
		const loaded = await load({
			objects: {
				lower: sheet(0.01, { contact: { thickness: 0.002, self: false } }),
				upper: sheet(0.013),
			},
			contact: {
				thickness: 0.001,
				friction: 0.2,
				frictionTable: [{ between: ["lower", "ball"], friction: 0.7 }],
			},
			colliders: {
				ball: {
					mesh: { sphere: { radius: 0.05 }, translate: [0.1, -0.06, 0.1] },
					motion: [0, 0, 0],
				},
			},
		});
		expect(loaded.scene.contact).toEqual({
			thickness: 0.001,
			friction: 0.2,
			frictionTable: [{ between: ["lower", "ball"], friction: 0.7 }],
		});
		expect(loaded.bodies[0].contact).toEqual({
			material: "linen",
			thickness: 0.002,
			self: false,
		});
		expect(loaded.scene.colliders[0].shape.kind).toBe("mesh");
		const simulation = await simulateScene(loaded);
		simulation.step();
		expect(simulation.intersections()).toBe(0);
	});

	test("has friction of what sticks and slides, by materials", async () => {
		const friction = { static: 0.5, kinetic: 0.3 };
		const frictionTable = [{ between: ["linen", "oak"], friction }];
		const loaded = await load({
			contact: { friction, frictionTable },
			colliders: {
				table: { plane: {}, material: "oak", friction },
			},
		});
		expect(loaded.scene.contact).toEqual({ friction, frictionTable });
		expect(loaded.scene.colliders[0].friction).toEqual(friction);
		expect(loaded.scene.colliders[0].material).toBe("oak");
		await expect(
			load({ contact: { friction: { static: 0.1, kinetic: 0.3 } } }),
		).rejects.toThrow(/kinetic is 0.3, more than static, 0.1/);
	});

	test("untangles on request, with the outer layer outside", async () => {
		const crossing = {
			lower: sheet(0.01, { contact: { layer: 1 } }),
			upper: sheet(0.008, {
				start: { rotate: [0, 0, 3] },
				contact: { layer: 2 },
			}),
		};
		const refused = await load({ objects: crossing, contact: {} });
		await expect(simulateScene(refused)).rejects.toThrow(/surfaces intersect/);
		const loaded = await load({
			objects: crossing,
			contact: { untangle: true },
		});
		const simulation = await simulateScene(loaded);
		expect(simulation.intersections()).toBe(0);
	});

	test("tells that a collider's surface is open or faces inwards", async () => {
		const notes = async (mesh: object) =>
			(await load({ colliders: { thing: { mesh } } })).notes.filter((note) =>
				note.startsWith("collider"),
			);
		const far = { translate: [0, 0.5, 0] };
		expect(await notes({ sphere: { radius: 0.1 }, ...far })).toEqual([]);
		expect(await notes({ grid: { cells: [2, 2] }, ...far })).toEqual([
			"collider 'thing': its surface is open along 8 edges; both of its sides keep bodies away, and what begins inside stays there",
		]);
		expect((await notes({ file: "inwards.obj", ...far }))[0]).toMatch(
			/face inwards/,
		);
	});

	test("has colliders that move as their file's animation says", async () => {
		const animation = (name: true | string) =>
			load({
				objects: { upper: sheet(0.01) },
				contact: { thickness: 0.002 },
				colliders: {
					lift: {
						mesh: { file: "lift.gltf", translate: [0.1, 0, 0.1] },
						animation: name,
					},
				},
			});
		const loaded = await animation(true);
		const [lift] = loaded.scene.colliders;
		expect(lift.surfaceAt(0)?.positions[1]).toBeCloseTo(0, 9);
		expect(lift.surfaceAt(0.05)?.positions[1]).toBeCloseTo(0.05, 6);
		const simulation = await simulateScene(loaded);
		for (let step = 0; step < 3; step++) {
			simulation.step();
			expect(simulation.intersections()).toBe(0);
		}
		const y = simulation
			.positions(loaded.bodies[0])
			.filter((_, i) => i % 3 === 1);
		expect(Math.max(...y)).toBeGreaterThan(simulation.time);
		await expect(animation("fall")).rejects.toThrow(/has no animation 'fall'/);
	});

	test("is told what is wrong with it", async () => {
		await expect(
			load({
				contact: {
					frictionTable: [{ between: ["lower", "lid"], friction: 0.7 }],
				},
			}),
		).rejects.toThrow(/frictionTable names 'lid'; the scene has lower, upper/);
		await expect(
			load({ objects: { lower: sheet(0.01, { contact: {} }) } }),
		).rejects.toThrow(/needs `contact` of the scene/);
		await expect(load({ contact: { thickness: 0 } })).rejects.toThrow(
			/contact.thickness/,
		);
	});
});
