import { type Fabric, fabric, material } from "pliant/materials";
import {
	type Experiment,
	exact,
	paperBound,
	type Row,
	told,
	type XySeries,
} from "../../experiment.ts";
import { range } from "../../range.ts";
import { extension } from "../pulledStrip.ts";

const fabrics = [
	["wool", "#1f6fb4"],
	["cotton-twill", "#d9822b"],
	["denim", "#3a8f4d"],
	["jersey", "#8a4fa3"],
	["felt", "#777"],
] as const;
const degrees = [0, 22.5, 45, 67.5, 90];
const radians = Math.PI / 180;
/** Width and gauge length in FAST [m], and its tension on the bias, 5 gf/cm [N/m]. */
const fast = { size: [0.05, 0.1], cells: [10, 20] } as const;
const fastTension = 4.903325;
/** The part of it up to which the sheet is linear, to 0.3 %. */
const linearPart = 0.1;
/** On the bias, enough to overcome friction and too little for the sheet not to be linear, to 1 % [N/m]. */
const frictionTension = 2;
/** Largest tension of Kawabata's test, 500 gf/cm [N/m]. */
const kawabataTension = 490.3325;

/** Fabrics whose extension at that tension Petrak et al. list [%], along warp and weft. */
const extensions: readonly (readonly [string, number, number])[] = [
	["polyester-twill", 2.75, 6.92],
	["stretch-wool", 9.05, 11.49],
];

/** The modulus of an orthotropic sheet at an angle from the warp. */
function modulusAt(angle: number, sheet: Fabric): number {
	const { warpModulus2d: E1, weftModulus2d: E2 } = sheet;
	const { poissonRatio: nu, shearModulus2d: G } = sheet;
	const [c2, s2] = [Math.cos(angle) ** 2, Math.sin(angle) ** 2];
	return 1 / (c2 ** 2 / E1 + s2 ** 2 / E2 + (1 / G - (2 * nu) / E1) * c2 * s2);
}

/** A strip along y whose warp is at an angle from there, [rad]. */
const strip = (name: string, angle: number, isClamped: boolean) => ({
	membrane: fabric(name, { warpAngle: Math.PI / 2 - angle }).membrane,
	...fast,
	isClamped,
});

/** The same with friction between its threads. */
function stripWithFriction(name: string, angle: number) {
	const warpAngle = Math.PI / 2 - angle;
	const { friction = [] } = fabric(name, { warpAngle, friction: true });
	return { ...strip(name, angle, false), friction };
}

/** Kawabata's G and 2HG of a strip on the bias whose threads hardly stretch: extension [%] at a tension, from its shear force of half of that. */
function biasExtension(name: string, tension: number): number {
	const { shearModulus2d: G, shearHysteresis = 0 } = material(name) as Fabric;
	return (50 * (0.5 * tension - shearHysteresis)) / G;
}

/** Its modulus by T = λ E (λ² − 1)/2. */
async function measuredModulus(name: string, angle: number): Promise<number> {
	// Crimp is not yet pulled out.
	const tension = 1e-5 * modulusAt(angle, material(name) as Fabric);
	const stretch =
		1 + (await extension(strip(name, angle, false), tension)) / 100;
	return tension / ((stretch * (stretch ** 2 - 1)) / 2);
}

export const stripExtension: Experiment = {
	id: "fabrics/extension",
	paper: "FAST and Kawabata's tests",
	figure: "strips along warp, weft and bias",
	title: "How fabrics extend by direction",
	setup:
		"Strips of 50 by 100 mm, cut at an angle to the warp and pulled: free ends against the closed form of an orthotropic sheet, and on the bias under 5 gf/cm, from a tenth of it, against the linear relation of the FAST handbook, G = 123/EB5.",
	remarks: [
		"The relation takes threads for inextensible and ends for free. Between jaws a bias strip of these proportions extends less, so that a fabric's shear modulus by it is too high by the ratio that is told.",
		"`fabric` has moduli of small loads and hardens as crimp is pulled out, by the cube of strain, so that it has the extension that was measured at 490 N/m: a strip that is simulated has to come to it.",
	],
	run: async () => {
		const rows: Row[] = [];
		const series: XySeries[] = [];
		for (const [name, color] of fabrics) {
			const sheet = material(name) as Fabric;
			const points: [number, number][] = [];
			let error = 0;
			for (const angle of degrees) {
				const found = await measuredModulus(name, angle * radians);
				const expected = modulusAt(angle * radians, sheet);
				points.push([angle, found]);
				error = Math.max(error, Math.abs(found / expected - 1));
			}
			rows.push(
				exact(`${name}: largest error of the modulus, five directions`, error, {
					atMost: 1e-6,
					source: "closed form of an orthotropic sheet",
				}),
			);
			const curve = range(0, 90, 46).map((angle): [number, number] => [
				angle,
				modulusAt(angle * radians, sheet),
			]);
			series.push(
				{ name, style: "line", color, points: curve },
				{ name: `${name}, measured`, style: "points", color, points },
			);
		}
		const ripstop = material("nylon-ripstop") as Fabric;
		const bias = async (name: string, isClamped: boolean) =>
			(await extension(
				strip(name, Math.PI / 4, isClamped),
				linearPart * fastTension,
			)) / linearPart;
		rows.push(
			paperBound(
				"nylon-ripstop: G times its bias extension, free ends [% N/m]",
				ripstop.shearModulus2d * (await bias("nylon-ripstop", false)),
				{
					expected: 123,
					tolerance: 1,
					source: "FAST handbook: G = 123/EB5, to three digits",
				},
			),
		);
		for (const name of ["wool", "cotton-twill"])
			rows.push(
				told(
					`${name}: bias extension between jaws over that of free ends`,
					(await bias(name, true)) / (await bias(name, false)),
					{ source: "FAST's strip, 50 by 100 mm" },
				),
			);
		rows.push(
			exact(
				"nylon-ripstop: bias extension with friction [%]",
				await extension(
					stripWithFriction("nylon-ripstop", Math.PI / 4),
					frictionTension,
				),
				{
					expected: biasExtension("nylon-ripstop", frictionTension),
					tolerance: 0.01 * biasExtension("nylon-ripstop", frictionTension),
					source:
						"shear force less half of 2HG, over G, within 1 %: threads stretch by half of that, and strain is not small",
				},
			),
		);
		for (const [name, ...published] of extensions) {
			for (const [i, direction] of ["warp", "weft"].entries())
				rows.push(
					paperBound(
						`${name}: extension along the ${direction} at 490 N/m, with friction [%]`,
						await extension(
							stripWithFriction(name, i === 0 ? 0 : Math.PI / 2),
							kawabataTension,
						),
						{
							expected: published[i],
							tolerance: 0.01,
							source:
								"Petrak et al. 2025, measured; moduli are kept to three digits",
						},
					),
				);
		}
		return {
			rows,
			figures: [
				{
					kind: "plot",
					title: "Young modulus by direction",
					xLabel: "angle from the warp [°]",
					yLabel: "E [N/m]",
					logarithmic: "y",
					series,
				},
			],
		};
	},
};
