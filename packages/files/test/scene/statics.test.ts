import { loadScene } from "@pliant/files";
import { expect, it } from "vitest";
import { folderOf } from "./folderOf.ts";

const solid = {
	model: "stable-neo-hookean",
	youngModulus: 1e4,
	poissonRatio: 0.3,
};
const kinds = {
	mesh: {
		mesh: { grid: { cells: [2, 2] } },
		models: [{ model: "trbs", youngModulus2d: 10, poissonRatio: 0.3 }],
	},
	frames: {
		mesh: { box: {} },
		models: [solid],
		frames: { voxels: { size: 0.25 }, places: [[0.5, 0.5, 0.5]] },
	},
	rigid: { mesh: { box: {} }, rigid: {} },
};

const scene = (
	object: object,
	gravity: number,
	run: object,
	loads: object[] = [],
) =>
	folderOf({
		"s.json": JSON.stringify({
			pliant: 1,
			gravity: [0, gravity, 0],
			objects: {
				body: { ...object, loads },
			},
			run,
		}),
	});

it("asks for a density where results depend on it, and not for equilibria without gravity", async () => {
	const accelerated = [{ acceleration: [0, 1, 0] }];
	for (const object of Object.values(kinds)) {
		const right = scene(object, 0, { statics: {} });
		expect((await loadScene("s.json", right)).bodies).toHaveLength(1);
		for (const folder of [
			scene(object, -9.81, { statics: {} }),
			scene(object, 0, { steps: 1 }),
			scene(object, 0, { statics: {} }, accelerated),
		])
			await expect(loadScene("s.json", folder)).rejects.toThrow(
				/objects\.body\.(arealD|d)ensity: is missing/,
			);
	}
});
