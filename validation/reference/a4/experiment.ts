import { gradedSquare, uniformSquare } from "../../delingette/squares.ts";
import { type Experiment, exact, type Row, told } from "../../experiment.ts";
import {
	laws,
	linear,
	type Membrane,
	neoHookean,
	orthotropic,
	springs,
	trbs,
	trqs,
	vanGelder,
} from "../../membranes.ts";
import { traction } from "../../traction.ts";
import A4 from "../A4.json" with { type: "json" };

const source = (id: string) => `reference/A4.json, ${id}: closed form`;
/** ν, p, ε_x, ε_y, energy. */
type Line = readonly number[];

function table(id: string): readonly Line[] {
	const variant = A4.variants.find((variant) => variant.id === id);
	if (!variant) throw new Error(`A4.json has no variant ${id}`);
	return variant.results.table;
}

const chosen = ([nu, p]: Line) =>
	[0, 0.3, 0.6, 0.9].includes(nu) && [-0.1, -0.05, 0.05, 0.1].includes(p);

async function errors(membrane: Membrane, id: string) {
	const largest = { x: 0, y: 0, energy: 0 };
	for (const [nu, p, x, y, energy] of table(id).filter(chosen)) {
		const found = await traction(gradedSquare, membrane.of(1, nu), p);
		largest.x = Math.max(largest.x, Math.abs(found.x - x));
		largest.y = Math.max(largest.y, Math.abs(found.y - y));
		largest.energy = Math.max(
			largest.energy,
			Math.abs(found.energy / energy - 1),
		);
	}
	return largest;
}

/** The table has ten digits or so. */
const cases = [
	{ membrane: linear, id: "A4-linear", tolerance: 1e-9 },
	{ membrane: trbs, id: "A4-stvk", tolerance: 1e-6 },
	{ membrane: orthotropic, id: "A4-stvk", tolerance: 1e-6 },
];

/** Models that are neither linear nor St Venant–Kirchhoff, under a load so small that only their stiffness at rest counts. */
const smallLoad = 1e-5;
const smallRatio = 1 / 3;

const strongCompression = table("A4-stvk").find(
	([nu, p]) => nu === 0.3 && p === -0.1,
) as Line;

export const a4: Experiment = {
	id: "reference/a4",
	paper: "Reference solutions",
	figure: "A4",
	title: "Plane-stress traction, linear and St Venant–Kirchhoff",
	setup:
		"The unit square of A4 with dead loads ±0.05 and ±0.1 and ν = 0, 0.3, 0.6 and 0.9 on a strongly graded mesh; models with laws of their own under a load of 10⁻⁵ with ν = 1/3 (1/2 where a model has no other), where all should be linear.",
	remarks: [
		"Springs alone have the stiffness of the membrane only where all triangles are regular; on this square they are not at the left and right edges, so what they and Van Gelder's rule give is told without a verdict. So is what laws other than St Venant–Kirchhoff give at p = −0.1.",
	],
	run: async () => {
		const rows: Row[] = [];
		for (const { membrane, id, tolerance } of cases) {
			const { x, y, energy } = await errors(membrane, id);
			const expectation = { expected: 0, tolerance, source: source(id) };
			rows.push(
				exact(`${membrane.name}: largest error of ε_x`, x, expectation),
				exact(`${membrane.name}: largest error of ε_y`, y, expectation),
				exact(
					`${membrane.name}: largest relative error of the energy`,
					energy,
					{ ...expectation, tolerance: 1e-6 },
				),
			);
		}
		for (const membrane of [
			trbs,
			trqs,
			...laws,
			neoHookean,
			springs,
			vanGelder,
		]) {
			const ratio = membrane === neoHookean ? 1 / 2 : smallRatio;
			const { x, y } = await traction(
				uniformSquare,
				membrane.of(1, ratio),
				smallLoad,
			);
			const expected = { y: 1, x: -ratio };
			const row = (quantity: string, measured: number, expected: number) =>
				membrane !== springs && membrane !== vanGelder
					? exact(quantity, measured, {
							expected,
							tolerance: 1e-4,
							source: source("A4-linear"),
						})
					: told(quantity, measured, { expected, source: source("A4-linear") });
			rows.push(
				row(`${membrane.name}, small load: ε_y E/p`, y / smallLoad, expected.y),
				row(`${membrane.name}, small load: ε_x E/p`, x / smallLoad, expected.x),
			);
		}
		const [nu, p, , strain] = strongCompression;
		for (const membrane of [trqs, ...laws, springs, vanGelder]) {
			const { y } = await traction(uniformSquare, membrane.of(1, nu), p);
			rows.push(
				told(`${membrane.name}, p = ${p}, ν = ${nu}: ε_y`, y, {
					expected: strain,
					source: source("A4-stvk"),
				}),
			);
		}
		return { rows };
	},
};
