import { cloth, Scene, simulate } from "pliant";
import { edgesOf, grid } from "pliant/mesh";
import {
	type AppliedModel,
	quadraticSpring,
	springStiffness,
} from "pliant/models";
import { type Experiment, type Row, told } from "../../experiment.ts";
import { laws, linear, trbs } from "../../membranes.ts";
import { forceTimes } from "../../volino/forceTimes.ts";
import { paper } from "../paper.ts";

const youngModulus2d = 100;
const cells = { full: 60, short: 16 };
const rounds = { full: 40, short: 4 };
const steps = { full: 20, short: 3 };
const source = "the paper, of others' work in 1997: at least ten times";

export const speed: Experiment = {
	id: "vangelder/speed",
	paper,
	figure: "section 1",
	title: "What springs cost beside finite elements",
	setup:
		"A sheet of 60 × 60 cells as springs along its edges (eq. 29) and as membranes of constant-strain triangles: the force, gathering included, and implicit steps of the sheet hanging from two corners with one linear system each, taken in turns.",
	remarks: [
		"The paper reports a consensus that springs are at least an order of magnitude faster than finite elements. That was of elements with matrices of their own. Here both are formulas that become the same kind of kernel: a force costs from a tenth less to three times as much, and a step is nearly all linear system, with the same pattern for both.",
	],
	run: async (form) => {
		const mesh = edgesOf(grid({ cells: [cells[form], cells[form]] }));
		const { axialStiffness } = springStiffness(mesh, "van-gelder", {
			youngModulus2d,
		});
		const membranes: readonly {
			readonly name: string;
			readonly color: string;
			readonly of: () => AppliedModel;
		}[] = [
			{
				name: "springs",
				color: "#3a8f4d",
				of: () => quadraticSpring({ axialStiffness }),
			},
			...[linear, trbs, laws[0]].map(({ name, color, of }) => ({
				name,
				color,
				of: () => of(youngModulus2d, 0.3),
			})),
		];
		const force = await forceTimes(mesh, membranes, { rounds: rounds[form] });
		const simulations = await Promise.all(
			membranes.map(async ({ of }) => {
				const scene = new Scene();
				const sheet = scene.add(
					cloth.mesh(mesh, { membrane: of(), arealDensity: 0.1 }),
				);
				sheet.pin(sheet.corners("top"));
				sheet.shake(1e-3);
				// One linear system per step, so that all steps do the same.
				return simulate(scene, { substeps: 1, newtonIterations: 1 });
			}),
		);
		const seconds = membranes.map(() => 0);
		for (let step = 0; step < steps[form]; step++)
			for (const [i, simulation] of simulations.entries()) {
				const start = performance.now();
				simulation.step();
				seconds[i] += (performance.now() - start) / 1000;
			}
		const rows: Row[] = membranes.flatMap(({ name }, i) => [
			told(`${name}: force [ms]`, force[i], { source: "no number" }),
			told(`${name}: step [ms]`, (1000 * seconds[i]) / steps[form], {
				source: "no number",
			}),
		]);
		for (const [i, { name }] of membranes.entries())
			if (i > 0)
				rows.push(
					told(`force, ${name} over springs`, force[i] / force[0], {
						expected: 10,
						source,
					}),
					told(`step, ${name} over springs`, seconds[i] / seconds[0], {
						expected: 10,
						source,
					}),
				);
		return { rows };
	},
};
