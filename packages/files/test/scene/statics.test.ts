import { loadScene } from "@pliant/files";
import { expect, it } from "vitest";
import { folderOf } from "./folderOf.ts";

const scene = (gravity: number, run: object, loads: object[] = []) =>
	folderOf({
		"s.json": JSON.stringify({
			pliant: 1,
			gravity: [0, gravity, 0],
			objects: {
				sheet: {
					mesh: { grid: { cells: [2, 2] } },
					models: [{ model: "trbs", youngModulus2d: 10, poissonRatio: 0.3 }],
					loads,
				},
			},
			run,
		}),
	});

it("asks for a density where results depend on it, and not for equilibria without gravity", async () => {
	const { bodies } = await loadScene("s.json", scene(0, { statics: {} }));
	expect(bodies).toHaveLength(1);
	for (const folder of [
		scene(-9.81, { statics: {} }),
		scene(0, { steps: 1 }),
		scene(0, { statics: {} }, [{ acceleration: [0, 1, 0] }]),
	])
		await expect(loadScene("s.json", folder)).rejects.toThrow(
			"objects.sheet.arealDensity: is missing",
		);
});
