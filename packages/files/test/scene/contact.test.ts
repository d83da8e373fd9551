import { describe, expect, test } from "vitest";
import { loadScene, simulateScene } from "../../src/index.ts";
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

const load = (more: object) =>
	loadScene(
		"scene.json",
		folderOf({ "scene.json": JSON.stringify(scene(more)) }),
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
		expect(loaded.bodies[0].contact).toEqual({ thickness: 0.002, self: false });
		expect(loaded.scene.colliders[0].shape.kind).toBe("mesh");
		const simulation = await simulateScene(loaded);
		simulation.step();
		expect(simulation.intersections()).toBe(0);
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
