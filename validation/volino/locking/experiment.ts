import { cloth, type Mesh, Scene, simulate } from "pliant";
import { type AppliedModel, orthotropicMembrane, trbs } from "pliant/models";
import { meshDrawing } from "../../drawing.ts";
import {
	type Experiment,
	exact,
	type Form,
	ordering,
	type Row,
	told,
	type XySeries,
} from "../../experiment.ts";
import { mean } from "../../range.ts";
import A7 from "../../reference/A7.json" with { type: "json" };
import { morley } from "../bendings.ts";
import { strip } from "../strips.ts";
import { turnedSheet } from "./turnedSheet.ts";

const [, elastica] = A7.variants;
const table = (elastica.results as { table: number[][] }).table;

const square =
	(pattern: Parameters<typeof strip>[0]["pattern"]) => (n: number) =>
		strip({ cells: [n, n], width: 1, pattern });
interface Sheet {
	readonly name: string;
	/** In plots. */
	readonly short: string;
	readonly color: string;
	readonly of: (cells: number) => Mesh;
}
const aligned: Sheet = {
	name: "grid along the fold",
	short: "along",
	color: "#3a8f4d",
	of: square("alternating"),
};
const jittered: Sheet = {
	name: "jittered Delaunay",
	short: "jittered",
	color: "#1f6fb4",
	of: square("Delaunay"),
};
const turned: Sheet = {
	name: "equilateral, lines 20° off the fold",
	short: "turned",
	color: "#d9822b",
	of: (n) => turnedSheet(n, 10),
};
const sheets: readonly Sheet[] = [
	aligned,
	jittered,
	turned,
	{
		name: "four per cell",
		short: "four per cell",
		color: "#8a4fa3",
		of: square("crossed"),
	},
];
const coarse = 16;
const sizesOf: Readonly<Record<Form, readonly number[]>> = {
	full: [coarse, 32],
	short: [24],
};
const groupsOf: Readonly<Record<Form, readonly number[]>> = {
	full: [10, 50],
	short: [10],
};

/** How far a tip may be from the elastica's [% of L], as in reference/a7. */
const limit = 0.3;
/** E₂ L²/B. */
const [softestModulus, stiffestModulus] = [2e4, 2e8];
const stiffnessesOf: Readonly<Record<Form, readonly number[]>> = {
	full: [softestModulus, 2e5, 2e6, 2e7, stiffestModulus],
	short: [softestModulus, stiffestModulus],
};
/** E₂ κ² h⁴/B up to which a membrane is soft enough, κ the largest curvature and h the length of edges. */
const softEnough = 10;

const referenceAt = (group: number) => {
	const [, x, y, , , curvature] = table.find(
		([g]) => g === group,
	) as readonly number[];
	return { x, z: y, curvature };
};

const isotropic = (youngModulus2d: number): AppliedModel =>
	trbs({ youngModulus2d, poissonRatio: 0 });
/** As woven cloth is. */
const woven = (modulus: number): AppliedModel =>
	orthotropicMembrane({
		warpModulus2d: modulus,
		weftModulus2d: modulus,
		poissonRatio: 0,
		shearModulus2d: modulus / 1000,
	});

/** How far the tip is from the elastica's [% of the length], for ever stiffer membranes, each from the solution of the one before. */
async function tipErrors(
	mesh: Mesh,
	group: number,
	moduli: readonly number[],
	membrane: (modulus: number) => AppliedModel,
): Promise<number[]> {
	const errors: number[] = [];
	let before: Float64Array | undefined;
	for (const modulus of moduli) {
		const scene = new Scene({ gravity: [0, 0, -group] });
		const sheet = scene.add(
			cloth.mesh(mesh, {
				membrane: membrane(modulus),
				bending: morley.of(1),
				arealDensity: 1,
			}),
		);
		if (before) sheet.positions.set(before);
		sheet.pin(sheet.where((x) => x < 1e-9));
		const simulation = await simulate(scene, { linear: { method: "direct" } });
		simulation.solveStatics({
			loadSteps: before ? 1 : 8,
			tolerance: 1e-6,
			iterations: 500,
		});
		before = simulation.positions(sheet).slice();
		const [x, z] = [0, 2].map((axis) =>
			mean(
				Array.from(
					sheet.where((x) => x > 1 - 1e-9),
					(v) => (before as Float64Array)[3 * v + axis],
				),
			),
		);
		const reference = referenceAt(group);
		errors.push(100 * Math.hypot(x - reference.x, z - reference.z));
	}
	return errors;
}

/** The stiffest membrane that is soft enough. */
const softModulus = (cells: number, group: number): number =>
	(softEnough * cells ** 4) / referenceAt(group).curvature ** 2;

const source = "reference/A7.json, A7-elastica: integrated as an ODE";

export const locking: Experiment = {
	id: "volino/locking",
	paper: "Beyond the paper",
	figure: "A7, wide sheets",
	title: "Membranes that lock, and what to do",
	setup: `A square sheet, clamped level at one side, hangs under its own weight w (Γ = w L³/B): the distance of its free side from an elastica's tip, with Morley bending and membranes of E₂ L²/B from 2·10⁴ to 2·10⁸, on meshes of 16 and 32 cells along whose lines lie along the fold or do not.`,
	remarks: [
		"A flat triangle cannot bend. Where mesh lines lie along the fold, the sheet can fold along them; elsewhere a stiff membrane keeps vertices from where bending wants them, and the sheet is too stiff. Strips of four cells do not show it, since their sides are free; wide sheets do.",
		`What decides is E₂ κ² h⁴/B, with the curvature κ of the fold and the length h of edges: the membrane's energy of cutting corners over that of bending. Up to about ${softEnough} no mesh locks by more than 0.3 % of the length. So the remedies are edges no longer than ∜(${softEnough} B/(E₂ κ²)) across folds; or mesh lines along them; or a membrane softer than the real one, E₂ = ${softEnough} B/(κ² h⁴), as long as its strain under the load stays small. Woven cloth, which resists shear a thousand times less than stretching, locks less; without loss it may be modelled so.`,
	],
	run: async (form) => {
		const groups = groupsOf[form];
		const compared = form === "full" ? sheets : [aligned, turned];
		const rows: Row[] = [];
		const series = new Map<number, XySeries[]>(groups.map((g) => [g, []]));
		for (const group of groups)
			for (const sheet of compared)
				for (const cells of sizesOf[form]) {
					const mesh = sheet.of(cells);
					const soft = softModulus(cells, group);
					const moduli = [...stiffnessesOf[form], soft].sort((a, b) => a - b);
					const errors = await tipErrors(mesh, group, moduli, isotropic);
					const errorAt = (modulus: number) => errors[moduli.indexOf(modulus)];
					series.get(group)?.push({
						name: `${sheet.short}, ${cells} cells`,
						style: "line and points",
						color: sheet.color,
						...(cells === coarse && { dashes: "4 4" }),
						points: moduli.map((E, i) => [E, errors[i]] as const),
					});
					const name = `Γ = ${group}, ${sheet.name}, ${cells} cells`;
					const [softest, stiffest] = [
						errorAt(softestModulus),
						errorAt(stiffestModulus),
					];
					rows.push(
						told(`${name}: distance with 2·10⁴ [% of L]`, softest, { source }),
						told(`${name}: distance with 2·10⁸ [% of L]`, stiffest, { source }),
					);
					if (cells !== coarse)
						rows.push(
							exact(
								`${name}: distance with E₂ κ² h⁴/B = ${softEnough} [% of L]`,
								errorAt(soft),
								{ atMost: limit, source },
							),
						);
					if (cells !== coarse && sheet === aligned)
						rows.push(
							exact(
								`${name}: distance with any stiffness, largest [% of L]`,
								Math.max(...errors),
								{ atMost: limit, source },
							),
						);
					if (
						cells === coarse &&
						group === groups[0] &&
						(sheet === jittered || sheet === turned)
					) {
						const sheared = await tipErrors(mesh, group, moduli, woven);
						rows.push(
							ordering(
								`${name}: distance with 2·10⁸, woven over isotropic`,
								[sheared[moduli.indexOf(stiffestModulus)], stiffest],
								{ source: "woven cloth locks less" },
							),
						);
					}
				}
		return {
			rows,
			figures: [
				...groups.map((group) => ({
					kind: "plot" as const,
					title: `Distance of the tip from the elastica's, Γ = ${group}`,
					xLabel: "E₂ L²/B",
					yLabel: "distance [% of the length]",
					logarithmic: "both" as const,
					series: series.get(group) ?? [],
				})),
				{
					kind: "drawing",
					title: "The meshes, of 16 cells; the fold is upright",
					svg: meshDrawing(
						sheets.map(({ name, of }) => ({ ...of(coarse), title: name })),
					),
				},
			],
		};
	},
};
