import { fabric } from "pliant/materials";
import {
	type Experiment,
	exact,
	type Figure,
	ordering,
	paperBound,
	type Row,
	told,
} from "../../experiment.ts";
import {
	cusickTester,
	type Drape,
	drape,
	japaneseTester,
	type Tester,
} from "../drapeTest.ts";

/** Fabrics with the drape coefficients that were measured [%], from the limpest. */
type Published = readonly (readonly [name: string, coefficient: number])[];

/** Those of Matsudaira et al., who measured rigidity and hysteresis of bending with it. */
const published: Published = [
	["polyester-faille", 28.3],
	["wool-tropical", 49.8],
	["polyester-tropical", 50.7],
	["broadcloth", 82.9],
];
/** Those of Petrak et al., who have rigidity, shear and extension, and no hysteresis. */
const others: Published = [
	["viscose-suiting", 28.6],
	["stretch-wool", 34.9],
	["polyester-stretch", 44.3],
	["cotton-twill", 54.9],
];
/** Two that are stiff enough for coarse meshes, in this order. */
const stiff = ["broadcloth", "canvas"];

const source = "Matsudaira et al. 2015, measured";
const othersSource = "Petrak et al. 2025, measured";
const sameOnMeshes =
	"an equilibrium does not depend on the mesh; three points are what is asked for";
/** Of a coefficient that is published [points]: two by which tests of one fabric differ, and three by which meshes may. */
const scatter = 5;

interface Test {
	readonly tester: Tester;
	/** Of each mesh, the finest last. */
	readonly rings: readonly number[];
	readonly seconds: number;
}

/** With its friction. */
const asItIs = (name: string) => fabric(name, { friction: true });

/** What a fabric does on some meshes; the drape is that on the finest. */
async function tested(
	name: string,
	{ tester, rings, seconds }: Test,
): Promise<{ drape: Drape; rows: Row[] }> {
	const onMeshes: Drape[] = [];
	for (const count of rings)
		onMeshes.push(await drape(asItIs(name), { tester, rings: count, seconds }));
	const found = onMeshes.map(({ coefficient }) => coefficient);
	const finest = onMeshes[onMeshes.length - 1];
	const source = `after ${seconds} s`;
	return {
		drape: finest,
		rows: [
			...found.map((coefficient, i) =>
				told(`${name}: drape coefficient, ${rings[i]} rings [%]`, coefficient, {
					source,
				}),
			),
			exact(
				`${name}: between meshes [points]`,
				Math.max(...found) - Math.min(...found),
				{ atMost: 3, source: sameOnMeshes },
			),
			told(`${name}: folds`, finest.folds, { source }),
			told(`${name}: largest speed at the end [m/s]`, finest.speed, { source }),
		],
	};
}

export const cusick: Experiment = {
	id: "fabrics/cusick",
	paper: "Matsudaira et al. 2015",
	figure: "table 2",
	title: "Cusick's drape test",
	setup:
		"Discs of 25.4 cm, held between discs of 12.7 cm, of four woven fabrics whose weight, rigidity and hysteresis of bending are published with their drape coefficient: let go at once, all but flat, in air at rest, on irregular meshes of 26, 30 and 34 rings of triangles.",
	remarks: ["REMARKS"],
	run: async (form) => {
		const isShort = form === "short";
		const names = isShort ? stiff : published.map(([name]) => name);
		const test: Test = {
			tester: japaneseTester,
			...(isShort
				? { rings: [12, 16], seconds: 1.5 }
				: { rings: [26, 30, 34], seconds: 2.5 }),
		};
		const rows: Row[] = [];
		const figures: Figure[] = [];
		const finest: number[] = [];
		for (const name of names) {
			const found = await tested(name, test);
			finest.push(found.drape.coefficient);
			rows.push(...found.rows);
			figures.push(picture(name, found.drape));
		}
		rows.push(
			...ordered(names, finest, isShort ? "it is far stiffer" : source),
		);
		if (isShort) return { rows, figures };
		rows.push(
			...published.map(([name, expected], i) =>
				paperBound(`${name}: drape coefficient [%]`, finest[i], {
					expected,
					tolerance: scatter,
					source,
				}),
			),
		);
		const found: number[] = [];
		for (const [name] of others) {
			const { coefficient } = await drape(asItIs(name), {
				tester: cusickTester,
				rings: 30,
				seconds: test.seconds,
			});
			found.push(coefficient);
		}
		rows.push(
			...others.map(([name, expected], i) =>
				told(`${name}: drape coefficient [%]`, found[i], {
					expected,
					source: othersSource,
				}),
			),
		);
		return { rows, figures };
	},
};

const ordered = (
	names: readonly string[],
	found: readonly number[],
	source: string,
): Row[] =>
	names
		.slice(1)
		.map((name, i) =>
			ordering(
				`drape coefficient, ${names[i]} over ${name}`,
				[found[i], found[i + 1]],
				{ source },
			),
		);

function picture(name: string, { mesh, positions, ...found }: Drape): Figure {
	return {
		kind: "picture",
		title: `${name}: drape coefficient ${found.coefficient.toFixed(0)} %, ${found.folds} folds`,
		bodies: [{ mesh, positions, held: [] }],
		options: {
			size: { width: 480, height: 360 },
			view: { low: [-0.13, -0.07, -0.13], high: [0.13, 0.01, 0.13] },
		},
	};
}
