import { loadScene, SceneError, simulateScene } from "@pliant/files";
import type { RigidBody } from "pliant";
import { describe, expect, it } from "vitest";
import { folderOf } from "./folderOf.ts";

const load = (scene: object) =>
	loadScene(
		"scene.json",
		folderOf({ "scene.json": JSON.stringify({ pliant: 1, ...scene }) }),
	);

/** A block of 1 kg from the origin to [0.2, 0.1, 0.1]. */
const block = {
	mesh: { box: { size: [0.2, 0.1, 0.1], cells: [1, 1, 1] } },
	density: 500,
	rigid: {},
};
const centre = [0.1, 0.05, 0.05];
const g = 9.81;

describe("a rigid object", () => {
	it("has mass from its mesh, and starts as said", async () => {
		const loaded = await load({
			gravity: [0, 0, 0],
			objects: {
				block: {
					...block,
					start: {
						rotate: [0, 0, 90],
						translate: [1, 0, 0],
						velocity: [1, 0, 0],
					},
				},
			},
		});
		const [body] = loaded.bodies as RigidBody[];
		expect(body.mass).toBeCloseTo(1, 12);
		const simulation = await simulateScene(loaded);
		await simulation.run({ seconds: 0.5 });
		const { position } = simulation.frames(body).pose();
		// The centre, a quarter of a turn about z on, 1 m and half a second's way.
		expect(position[0]).toBeCloseTo(1.5 - 0.05, 6);
		expect(position[1]).toBeCloseTo(0.1, 6);
	});

	it("is held, and swings about a pivot that is held", async () => {
		for (const [rigid, fall] of [
			[{ hold: {} }, 0],
			[{ origin: [0, 0.05, 0.05], hold: { part: "position" } }, 1],
		] as const) {
			const loaded = await load({ objects: { block: { ...block, rigid } } });
			const [body] = loaded.bodies as RigidBody[];
			const simulation = await simulateScene(loaded);
			await simulation.run({ seconds: 0.05 });
			const { position } = simulation.frames(body).pose();
			expect(position).toEqual(body.restFrames[0].position);
			const end = simulation.positionOf(body.point([0.2, 0.05, 0.05]));
			expect(end[1] < 0.049).toBe(fall === 1);
		}
	});

	it("moves as its hold says", async () => {
		const motion = {
			times: [0, 1],
			values: [
				[0, 0, 0],
				[0, 0.6, 0],
			],
		};
		const loaded = await load({
			objects: { block: { ...block, rigid: { hold: { motion } } } },
		});
		const simulation = await simulateScene(loaded);
		await simulation.run({ seconds: 0.5 });
		const [body] = loaded.bodies as RigidBody[];
		const { position } = simulation.frames(body).pose();
		expect(position[1]).toBeCloseTo(0.05 + 0.3, 9);
	});
});

describe("attachments", () => {
	it("tie by name, of the kind and stiffness that they have", async () => {
		const spring = { kind: "spring", stiffness: 1000, damping: 20 };
		const loaded = await load({
			objects: { block },
			attachments: {
				line: {
					from: { object: "block", at: centre },
					to: { place: [0.1, 0.5, 0.05] },
					...spring,
				},
			},
		});
		const [line] = loaded.scene.attachments;
		expect(line.name).toBe("line");
		const simulation = await simulateScene(loaded);
		await simulation.run({ seconds: 2 });
		expect(simulation.attachmentForce(line)[1] / g).toBeCloseTo(1, 4);
		const [body] = loaded.bodies as RigidBody[];
		const length = 0.5 - simulation.frames(body).pose().position[1];
		expect((length - 0.45) / (g / 1000)).toBeCloseTo(1, 4);
	});

	it("tie each of the vertices to the point of the object that is there", async () => {
		const loaded = await load({
			objects: {
				sheet: {
					mesh: {
						grid: { size: [0.2, 0.2], cells: [2, 2], origin: [0, -0.2, 0] },
					},
					models: [{ model: "trbs", youngModulus2d: 1000, poissonRatio: 0.3 }],
					arealDensity: 0.2,
				},
				block: { ...block, rigid: { hold: {} } },
			},
			attachments: {
				seam: {
					from: { object: "sheet", vertices: { group: "top" } },
					to: { object: "block" },
					breakForce: 100,
				},
			},
		});
		const { attachments } = loaded.scene;
		expect(attachments.map(({ name }) => name)).toEqual([
			"seam",
			"seam 2",
			"seam 3",
		]);
		expect(attachments.every((one) => one.breakForce === 100)).toBe(true);
		const simulation = await simulateScene(loaded);
		simulation.solveStatics();
		const pulls = attachments.map((one) => simulation.attachmentForce(one)[1]);
		expect(pulls.reduce((a, b) => a + b)).toBeCloseTo(0.2 * 0.04 * g, 6);
	});

	const refusal = async (scene: object): Promise<string> => {
		try {
			await load(scene);
		} catch (error) {
			if (error instanceof SceneError) return error.message;
			throw error;
		}
		return "";
	};
	const tied = (attachment: object) =>
		refusal({
			objects: { block },
			attachments: {
				tie: {
					from: { object: "block", at: centre },
					to: { place: centre },
					...attachment,
				},
			},
		});

	it("that make no sense are refused with what helps", async () => {
		expect(await tied({ to: { object: "blok" } })).toContain(
			"there is no object 'blok'; did you mean 'block'?",
		);
		expect(await tied({ kind: "spring" })).toContain(
			"a spring needs its stiffness [N/m]",
		);
		expect(await tied({ restLength: 1 })).toContain(
			"restLength is for springs; a ball has none",
		);
		expect(await tied({ to: {} })).toContain("attachments.tie.to");
		expect(await tied({ from: { object: "block" } })).toContain(
			"attachments.tie.from",
		);
	});

	it("and rigid objects that make no sense, too", async () => {
		const hold = [{ vertices: "all" }];
		expect(await refusal({ objects: { block: { ...block, hold } } })).toContain(
			"give rigid.hold instead",
		);
		const { density: _, ...weightless } = block;
		expect(await refusal({ objects: { block: weightless } })).toContain(
			"give a rigid object its density",
		);
	});
});

it("ties objects that start elsewhere where they touch at the beginning", async () => {
	const cube = (x: number) => ({
		mesh: { box: { size: [0.1, 0.1, 0.1], cells: [1, 1, 1] } },
		density: 500,
		rigid: {},
		start: { translate: [x, 0, 0], rotate: [0, 0, 90] },
	});
	const loaded = await load({
		objects: { a: cube(1.1), b: cube(1.2) },
		attachments: {
			// The corner at [0.1, 0, 0] of a is at [1.1, 0.1, 0] then.
			tie: { from: { object: "a", at: [0.1, 0, 0] }, to: { object: "b" } },
		},
	});
	const simulation = await simulateScene(loaded);
	const [{ from, to }] = loaded.scene.attachments;
	const [p, q] = [from, to as typeof from].map((x) => simulation.positionOf(x));
	expect(p[0]).toBeCloseTo(1.1, 12);
	expect(p[1]).toBeCloseTo(0.1, 12);
	for (let k = 0; k < 3; k++) expect(q[k]).toBeCloseTo(p[k], 12);
});
