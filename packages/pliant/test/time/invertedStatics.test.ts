import { cloth, Scene, simulate, solid, trbs } from "pliant";
import { grid, jitter } from "pliant/mesh";
import { type AppliedModel, safeTrbs, stvk } from "pliant/models";
import { describe, expect, test } from "vitest";

const soft = { youngModulus2d: 1, poissonRatio: 0 };
/** E/(3√3). */
const limit = 0.19245;

/** A square whose vertices slide along y, pressed from above. */
async function pressed(membrane: AppliedModel, load: number, start = 1) {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const sheet = scene.add(
		cloth.mesh(jitter(grid({ cells: [3, 3] })), { membrane, arealDensity: 1 }),
	);
	// Seen from behind where start is −1, which is no inversion.
	sheet.place((x, y) => [start * x, y, 0]);
	sheet.slide("all", { line: [0, 1, 0] });
	sheet.pin(sheet.group("bottom"));
	sheet.lineLoad(sheet.group("top"), [0, -load, 0]);
	const simulation = await simulate(scene);
	return simulation.solveStatics({ loadSteps: 20 });
}

describe("statics counts what it turned inside out", () => {
	test("a sheet that is held in its plane, from the limit of its load on", async () => {
		expect((await pressed(trbs(soft), 0.99 * limit)).inverted).toBe(0);
		const beyond = await pressed(trbs(soft), 1.1 * limit);
		expect(beyond.inverted).toBe(18);
		expect(beyond.stable).toBe(true);
	});

	test("not a sheet that lies the other way round from the beginning", async () => {
		expect((await pressed(trbs(soft), 0.5 * limit, -1)).inverted).toBe(0);
		expect((await pressed(trbs(soft), 1.1 * limit, -1)).inverted).toBe(18);
	});

	test("nothing where the material resists collapse", async () => {
		expect((await pressed(safeTrbs(soft), 1.5 * limit)).inverted).toBe(0);
	});

	test("a solid that is pressed through itself", async () => {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const block = scene.add(
			solid.box(
				{ cells: [1, 1, 1] },
				{
					solid: stvk.elements.tetrahedra({ youngModulus: 1, poissonRatio: 0 }),
					density: 1,
				},
			),
		);
		block.slide("all", { line: [0, 0, 1] });
		block.pin(block.group("z-min"));
		block.move(block.group("z-max"), [0, 0, -1.5]);
		const simulation = await simulate(scene);
		expect(simulation.solveStatics().inverted).toBe(6);
	});

	test("not a sheet that turns over in space, or is turned over", async () => {
		const scene = new Scene();
		const hanging = scene.add(
			cloth.grid(
				{ cells: [4, 1], plane: "xz" },
				{
					membrane: trbs({ youngModulus2d: 100, poissonRatio: 0.3 }),
					arealDensity: 0.1,
				},
			),
		);
		// Held at its left edge, it starts above it, tilted back a little, and ends below.
		hanging.pin(hanging.group("left"));
		hanging.place((x, _, z) => [-0.1 * x, x, z]);
		const turned = scene.add(
			cloth.grid({ cells: [1, 1] }, { membrane: trbs(soft), arealDensity: 1 }),
		);
		const X = turned.mesh.positions;
		for (let v = 0; v < turned.vertexCount; v++)
			turned.move([v], [0, -2 * X[3 * v + 1], 0]);
		const simulation = await simulate(scene, { damping: { mass: 5 } });
		await simulation.run({ seconds: 3 });
		expect(simulation.solveStatics().inverted).toBe(0);
		expect(simulation.positions(hanging)[3 * 4 + 1]).toBeLessThan(-0.9);
	});
});
