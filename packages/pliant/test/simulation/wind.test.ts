/** Wind on cloth against closed forms. */
import { describe, expect, test } from "vitest";
import {
	cloth,
	Scene,
	type SceneOptions,
	type SimulationOptions,
	simulate,
	trbs,
	type Vector3,
} from "../../src/index.ts";

const [ρ, C] = [1.2, 1.17];
const arealDensity = 0.15;

/** A stiff square of 1 m² whose normal is z. */
async function plate(
	scene: SceneOptions,
	options: SimulationOptions,
	turn: number = 0,
) {
	const world = new Scene({ gravity: [0, 0, 0], ...scene });
	const sheet = world.add(
		cloth.grid(
			{ size: [1, 1], cells: [3, 3], plane: "xy" },
			{
				membrane: trbs({ youngModulus2d: 1e4, poissonRatio: 0.3 }),
				arealDensity,
			},
		),
	);
	for (let v = 0; v < sheet.vertexCount; v++) {
		const x = sheet.positions[3 * v];
		sheet.positions[3 * v] = Math.cos(turn) * x;
		sheet.positions[3 * v + 2] = -Math.sin(turn) * x;
	}
	return { sheet, simulation: await simulate(world, options) };
}

const meanVelocity = (v: Float64Array): number[] =>
	[0, 1, 2].map(
		(k) =>
			v.reduce((sum, c, i) => (i % 3 === k ? sum + c : sum), 0) /
			(v.length / 3),
	);

/** Speed of a free plate that faces wind w after t: u' = −a u² with u = w − v. */
const carried = (w: number, t: number) =>
	w - w / (1 + ((0.5 * ρ * C) / arealDensity) * w * t);

describe("a free plate that faces the wind", () => {
	test.each([
		["implicit-euler", 1],
		["bdf2", 2],
		["midpoint", 2],
	] as const)(
		"is carried as quadratic drag says, with the order of %s",
		async (integrator, order) => {
			const errorOf = async (steps: number) => {
				const { sheet, simulation } = await plate(
					{ wind: { velocity: [0, 0, 6] } },
					{ timeStep: 0.4 / steps, substeps: 1, integrator, tolerance: 1e-10 },
				);
				for (let i = 0; i < steps; i++) simulation.step();
				const [x, y, z] = meanVelocity(simulation.velocities(sheet));
				expect(Math.hypot(x, y)).toBeLessThan(1e-9);
				return Math.abs(z - carried(6, 0.4));
			};
			const [coarse, fine] = [await errorOf(32), await errorOf(64)];
			expect(fine).toBeLessThan(0.012 * carried(6, 0.4));
			expect(Math.log2(coarse / fine)).toBeGreaterThan(order - 0.25);
		},
	);

	test("is by default where quadratic drag carries it", async () => {
		const { sheet, simulation } = await plate(
			{ wind: { velocity: [0, 0, 40] } },
			{ timeStep: 1 / 10 },
		);
		const a = (0.5 * ρ * C) / arealDensity;
		for (let i = 0; i < 20; i++) {
			simulation.step();
			const { time: t } = simulation;
			const way = 40 * t - Math.log(1 + a * 40 * t) / a;
			const [, , z] = meanVelocity(simulation.positions(sheet));
			// Accuracy is 5e-3 of the size in a second; a step is repeated from 2.5 times as much on.
			expect(Math.abs(z - way)).toBeLessThan(2.75 * 5e-3 * Math.SQRT2);
		}
	});

	test("is never faster than the wind by implicit Euler, however light and however long its steps", async () => {
		const { sheet, simulation } = await plate(
			{ wind: { velocity: [0, 0, 40] } },
			{ integrator: "implicit-euler", timeStep: 1 / 10, substeps: 1 },
		);
		let before = 0;
		for (let i = 0; i < 20; i++) {
			simulation.step();
			const [, , z] = meanVelocity(simulation.velocities(sheet));
			expect(z).toBeGreaterThan(before - 1e-9);
			expect(z).toBeLessThan(40);
			before = z;
		}
	});
});

test("what holds a plate at an angle is ½ ρ C A |w|² sin, along its normal", async () => {
	const turn = 0.6;
	const { sheet, simulation } = await plate(
		{ wind: { velocity: [0, 0, 8], airDensity: 1.1, dragCoefficient: 1.3 } },
		{ timeStep: 1e-3 },
		turn,
	);
	sheet.pin("all");
	simulation.constraintsChanged();
	simulation.step();
	const { force } = simulation.reaction(sheet);
	const size = 0.5 * 1.1 * 1.3 * 64 * Math.cos(turn);
	// The normal of a plate that is turned about y.
	const n = [Math.sin(turn), 0, Math.cos(turn)];
	for (let k = 0; k < 3; k++) expect(force[k]).toBeCloseTo(-size * n[k], 6);
});

test("in statics a held sheet bulges until its tension bears the pressure, as under pressure of that size", async () => {
	const bulge = async (load: "wind" | "pressure") => {
		const w = 12;
		const scene = new Scene({
			gravity: [0, 0, 0],
			...(load === "wind" && { wind: { velocity: [0, 0, w] as Vector3 } }),
		});
		const sheet = scene.add(
			cloth.grid(
				{ size: [1, 1], cells: [8, 8], plane: "xy" },
				{
					membrane: trbs({ youngModulus2d: 3000, poissonRatio: 0.3 }),
					arealDensity,
				},
			),
		);
		sheet.pin("boundary");
		if (load === "pressure") sheet.pressurize(0.5 * ρ * C * w * w);
		const simulation = await simulate(scene, { timeStep: 0.01 });
		// A flat sheet has no stiffness across: a slight bulge.
		for (let i = 0; i < 2; i++) simulation.step();
		simulation.solveStatics({ iterations: 200 });
		return simulation.positions(sheet)[3 * sheet.nearest([0.5, 0.5, 0]) + 2];
	};
	const [wind, pressure] = [await bulge("wind"), await bulge("pressure")];
	expect(pressure).toBeGreaterThan(0.05);
	// Where the sheet is steep, it is out of the wind.
	expect(wind).toBeGreaterThan(0.96 * pressure);
	expect(wind).toBeLessThan(pressure);
});

test("changes while it runs, to the same bits where it changes between the same steps", async () => {
	const run = async () => {
		const { sheet, simulation } = await plate(
			{},
			{ grips: true, timeStep: 0.01, substeps: 1 },
		);
		simulation.step();
		expect(meanVelocity(simulation.velocities(sheet))).toEqual([0, 0, 0]);
		simulation.setWind({ velocity: [1, 0, 5] });
		for (let i = 0; i < 5; i++) simulation.step();
		simulation.setWind(undefined);
		const before = meanVelocity(simulation.velocities(sheet));
		simulation.step();
		expect(meanVelocity(simulation.velocities(sheet))[2]).toBeCloseTo(
			before[2],
			9,
		);
		expect(before[2]).toBeGreaterThan(1);
		return [...simulation.positions(sheet)];
	};
	expect(await run()).toEqual(await run());
});

test("what is no wind, and what cannot do it, is refused with the remedy", async () => {
	expect(() => new Scene({ wind: { velocity: [1, 2] as never } })).toThrow(
		/wind: velocity is 1,2; it must be a vector of three finite numbers/,
	);
	expect(
		() => new Scene({ wind: { velocity: [1, 2, 3], airDensity: -1 } }),
	).toThrow(/airDensity is -1; it must be a positive number/);
	const wind = { velocity: [0, 0, 1] } as const;
	await expect(plate({ wind }, { solver: "block-descent" })).rejects.toThrow(
		/block-descent does not know wind/,
	);
	await expect(
		plate({ wind }, { integrator: "symplectic-euler" }),
	).rejects.toThrow(/symplectic-euler does not know wind/);
	const { simulation } = await plate({}, { timeStep: 0.01 });
	expect(() => simulation.setWind(wind)).toThrow(
		/no wind when it was made; give/,
	);
});
