import { expect, test } from "vitest";
import {
	type AppliedModel,
	cloth,
	morleyBending,
	Scene,
	simulate,
	trbs,
} from "../../src/index.ts";
import { calibratedBending } from "../../src/models/bending/linearBending.ts";
import { orthotropicMorley } from "../../src/models/bending/morley/orthotropicMorley.ts";

const membrane = trbs({ youngModulus2d: 1000, poissonRatio: 0 });
const rigidity = 1e-3;
const size = { length: 0.4, width: 0.1 };

/** A strip that is clamped at its left end, in one piece or in two that are sewn together a quarter of its length from there, and how far its tip is pulled down [m]. */
async function tip(bending: AppliedModel, pieces: 1 | 2, cells = 16) {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const piece = (from: number, to: number) =>
		scene.add(
			cloth.grid(
				{
					size: [((to - from) * size.length) / cells, size.width],
					cells: [to - from, (cells * size.width) / size.length],
					origin: [(from * size.length) / cells, 0, 0],
					diagonal: "right",
				},
				{ membrane, bending, arealDensity: 0.1 },
			),
		);
	const seamAt = cells / 4;
	const bodies =
		pieces === 1 ? [piece(0, cells)] : [piece(0, seamAt), piece(seamAt, cells)];
	const first = bodies[0];
	const last = bodies[bodies.length - 1];
	first.pin(
		Array.from({ length: first.vertexCount }, (_, v) => v).filter(
			(v) => first.mesh.positions[3 * v] < (1.5 * size.length) / cells,
		),
	);
	last.pull(last.group("right"), [0, 0, -1e-4]);
	if (pieces === 2)
		scene.seam(
			{ body: first, vertices: first.group("right") },
			{ body: last, vertices: last.group("left") },
			{ seconds: 0.01 },
		);
	const simulation = await simulate(scene, {
		timeStep: 0.01,
		substeps: 1,
		damping: { mass: 20 },
		tolerance: 1e-9,
	});
	await simulation.run({ seconds: 0.05 });
	if (pieces === 2) expect(simulation.seams()[0].isWelded).toBe(true);
	simulation.solveStatics();
	const x = simulation.positions(last);
	return -x[3 * last.group("right")[0] + 2];
}

test("hinges over a seam are the edge that two panels lack to be one mesh", async () => {
	const bending = calibratedBending({ bendingRigidity: rigidity });
	const whole = await tip(bending, 1);
	expect(whole).toBeGreaterThan(1e-3);
	expect((await tip(bending, 2)) / whole).toBeCloseTo(1, 6);
});

for (const [name, bending] of [
	["Morley", morleyBending({ bendingRigidity: rigidity })],
	[
		"orthotropic Morley",
		orthotropicMorley({
			warpRigidity: rigidity,
			weftRigidity: 0.1 * rigidity,
			twistRigidity: 0.3 * rigidity,
		}),
	],
] as const)
	test(`${name}: a strip of two panels bends as one of one does`, async () => {
		const errors: number[] = [];
		for (const cells of [16, 32]) {
			const whole = await tip(bending, 1, cells);
			const error = 1 - (await tip(bending, 2, cells)) / whole;
			// At most the triangles beside the seam count twice: of the deflection, ∫ M² dx, half of their part is lost.
			const beside = 2 * ((3 / 4) * cells) ** 2;
			expect(error).toBeGreaterThan(0);
			expect(error).toBeLessThan((0.5 * beside) / ((cells - 1) ** 3 / 3));
			errors.push(error);
		}
		expect(errors[1]).toBeLessThan(0.6 * errors[0]);
	});
