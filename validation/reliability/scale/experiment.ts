import {
	cloth,
	collider,
	Scene,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
} from "pliant";
import { morleyBending, shellBending } from "pliant/models";
import { type Experiment, exact, type Row } from "../../experiment.ts";

/** Sizes of the sheet and of the bar [m]. */
const sizes = {
	full: [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 10, 100, 1e3],
	short: [1e-6, 1e3],
} as const;

/** What scales have in common is compared to six digits, so steps are solved further than motion needs. */
const solvedFar = {
	timeStep: 0.01,
	substeps: 1,
	tolerance: 1e-9,
	linearTolerance: 1e-10,
} as const;

/**
 * A sheet that falls onto a ball. Times stay, so accelerations grow as lengths s do; forces per length are as mass per area times length
 * times acceleration, s², and bending rigidities as forces times length, s⁴.
 */
async function fallenSheet(s: number): Promise<Float64Array> {
	const scene = new Scene({ gravity: [0, -9.81 * s, 0] });
	const sheet = scene.add(
		cloth.grid(
			{ size: [s, s], cells: [8, 8], plane: "xz" },
			{
				membrane: trbs({ youngModulus2d: 200 * s ** 2, poissonRatio: 0.3 }),
				bending: morleyBending({
					bendingRigidity: 1e-3 * s ** 4,
					poissonRatio: 0.3,
				}),
				arealDensity: 0.2,
			},
		),
	);
	sheet.pin(sheet.corners("top"));
	const centre = [0.5 * s, -0.35 * s, 0.4 * s] as const;
	scene.collide(collider.sphere({ centre, radius: 0.3 * s }), {
		friction: 0.2,
	});
	const simulation = await simulate(scene, {
		...solvedFar,
	});
	await simulation.run({ steps: 25 });
	return simulation.positions(sheet).map((x) => x / s);
}

/** A bar that bends under its weight: moduli are as density times length times acceleration, s². */
async function saggingBar(s: number): Promise<Float64Array> {
	const scene = new Scene({ gravity: [0, -9.81 * s, 0] });
	const bar = scene.add(
		solid.box(
			{ size: [0.4 * s, 0.1 * s, 0.1 * s], cells: [6, 2, 2] },
			{
				solid: stableNeoHookean({
					youngModulus: 3e5 * s ** 2,
					poissonRatio: 0.4,
				}),
				density: 1000,
			},
		),
	);
	bar.pin(bar.group("x-min"));
	const simulation = await simulate(scene);
	simulation.solveStatics({ tolerance: 1e-11 });
	return simulation.positions(bar).map((x) => x / s);
}

/** A shell that swings and is damped by its stiffness. */
async function dampedShell(s: number): Promise<Float64Array> {
	const scene = new Scene({ gravity: [0, -9.81 * s, 0] });
	const sheet = scene.add(
		cloth.grid(
			{ size: [s, s], cells: [4, 4], plane: "xz" },
			{
				membrane: trbs({ youngModulus2d: 200 * s ** 2, poissonRatio: 0.3 }),
				bending: shellBending({ bendingRigidity: 1e-3 * s ** 4 }),
				arealDensity: 0.2,
			},
		),
	);
	sheet.pin(sheet.corners("top"));
	const simulation = await simulate(scene, {
		...solvedFar,
		damping: { stiffness: 1e-3 },
	});
	await simulation.run({ steps: 25 });
	return simulation.positions(sheet).map((x) => x / s);
}

const largestDifference = (a: Float64Array, b: Float64Array): number =>
	a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);

const cases = {
	"a sheet that falls on a ball": fallenSheet,
	"a bar that sags": saggingBar,
	"a damped shell that swings": dampedShell,
};

export const scale: Experiment = {
	id: "reliability/scale",
	paper: "Reliability",
	figure: "scale",
	title: "The same scene from a micrometre to a kilometre",
	setup:
		"A sheet that falls onto a ball with friction, a bar in equilibrium under its weight, and a shell with stiffness damping that swings, each with all lengths, moduli and gravity scaled so that nothing but the unit of length changes.",
	run: async (form) => {
		const rows: Row[] = [];
		for (const [name, result] of Object.entries(cases)) {
			const reference = await result(1);
			for (const size of sizes[form])
				rows.push(
					exact(
						`${name}: ${size} m against 1 m, over the size`,
						largestDifference(await result(size), reference),
						{
							atMost: 1e-6,
							source:
								"units do not matter; the tolerance of Newton's method is 1e-9",
						},
					),
				);
		}
		return { rows };
	},
};
