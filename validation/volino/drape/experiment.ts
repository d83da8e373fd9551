import {
	type AppliedModel,
	cloth,
	collider,
	Scene,
	simulate,
	trbs,
} from "pliant";
import { cellCount, type Mesh } from "pliant/mesh";
import {
	type Experiment,
	type Figure,
	type Form,
	ordering,
	paperBound,
	type Row,
	told,
} from "../../experiment.ts";
import { morley, normalBased, printed } from "../bendings.ts";
import { paper } from "../paper.ts";
import { drapeMeasures } from "./drapeMeasures.ts";
import { drapeRings, roundCloth } from "./roundCloth.ts";

/** Rings of the cloth's triangles, and bending moduli [N·m]. */
const forms: Readonly<
	Record<Form, { readonly rings: number; readonly moduli: readonly number[] }>
> = {
	full: { rings: drapeRings, moduli: [0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6] },
	short: { rings: 8, moduli: [0.1, 0.01] },
};
/** Below, a cloth is softened as it hangs. */
const leastDropped = 1e-4;
/** Radius of the table [m]; the cloth's is 1. */
const radius = 0.5;
/** Distance [m] below which the table pushes. */
const reach = 0.02;
const restSpeed = 0.01;
const mostSeconds = 10;

async function draped(mesh: Mesh, bending: AppliedModel, from?: Float64Array) {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.mesh(mesh, {
			membrane: trbs({ youngModulus2d: 100, poissonRatio: 0.3 }),
			bending,
			arealDensity: 0.1,
		}),
	);
	if (from) sheet.positions.set(from);
	else sheet.shake(0.002).place((x, y, z) => [x, y + 1.2 * reach, z]);
	const table = scene.collide(
		collider.cylinder({ from: [0, -0.05, 0], to: [0, 0, 0], radius }),
		{ distance: reach, friction: 0.3 },
	);
	const simulation = await simulate(scene, {
		damping: { mass: 1 },
	});
	await simulation.run({ seconds: mostSeconds, untilSpeedBelow: restSpeed });
	const positions = simulation.positions(sheet).slice();
	return {
		sheet,
		positions,
		speed: largestSpeed(simulation.velocities(sheet)),
		surfaces: [table.surfaceAt(0) ?? []].flat(),
		...drapeMeasures(sheet, positions, radius),
	};
}

function largestSpeed(v: Float64Array): number {
	let most = 0;
	for (let i = 0; i < v.length; i += 3)
		most = Math.max(most, Math.hypot(v[i], v[i + 1], v[i + 2]));
	return most;
}

export const drape: Experiment = {
	id: "volino/drape",
	paper,
	figure: "Fig. 6",
	title: "Six drapes",
	setup: `A disc of radius 1 m, 100 N/m and 0.1 kg/m² over a round table of radius ${radius} m, with linear bending as printed of 0.1 to 10⁻⁶ N·m: the folds of its rim, and the drape coefficient, the part of what is beyond the table that still covers the ground, seen from above.`,
	remarks: [
		"The paper shows pictures, and not the table. Folds are maxima of the rim's distance from the axis that stand out by 15 % of its range.",
		"Cloths of 10⁻⁴ N·m and more are dropped from flat. Below, the length over which a cloth bends under its weight, ∛(μ/3 : ρg), is 15 and 7 mm and the edges are 40 mm: dropped from flat, such cloth creases along edges and stays so (drape coefficient 0.05 and 0.06, 16 and 13 folds). The paper says of its drapes, too, that wrinkles end at the size of polygons. Here those two are softened as they hang, from the one before.",
		"Cloth does not collide with itself, and its triangles not with the table: between vertices the rim shows through.",
	],
	run: async (form) => {
		const { rings, moduli } = forms[form];
		const mesh = roundCloth(rings);
		const rows: Row[] = [
			paperBound("triangles", cellCount(roundCloth(drapeRings), "triangle"), {
				expected: 4000,
				tolerance: 100,
				source: "the paper: approximately 4000",
			}),
		];
		const figures: Figure[] = [];
		const results: (Awaited<ReturnType<typeof draped>> & {
			readonly modulus: number;
		})[] = [];
		for (const modulus of moduli) {
			const stiffer = results.at(-1);
			const isDropped = modulus >= leastDropped;
			const result = await draped(
				mesh,
				printed.of(modulus),
				isDropped ? undefined : stiffer?.positions,
			);
			results.push({ ...result, modulus });
			const folds = `${modulus} N·m: folds`;
			const coefficient = `${modulus} N·m: drape coefficient`;
			rows.push(
				told(`${modulus} N·m: largest speed at the end [m/s]`, result.speed, {
					source: `it is followed until ${restSpeed}, or for ${mostSeconds} s`,
				}),
			);
			const pictures = "the paper gives pictures only";
			if (stiffer)
				rows.push(
					ordering(
						`folds, ${stiffer.modulus} N·m over ${modulus} N·m`,
						[stiffer.folds, result.folds],
						{ source: "stiffer cloth has fewer and larger folds" },
					),
					ordering(
						`drape coefficient, ${modulus} N·m over ${stiffer.modulus} N·m`,
						[result.drapeCoefficient, stiffer.drapeCoefficient],
						{ source: "stiffer cloth stands off more" },
					),
				);
			rows.push(
				told(folds, result.folds, { source: pictures }),
				told(coefficient, result.drapeCoefficient, { source: pictures }),
				told(
					`${modulus} N·m: width of a fold [m]`,
					(2 * Math.PI) / result.folds,
					{
						source: pictures,
					},
				),
			);
			figures.push({
				kind: "picture",
				title: `${modulus} N·m: ${result.folds} folds, drape coefficient ${result.drapeCoefficient.toFixed(2)}`,
				bodies: [
					{ mesh: result.sheet.mesh, positions: result.positions, held: [] },
				],
				obstacles: result.surfaces,
				options: {
					size: { width: 480, height: 320 },
					view: { low: [-0.55, -0.5, -0.55], high: [0.55, 0.05, 0.55] },
				},
			});
		}
		const [, linear] = results;
		const normals = await draped(mesh, normalBased.of(moduli[1]));
		const plate = await draped(mesh, morley.of(moduli[1] / 3));
		rows.push(
			told(`${moduli[1]} N·m, normal-based: folds`, normals.folds, {
				expected: linear.folds,
				source: "the paper: no significant difference; the linear model's",
			}),
			told(
				`${moduli[1]} N·m, normal-based: drape coefficient`,
				normals.drapeCoefficient,
				{
					expected: linear.drapeCoefficient,
					source: "the paper: no significant difference; the linear model's",
				},
			),
			told(
				`Morley bending of a third of ${moduli[1]} N·m: folds`,
				plate.folds,
				{
					expected: linear.folds,
					source: "the linear model's",
				},
			),
			told(
				`Morley bending of a third of ${moduli[1]} N·m: drape coefficient`,
				plate.drapeCoefficient,
				{ expected: linear.drapeCoefficient, source: "the linear model's" },
			),
		);
		figures.push({
			kind: "plot",
			title: "The rim's distance from the axis",
			xLabel: "angle [°]",
			yLabel: "distance [m]",
			series: results.map(({ modulus, radii }, i) => ({
				name: `${modulus} N·m`,
				style: "line" as const,
				color: `hsl(${30 + 42 * i} 60% 45%)`,
				points: radii.map((r, k) => [(360 * k) / radii.length, r] as const),
			})),
		});
		return { rows, figures };
	},
};
