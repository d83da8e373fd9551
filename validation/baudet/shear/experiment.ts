import {
	type Experiment,
	ordering,
	paperBound,
	type Row,
} from "../../experiment.ts";
import { compare, errorRows, sdRemark } from "../errorRows.ts";
import { paper } from "../paper.ts";
import { sideView } from "../sideView.ts";
import { beam, youngModulus } from "./beam.ts";

const printed = [
	{ n: 2, mean: 13, sd: 1.3, max: 33 },
	{ n: 4, mean: 6, sd: 0.33, max: 14 },
	{ n: 8, mean: 3, sd: 0.03, max: 6 },
];

export const shearExperiment: Experiment = {
	id: "baudet/shear",
	paper,
	figure: "Fig. 9",
	title: "A beam sheared along its long side, beside finite elements",
	setup:
		"A beam of 100 × 100 × 300 mm with E = 1 MPa and ν = 0.3, glued along one long side and pushed along on the opposite one by 2000 N: bricks on 2 × 2 × 6, 4 × 4 × 12 and 8 × 8 × 24 cells against finite elements on finer ones, extrapolated. Distance of displacements at each vertex, over the largest displacement.",
	remarks: [
		"E = 1 Pa with 2000 N is impossible; read as N/mm², the mean shear is 0.17.",
		"The paper does not say where the force acts, nor what errors are relative to.",
		sdRemark,
		"Linear elasticity (a load of a hundred thousandth) is judged, since the bricks are made for it; with the full load bricks and St Venant–Kirchhoff elements differ in law, too.",
	],
	run: async (form) => {
		const sizes = form === "full" ? printed : printed.slice(0, 2);
		const fine = form === "full" ? ([8, 16] as const) : ([4, 8] as const);
		const moduli = { youngModulus, poissonRatio: 0.3 };
		const at = (law: "linear" | "St Venant–Kirchhoff") =>
			compare(
				beam,
				moduli,
				sizes.map(({ n }) => n),
				fine,
				law,
			);
		const linear = await at("linear");
		const large = form === "full" ? await at("St Venant–Kirchhoff") : linear;
		const rows: Row[] = [];
		for (const [i, { n, mean, sd, max }] of sizes.entries()) {
			const cells = `${n} × ${n} × ${3 * n}`;
			const source = `Fig. 9, ${cells}`;
			const { errors } = linear.bricks[i];
			rows.push(
				paperBound(`linear, ${cells}: mean error [%]`, errors.mean, {
					atMost: mean,
					source,
				}),
				paperBound(`linear, ${cells}: largest error [%]`, errors.max, {
					atMost: max,
					source,
				}),
				...errorRows(
					`${form === "full" ? "full load" : "linear"}, ${cells}`,
					large.bricks[i].errors,
					{ mean, sd, max },
					source,
				),
				...errorRows(
					`finite elements on the same cells, linear, ${cells}`,
					linear.elements[i],
					{},
					"trilinear hexahedra",
				),
			);
			if (i > 0)
				rows.push(
					ordering(
						`linear: mean error on ${cells} over that on cells twice as large`,
						[errors.mean, linear.bricks[i - 1].errors.mean],
						{ source: "section 6.2: converges" },
					),
				);
		}
		return {
			rows,
			figures: [
				{
					kind: "drawing",
					title:
						"Full load: bricks over finite elements, seen from the side; dots by error, green to red",
					svg: sideView(
						large.reference,
						large.bricks.map(({ n, found, errors }) => ({
							title: `${n} × ${n} × ${3 * n}: mean ${errors.mean.toFixed(1)}, max ${errors.max.toFixed(1)} %`,
							found,
							errors,
						})),
						{ right: 2, up: 1, away: 0 },
					),
				},
			],
		};
	},
};
