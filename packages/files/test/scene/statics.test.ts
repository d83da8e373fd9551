import { loadScene } from "@pliant/files";
import { expect, it } from "vitest";
import { folderOf } from "./folderOf.ts";

const scene = (gravity: number, run: object) =>
	folderOf({
		"s.json": JSON.stringify({
			pliant: 1,
			gravity: [0, gravity, 0],
			objects: {
				sheet: {
					mesh: { grid: { cells: [2, 2] } },
					models: [{ model: "trbs", youngModulus2d: 10, poissonRatio: 0.3 }],
				},
			},
			run,
		}),
	});

it("asks for a density where results depend on it, and not for equilibria without gravity", async () => {
	const { bodies } = await loadScene("s.json", scene(0, { statics: {} }));
	expect(bodies).toHaveLength(1);
	for (const folder of [scene(-9.81, { statics: {} }), scene(0, { steps: 1 })])
		await expect(loadScene("s.json", folder)).rejects.toThrow(
			"objects.sheet.arealDensity: is missing",
		);
});
