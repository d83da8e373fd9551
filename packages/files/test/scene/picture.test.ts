import { loadScene, sceneShot, simulateScene } from "@pliant/files";
import { describe, expect, it } from "vitest";
import { folderOf } from "./folderOf.ts";

const load = (picture: unknown) =>
	loadScene(
		"scene.json",
		folderOf({
			"scene.json": JSON.stringify({
				pliant: 1,
				title: "Sheet",
				objects: {
					sheet: {
						mesh: { grid: { cells: [2, 1], plane: "xz", origin: [0, 1, 0] } },
						material: "linen",
						hold: [{ vertices: { indices: [0] } }],
					},
					block: {
						mesh: { box: { cells: [1, 1, 1] } },
						models: [{ model: "stvk", youngModulus: 1e4, poissonRatio: 0.3 }],
						density: 1000,
					},
				},
				colliders: {
					slope: { plane: { point: [0, -9, 0], normal: [1, 1, 0] } },
					floor: { plane: { point: [0, -0.5, 0] } },
					ball: { sphere: { centre: [0, 9, 0], radius: 0.2 } },
				},
				picture,
			}),
		}),
	);

describe("picture of a scene", () => {
	it("is what the file says, and nothing by default", async () => {
		expect((await load(undefined)).picture).toEqual({});
		const picture = {
			size: [640, 480],
			camera: { eye: [1, 2, 3], target: [0, 1, 0] },
			colors: { sheet: ["#102030", "#ffffff"], ball: "#aabbcc" },
			background: "#000000",
			ground: "#111111",
		};
		expect((await load(picture)).picture).toEqual(picture);
	});

	it.each([
		[{ colors: { sheat: "#102030" } }, "did you mean 'sheet'"],
		[{ colors: { sheet: "red" } }, 'must be a colour such as "#e2a15f"'],
		[{ background: "#12345" }, "must be a colour"],
		[{ size: [640] }, "must be two counts of pixels"],
		[{ size: [640, 9000] }, "4096"],
		[{ camera: { direction: [0, 0, 0] } }, "must not be zero"],
		[
			{ camera: { direction: [0, 0, 1], eye: [0, 0, 1] } },
			"has eye and direction",
		],
		[{ camera: { zoom: -1 } }, "picture.camera.zoom"],
	])("refuses %j", async (picture, message) => {
		await expect(load(picture)).rejects.toThrow(message);
	});
});

describe("sceneShot", () => {
	it("holds all that is drawn, at this moment", async () => {
		const loaded = await load({ size: [10, 20] });
		const simulation = await simulateScene(loaded);
		simulation.step();
		const { title, floor, picture, bodies, colliders } = sceneShot(
			loaded,
			simulation,
		);
		expect({ title, floor, picture }).toEqual({
			title: "Sheet",
			floor: -0.5,
			picture: { size: [10, 20] },
		});
		const [sheet, block] = bodies;
		expect(sheet.held).toEqual([0]);
		expect(sheet.isSolid).toBe(false);
		expect(sheet.triangles.length).toBe(12);
		expect(sheet.positions).toEqual(simulation.positions(loaded.bodies[0]));
		expect(sheet.positions).not.toEqual(sheet.rest);
		// The six sides of a box.
		expect(block.isSolid).toBe(true);
		expect(block.triangles.length).toBe(36);
		expect(colliders.map(({ name }) => name)).toEqual(["ball"]);
		simulation.close();
	});
});
