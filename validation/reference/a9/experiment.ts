import {
	cloth,
	morleyBending,
	Scene,
	type Simulation,
	simulate,
	solid,
	trbs,
	type Vector3,
} from "pliant";
import { stvk } from "pliant/models";
import {
	colors,
	type Experiment,
	exact,
	type Form,
	type Row,
} from "../../experiment.ts";
import A9 from "../A9.json" with { type: "json" };

/** Cells across the beam and along the plate's sides. */
const finenessOf: Readonly<Record<Form, { beam: number; plate: number }>> = {
	full: { beam: 4, plate: 40 },
	short: { beam: 4, plate: 24 },
};
const [beamCase, plateCase] = A9.variants;

async function beam(across: number): Promise<Simulation> {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const { E: youngModulus, nu: poissonRatio, density } = beamCase.material;
	const size = beamCase.geometry.size as unknown as Vector3;
	const body = scene.add(
		solid.box(
			{ size, cells: [4 * across, across, across] },
			{ solid: stvk({ youngModulus, poissonRatio }), density },
		),
	);
	body.pin(body.group("x-min"));
	return simulate(scene);
}

/** Bending alone: its vertices move across it only. */
async function plate(cells: number): Promise<Simulation> {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const { E, nu, areal_density, bending_modulus_D } = plateCase.material;
	const thickness = plateCase.geometry.thickness ?? 0;
	const sheet = scene.add(
		cloth.grid(
			{ cells: [cells, cells] },
			{
				membrane: trbs({ youngModulus2d: E * thickness, poissonRatio: nu }),
				bending: morleyBending({
					bendingRigidity: bending_modulus_D ?? 0,
					poissonRatio: nu,
				}),
				arealDensity: areal_density ?? 0,
			},
		),
	);
	sheet.slide(
		sheet.where(() => true),
		{ line: [0, 0, 1] },
	);
	for (const side of ["top", "bottom", "left", "right"])
		sheet.pin(sheet.group(side));
	return simulate(scene);
}

export const a9: Experiment = {
	id: "reference/a9",
	paper: "Reference solutions",
	figure: "A9",
	title: "Natural frequencies of a beam and a plate",
	setup: `A beam of 0.4 by 0.1 by 0.1 m, clamped at one end, with ${finenessOf.full.beam} cells across on the elements that boxes have by default; and a simply supported square plate of ${finenessOf.full.plate} cells a side with Morley bending: the first six and ten frequencies by modal analysis.`,
	remarks: [
		"The reference's beam changes by 0.1 % with its last refinement; the plate's frequencies are Navier's closed form.",
	],
	run: async (form) => {
		const fineness = finenessOf[form];
		const rows: Row[] = [];
		const found: [number, number][][] = [];
		for (const [name, simulation, variant, count, source] of [
			[
				"beam",
				await beam(fineness.beam),
				beamCase,
				6,
				"reference/A9.json, A9-cantilever: dolfinx, quadratic hexahedra, converged to 0.1 %",
			],
			[
				"plate",
				await plate(fineness.plate),
				plateCase,
				10,
				"reference/A9.json, A9-plate: f = (π/2) (m² + n²)/a² √(D/(ρ h))",
			],
		] as const) {
			const expected = variant.results.frequencies_Hz;
			const modes = await simulation.modes({ count });
			found.push(modes.map(({ frequency }, i) => [expected[i], frequency]));
			for (const [i, { frequency }] of modes.entries())
				rows.push(
					exact(`${name}, frequency ${i + 1} [Hz]`, frequency, {
						expected: expected[i],
						tolerance: 0.01 * expected[i],
						source,
					}),
				);
		}
		const [ofBeam, ofPlate] = found;
		return {
			rows,
			figures: [
				{
					kind: "plot",
					title: "Natural frequencies",
					xLabel: "reference [Hz]",
					yLabel: "modal analysis [Hz]",
					series: [
						{
							name: "equal",
							style: "line",
							color: colors.expected,
							points: [
								[0, 0],
								[18, 18],
							],
						},
						{
							name: "beam",
							style: "points",
							color: colors.trbs,
							points: ofBeam,
						},
						{
							name: "plate",
							style: "points",
							color: colors.springs,
							points: ofPlate,
						},
					],
				},
			],
		};
	},
};
