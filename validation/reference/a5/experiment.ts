import type { Vector3 } from "pliant";
import { stvk, stvkHexahedra } from "pliant/models";
import { type Experiment, exact, type Row, told } from "../../experiment.ts";
import { barSize, bentBar, material, places, variantOf } from "./bar.ts";

/** Part of the load, for the linear variants: displacements grow in proportion. */
const small = 1e-5;
const counts = [20, 40, 60];
const grid: Vector3 = [9, 9, 8];
const cellsOf = (along: number): Vector3 => [along, along / 10, along / 10];

export const a5: Experiment = {
	id: "reference/a5",
	paper: "Reference solutions",
	figure: "A5",
	title: "Large bending of a St Venant–Kirchhoff bar",
	setup: `A bar of 1 by 0.1 by 0.1 m (E = 100 kPa, ν = 0.3), clamped at one end, sheared by 2 N at the other. Trilinear hexahedra on 10 × 10 × 9 vertices against another program on the same grid, which locks in shear; then on ${counts.join(", ")} cells along the bar against converged finite elements, and extrapolated from the last two with order 2.`,
	remarks: [
		"The linear variant is computed with 10⁻⁵ of the load.",
		"Linear tetrahedra lock more; they are told.",
	],
	run: async () => {
		const rows: Row[] = [];
		for (const [name, id, loadFactor] of [
			["StVK", "A5-grid10x10x9-Q1-stvk", 1],
			["linear", "A5-grid10x10x9-Q1-linear", small],
		] as const) {
			const { displacements, strainEnergy } = variantOf(id);
			const source = `reference/A5.json, ${id}: dolfinx, trilinear hexahedra on the same grid`;
			const found = await bentBar(stvkHexahedra(material), grid, {
				loadFactor,
			});
			for (const [place, expected] of displacements) {
				const got = found.displacement(places.get(place) as number[]);
				const off = Math.hypot(...got.map((u, k) => u - expected[k]));
				rows.push(
					exact(
						`${name}, 10 × 10 × 9 vertices: error at ${place}, relative`,
						off / Math.hypot(...expected),
						{ atMost: 1e-4, source },
					),
				);
			}
			rows.push(
				exact(
					`${name}, 10 × 10 × 9 vertices: strain energy [J]`,
					found.strainEnergy,
					{ expected: strainEnergy, tolerance: 1e-4 * strainEnergy, source },
				),
			);
		}

		const id = "A5-fine-stvk";
		const source = `reference/A5.json, ${id}: dolfinx, quadratic hexahedra, converged to 0.03 %`;
		const tip = places.get("tip-centre") as number[];
		const expected = variantOf(id).displacements.get("tip-centre") as number[];
		const errorOf = (u: readonly number[]) =>
			Math.hypot(...u.map((c, k) => c - expected[k])) / barSize[0];
		const tips: number[][] = [];
		for (const count of counts)
			tips.push(
				(await bentBar(stvkHexahedra(material), cellsOf(count))).displacement(
					tip,
				),
			);
		const errors = tips.map(errorOf);
		const [coarse, fine] = counts.slice(-2).map((count) => count ** 2);
		const extrapolated = tips[2].map(
			(u, k) => (fine * u - coarse * tips[1][k]) / (fine - coarse),
		);
		for (const [i, count] of counts.entries())
			rows.push(
				told(
					`StVK hexahedra, ${count} cells along: end off by [% of length]`,
					100 * errors[i],
					{ source },
				),
			);
		rows.push(
			exact(
				`StVK hexahedra, ${counts[2]} cells along: end off by [% of length]`,
				100 * errors[2],
				{ atMost: 1, source },
			),
			exact(
				"StVK hexahedra, extrapolated: end off by [% of length]",
				100 * errorOf(extrapolated),
				{ atMost: 0.1, source },
			),
		);
		const tetrahedra = (
			await bentBar(stvk.elements.tetrahedra(material), cellsOf(40))
		).displacement(tip);
		rows.push(
			told(
				"StVK tetrahedra, 40 cells along: end off by [% of length]",
				100 * errorOf(tetrahedra),
				{ source },
			),
		);
		return {
			rows,
			figures: [
				{
					kind: "plot",
					title: "Convergence of the end of the bar to the reference",
					xLabel: "hexahedra along the bar",
					yLabel: "distance of the end from the reference, % of length",
					logarithmic: "both",
					series: [
						{
							name: "StVK hexahedra",
							style: "line and points",
							color: "#1f6fb4",
							points: errors.map((e, i) => [counts[i], 100 * e] as const),
						},
						{
							name: "order 2",
							style: "line",
							color: "#222",
							dashes: "5 4",
							points: counts.map(
								(n) => [n, 100 * errors[0] * (counts[0] / n) ** 2] as const,
							),
						},
					],
				},
			],
		};
	},
};
