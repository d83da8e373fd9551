import { cloth, type Mesh, Scene, simulate } from "pliant";
import { cellCount } from "pliant/mesh";
import {
	colors,
	type Experiment,
	exact,
	type Row,
	told,
} from "../../experiment.ts";
import { laws, type Membrane, trbs } from "../../membranes.ts";
import { mean, range } from "../../range.ts";
import { paper } from "../paper.ts";
import { gradedSquare, uniformSquare } from "../squares.ts";

const limit = 1 / (3 * Math.sqrt(3));
const closedForm = "closed form p = E/2 s(s² − 1), which is least at s = 1/√3";
/** What bisection of the load leaves open. */
const resolutions = { full: 1e-6, short: 1e-4 };
const safeTrbs = laws[1];
const rounding = 1e-6;

/** How far the top edge of a square has gone, whose vertices can move along the load alone or anywhere in the plane. */
async function pressed(
	mesh: Mesh,
	membrane: Membrane,
	load: number,
	sides: "guided" | "free" = "guided",
) {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const sheet = scene.add(
		cloth.mesh(mesh, { membrane: membrane.of(1, 0), arealDensity: 1 }),
	);
	const bottom = sheet.where((_, y) => y < rounding);
	const top = sheet.where((_, y) => y > 1 - rounding);
	if (sides === "guided") {
		sheet.slide("all", { line: [0, 1, 0] });
		sheet.pin(bottom);
	} else {
		sheet.slide("all", { plane: [0, 0, 1] });
		sheet.slide(bottom, { line: [1, 0, 0] });
		sheet.pin([sheet.nearest([0, 0, 0])]);
	}
	sheet.lineLoad(top, [0, load, 0]);
	const simulation = await simulate(scene);
	const { stable, inverted } = simulation.solveStatics({
		tolerance: 1e-10,
		loadSteps: 20,
	});
	const x = simulation.positions(sheet);
	const stretch = mean(Array.from(top, (v) => x[3 * v + 1]));
	return { stable, inverted, stretch };
}

/** The load from which on a square is found inside out, by bisection. */
async function limitLoad(mesh: Mesh, resolution: number): Promise<number> {
	let [borne, refused] = [0.15, 0.25];
	while (refused - borne > resolution) {
		const load = (borne + refused) / 2;
		if ((await pressed(mesh, trbs, -load)).inverted === 0) borne = load;
		else refused = load;
	}
	return borne;
}

/** The stretch beyond collapse at which the mirrored sheet bears a load: the root below −1, by Newton's method. */
function mirroredStretch(load: number): number {
	let s = -1.5;
	for (let i = 0; i < 50; i++)
		s -= ((s * (s * s - 1)) / 2 - load) / ((3 * s * s - 1) / 2);
	return s;
}

export const deadLoadLimit: Experiment = {
	id: "delingette/dead-load-limit",
	paper,
	figure: "section II-C, on a sheet",
	title: "The most that a sheet bears in compression",
	setup:
		"A unit square with E = 1 and ν = 0 on two meshes, whose vertices move up and down alone, under a dead load on its top edge that is raised in 20 steps: the load from which on statics finds it inside out; what is found beyond; and the same with free sides and with safe TRBS.",
	remarks: [
		"The paper puts the largest compressive force at s = √2/2; it is at 1/√3, where the load is E/(3√3).",
		"The energy of TRBS does not tell a sheet from its mirror image. Beyond the limit the next equilibrium is the mirrored sheet in tension, and a stable one. Reports of statics count the cells that were turned inside out.",
		"With free sides the square leans over before that, as a short column does, or turns round in its plane.",
	],
	run: async (form) => {
		const resolution = resolutions[form];
		const beyond = -0.2;
		const rows: Row[] = [];
		for (const [name, mesh] of [
			["uniform mesh", uniformSquare],
			["graded mesh", gradedSquare],
		] as const) {
			const { stable, inverted, stretch } = await pressed(mesh, trbs, beyond);
			rows.push(
				exact(
					`${name}: largest load over E`,
					await limitLoad(mesh, resolution),
					{
						expected: limit,
						tolerance: 2 * resolution,
						source: closedForm,
					},
				),
				exact(`${name}: stretch at p = ${beyond}, beyond it`, stretch, {
					expected: mirroredStretch(beyond),
					tolerance: 1e-6,
					source: "closed form: the root of the same cubic below −1",
				}),
				exact(`${name}: triangles reported inside out there`, inverted, {
					expected: cellCount(mesh, "triangle"),
					tolerance: 0,
					source: "all of them: the strain is uniform",
				}),
				told(
					`${name}: reported as stable (1) or not (0) there`,
					Number(stable),
					{ source: "the mirrored sheet is in tension" },
				),
			);
		}
		const safe = await pressed(uniformSquare, safeTrbs, beyond);
		rows.push(
			exact(`safe TRBS at p = ${beyond}: triangles inside out`, safe.inverted, {
				expected: 0,
				tolerance: 0,
				source: "its force rises without end as it is squeezed",
			}),
			told(`safe TRBS at p = ${beyond}: stretch`, safe.stretch, {
				source: "not in the paper",
			}),
		);
		for (const load of [-0.14, -0.18]) {
			const { stretch, inverted } = await pressed(
				uniformSquare,
				trbs,
				load,
				"free",
			);
			rows.push(
				told(`free sides, p = ${load}: height`, stretch, {
					source:
						"a column of this shape buckles at 0.14 by Engesser: π²/48 with shear",
				}),
				told(`free sides, p = ${load}: triangles inside out`, inverted, {
					source: "as above",
				}),
			);
		}
		const loads = [-0.05, -0.1, -0.15, -0.19, -0.2, -0.25, 0.1, 0.2];
		const found = await Promise.all(
			loads.map(async (load) => [
				(await pressed(uniformSquare, trbs, load)).stretch,
				load,
			]),
		);
		return {
			rows,
			figures: [
				{
					kind: "plot",
					title: "Dead load against stretch",
					xLabel: "stretch s",
					yLabel: "p / E",
					series: [
						{
							name: "closed form",
							style: "line",
							color: colors.expected,
							points: range(-1.22, 1.2, 122).map((s) => [
								s,
								(s * (s * s - 1)) / 2,
							]),
						},
						{
							name: "statics",
							style: "points",
							color: colors.trbs,
							points: found.map(([s, p]) => [s, p] as const),
						},
					],
				},
			],
		};
	},
};
