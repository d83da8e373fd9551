import { fabric } from "pliant/materials";
import {
	type Experiment,
	exact,
	type Figure,
	ordering,
	type Row,
	told,
} from "../../experiment.ts";
import { type Drape, drape } from "../drapeTest.ts";

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

interface Test {
	/** Of each mesh, the finest last. */
	readonly rings: readonly number[];
	readonly seconds: number;
}

/** With its friction. */
const asItIs = (name: string) => fabric(name, { friction: true });

/** What a fabric does on some meshes; the drape is that on the finest. */
async function tested(
	name: string,
	{ rings, seconds }: Test,
): Promise<{ drape: Drape; rows: Row[] }> {
	const onMeshes: Drape[] = [];
	for (const count of rings)
		onMeshes.push(await drape(asItIs(name), { rings: count, seconds }));
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
		"Discs of 30 cm, held between discs of 18 cm, of four woven fabrics whose weight, rigidity and hysteresis of bending are published with their drape coefficient: let go at once from flat, in air at rest, on irregular meshes of 30, 35 and 40 rings of triangles.",
	remarks: [
		"Nothing but air and friction between fibres and threads brakes the specimens. Hysteresis of bending is as measured. Shear and its hysteresis are typical: half or twice the shear modulus changes the coefficient of wool tropical by one point, that of the faille by one to five.",
		"Published coefficients are told, not asked for: their scatter is not published with them. Broadcloth, wool tropical and the faille come close; polyester tropical, longer in bending length than wool tropical and measured as limp as it, does not.",
		"Folds form in the first tenths of a second, and friction keeps them: 7 to 13, where 2 to 7 were counted in the laboratory. How many depends on how far from flat the specimen was, and a fold more is worth one or two points: started a tenth as far from flat, the faille has 32.2, 32.1 and 33.1 % on the three meshes, wool tropical 52.1, 53.9 and 56.2 %.",
		"Friction holds a specimen where it comes to rest, so how it is let go counts. Lowered with a platform at 2 cm/s, wool tropical has 7 points more, and fewer folds.",
		"Of the fabrics of Petrak et al. hysteresis is typical. Coefficients are 4 to 18 points lower than measured, and the two limpest are not told apart. Their bending lengths ∛(D/(ρ g)), 1.0 to 1.3 cm, are those of limper fabrics than their coefficients: with twice the rigidity of the table they have 34, 37, 42 and 53 %. The table has values that were converted for a program.",
		"Cloth does not collide with itself; of these fabrics no folds touch.",
	],
	run: async (form) => {
		const isShort = form === "short";
		const names = isShort ? stiff : published.map(([name]) => name);
		const test: Test = isShort
			? { rings: [15, 20], seconds: 2 }
			: { rings: [30, 35, 40], seconds: 2.5 };
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
		rows.push(...compared(published, finest, source));
		const found: number[] = [];
		for (const [name] of others) {
			const { coefficient } = await drape(asItIs(name), {
				...test,
				rings: test.rings[0],
			});
			found.push(coefficient);
		}
		rows.push(...compared(others, found, othersSource));
		return { rows, figures };
	},
};

const compared = (
	fabrics: Published,
	found: readonly number[],
	source: string,
): Row[] =>
	fabrics.map(([name, expected], i) =>
		told(`${name}: drape coefficient [%]`, found[i], { expected, source }),
	);

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
