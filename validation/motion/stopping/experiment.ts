import {
	type Experiment,
	exact,
	type Figure,
	type Form,
	type Row,
	type XySeries,
} from "../../experiment.ts";
import { g, kinds, mean } from "../bodies.ts";
import { type Ground, lyingBody } from "../ground.ts";
import { kindColors, last, law, plotted, track } from "../track.ts";

const friction = 0.37;
const speed = 1;
const stop = speed / (friction * g);
const expected = (speed * stop) / 2;
/** When it has stopped and should stay [s]. */
const seconds = 0.6;

const forms: Readonly<Record<Form, readonly (readonly [string, Ground])[]>> = {
	short: [
		["rigid body", "plane"],
		["linear solid", "plane"],
		["cloth", "plane"],
		["cable", "block"],
	],
	full: (["plane", "block"] as const).flatMap((ground) =>
		Object.keys(kinds).map((kind) => [kind, ground] as const),
	),
};

async function stopped(kind: string, ground: Ground) {
	const { scene, body } = await lyingBody({
		make: kinds[kind],
		ground,
		friction,
	});
	body.launch(() => [speed, 0, 0]);
	const places = await track(scene, seconds, (simulation) =>
		mean(simulation.positions(body), 0),
	);
	const [{ value: start }] = places;
	return places.map(({ time, value }) => ({ time, value: value - start }));
}

export const stopping: Experiment = {
	id: "motion/stopping",
	paper: "motion with default settings",
	figure: "Coulomb on the level",
	title: "Sliding on the level until friction stops it",
	setup:
		"Bodies of every kind lie on a level plane or a held block and are thrown at 1 m/s along it, with μ = 0.37. They stop after v²/(2μg) = 137.8 mm. All settings are defaults.",
	run: async (form) => {
		const rows: Row[] = [];
		const series: Record<Ground, XySeries[]> = { plane: [], block: [] };
		for (const [kind, ground] of forms[form]) {
			const samples = await stopped(kind, ground);
			rows.push(
				exact(
					`${kind} on a ${ground}: distance over v²/(2μg)`,
					last(samples).value / expected,
					{ expected: 1, tolerance: 0.02, source: "v²/(2μg)" },
				),
			);
			series[ground].push(
				plotted(kind, samples, kindColors[kind], { scale: 1000 }),
			);
		}
		const figures = (["plane", "block"] as const).map(
			(ground): Figure => ({
				kind: "plot",
				title: `Stopping on a level ${ground}, μ = ${friction}`,
				xLabel: "time [s]",
				yLabel: "distance [mm]",
				series: [
					law("vt − ½μgt²", seconds, (time) => {
						const t = Math.min(time, stop);
						return 1000 * (speed * t - 0.5 * friction * g * t * t);
					}),
					...series[ground],
				],
			}),
		);
		return { rows, figures };
	},
};
