import { cellCount } from "pliant/mesh";
import {
	type Experiment,
	exact,
	type Figure,
	type Form,
	ordering,
	type Row,
	told,
} from "../../experiment.ts";
import { hemFolds } from "../../hemFolds.ts";
import { meanWaves } from "../../hemWaves.ts";
import { mean } from "../../range.ts";
import { standardError } from "../../standardError.ts";
import { paper } from "../paper.ts";
import { type Dress, dressPattern } from "./dressPattern.ts";
import { type WornDress, wornDress } from "./wornDress.ts";

interface Size {
	/** Of edges [m]. */
	readonly edge: number;
	/** How long is waited at most [s]. */
	readonly seconds: number;
	/** Of the mannequin. */
	readonly vertices: number;
	/** Of each cloth. */
	readonly dresses: number;
	/** Of each cloth, the stiffer first [N·m]. */
	readonly moduli: readonly number[];
}

/** Edges are half of the length ∛(B/(ρ g)) over which the softer cloth bends under its own weight. */
const sizes: Readonly<Record<Form, Size>> = {
	full: {
		edge: 0.02,
		seconds: 3,
		vertices: 2000,
		dresses: 8,
		moduli: [3e-3, 1e-4],
	},
	short: { edge: 0.1, seconds: 1.1, vertices: 500, dresses: 1, moduli: [3e-3] },
};

/** Dresses of one cloth, which differ in how their panels lie before they are sewn. */
async function dressesOf(
	dress: Dress,
	modulus: number,
	{ dresses, seconds, vertices }: Size,
) {
	const worn: WornDress[] = [];
	for (let seed = 1; seed <= dresses; seed++)
		worn.push(await wornDress(dress, { modulus, seed, seconds, vertices }));
	const hems = worn.map(({ radii }) => hemFolds(radii));
	return {
		modulus,
		first: worn[0],
		through: worn.reduce((sum, { through }) => sum + through, 0),
		gap: Math.max(...worn.map(({ gap }) => gap)),
		waves: worn.map(({ radii }) => meanWaves(radii)),
		folds: hems.map(({ count }) => count),
		depths: hems.map(({ depth }) => depth),
		unevenness: hems.map(({ unevenness }) => unevenness),
		radii: worn.map(({ radii }) => mean(radii)),
	};
}

type Dresses = Awaited<ReturnType<typeof dressesOf>>;

function rowsOf({ modulus, through, gap, ...measured }: Dresses): Row[] {
	const name = `${modulus} N·m`;
	const source = "the paper gives a picture only";
	const means = (quantity: string, unit: string, values: readonly number[]) => [
		told(`${name}: ${quantity}${unit}`, mean(values), { source }),
		...(values.length > 1
			? [
					told(
						`${name}: standard error of ${quantity}${unit}`,
						standardError(values),
						{
							source: `${values.length} dresses`,
						},
					),
				]
			: []),
	];
	return [
		exact(`${name}: edges through triangles`, through, {
			atMost: 0,
			source: "exact test after every step",
		}),
		exact(`${name}: gap of the seams [m]`, gap, {
			atMost: 0,
			source: "what is welded is one",
		}),
		...means("waves of the hem", "", measured.waves),
		...means("depth of the folds", " [m]", measured.depths),
		...means("mean radius of the hem", " [m]", measured.radii),
		told(`${name}: folds counted`, mean(measured.folds), { source }),
		told(`${name}: unevenness of the folds`, mean(measured.unevenness), {
			source,
		}),
	];
}

/** What is larger on average. */
const orderingOfMeans = (
	quantity: string,
	[smaller, larger]: readonly [readonly number[], readonly number[]],
	source: string,
) => ordering(quantity, [mean(smaller), mean(larger)], { source });

function picture({ modulus, first }: Dresses): Figure {
	return {
		kind: "picture",
		title: `${modulus} N·m: ${meanWaves(first.radii).toFixed(1)} waves of the hem`,
		bodies: first.panels.map(({ mesh }, i) => ({
			mesh,
			positions: first.positions[i],
			held: [],
		})),
		obstacles: first.obstacles,
		options: { size: { width: 480, height: 420 } },
	};
}

export const garment: Experiment = {
	id: "volino/garment",
	paper,
	figure: "Fig. 7",
	title: "A garment of stiff material",
	setup:
		"Dresses of four panels, cut as an SVG, are sewn around a mannequin and hang from it, eight of stiff cloth and eight of soft: at shoulders and sides, and at the waist, to half of whose length the skirt is gathered. Panels are a few millimetres off their planes to begin with, each in its own way. Linear bending as printed, 200 N/m, 0.15 kg/m²; all surfaces touch, with friction of 0.2.",
	remarks: [
		"The paper shows a jacket and gives no numbers; this stands in for it.",
		"Which folds a skirt takes hangs on how its panels lie before they are sewn, and on rounding: of eight dresses each, stiff ones have 2 or 3 folds by count, mostly, soft ones 4 or 5. So means over dresses are compared, and in place of a count the waves of the hem: the mean over the spectrum of how far the hem stands off, weighted with power, without its outline (once and twice around). The bounds say which is larger and no more; with the cloths exchanged all three fail.",
		"On cells of 4 cm, which were used before, the softer cloth has no finer folds than the stiffer one: three dresses each had 3.8 and 3.8 waves. Its bending length is 4.1 cm, or 2.8 with the rigidity that the printed modulus is three times of, so that its folds need cells of 2 cm or less (`foldEdge`). Number of dresses, cells and measure were chosen before the eight were run. The counts of single dresses on coarse cells, 4 and 3, had the ordering red.",
	],
	run: async (form) => {
		const size = sizes[form];
		const dress = await dressPattern(size.edge);
		const triangles = dress.panels.map((mesh) => cellCount(mesh, "triangle"));
		const rows: Row[] = [
			told(
				"triangles",
				triangles.reduce((sum, count) => sum + count, 0),
				{ source: "mesh" },
			),
		];
		const cloths: Dresses[] = [];
		for (const modulus of size.moduli)
			cloths.push(await dressesOf(dress, modulus, size));
		rows.push(...cloths.flatMap(rowsOf));
		const [stiff, soft] = cloths;
		if (soft)
			rows.push(
				orderingOfMeans(
					"waves of the hem, stiffer cloth over softer",
					[stiff.waves, soft.waves],
					"stiffer cloth has longer folds",
				),
				orderingOfMeans(
					"depth of the folds, stiffer cloth over softer",
					[stiff.depths, soft.depths],
					"stiffer cloth has shallower folds",
				),
				orderingOfMeans(
					"mean radius of the hem, softer cloth over stiffer",
					[soft.radii, stiff.radii],
					"stiffer cloth stands off more",
				),
			);
		return { rows, figures: cloths.map(picture) };
	},
};
