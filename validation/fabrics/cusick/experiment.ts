import {
	type ClothMaterial,
	type Fabric,
	fabric,
	material,
} from "pliant/materials";
import { bendingFriction } from "pliant/models";
import {
	type Experiment,
	exact,
	type Figure,
	ordering,
	type Row,
	told,
} from "../../experiment.ts";
import { mean } from "../../range.ts";
import { type Drape, drape } from "../drapeTest.ts";

/** Fabrics of Petrak et al. with the drape coefficients they measured [%], from the limpest. */
const published: readonly (readonly [name: string, coefficient: number])[] = [
	["viscose-suiting", 28.6],
	["stretch-wool", 34.9],
	["polyester-stretch", 44.3],
	["cotton-twill", 54.9],
];
/** Of two fabrics that are stiff enough for coarse meshes, in the same order; nobody published theirs. */
const stiff = ["jersey", "canvas"];

const source = "Petrak et al. 2025, measured";
const sameOnMeshes =
	"an equilibrium does not depend on the mesh; three points are what is asked for";

interface Test {
	/** Of each mesh, the finest last. */
	readonly rings: readonly number[];
	readonly seconds: number;
	/** How often a specimen is let go. */
	readonly releases: number;
}

/** With friction, where it is known. */
const asItIs = (name: string): ClothMaterial => {
	const { bendingHysteresis } = material(name) as Fabric;
	return fabric(name, { friction: bendingHysteresis !== undefined });
};

/** What a fabric does on some meshes; a drape is the first release on the finest, with the mean coefficient of all there. */
async function tested(
	name: string,
	{ rings, seconds, releases }: Test,
): Promise<{ drape: Drape; rows: Row[] }> {
	const onMeshes: Drape[] = [];
	for (const count of rings) {
		const drapes: Drape[] = [];
		for (let release = 1; release <= releases; release++)
			drapes.push(
				await drape(asItIs(name), { rings: count, seconds, release }),
			);
		const coefficient = mean(drapes.map((d) => d.coefficient));
		onMeshes.push({ ...drapes[0], coefficient });
	}
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

/** Hysteresis over rigidity [1/m] that is in the library for fabrics of which nobody measured it, and the bounds of what Matsudaira et al. list. */
const typicalRatio = 35;
const ratios = [18, 53] as const;

/** The fabric with another friction than the typical one. */
function withRatio(name: string, ratio: number): ClothMaterial {
	const { bendingHysteresis = 0 } = material(name) as Fabric;
	const frictionMoment = (ratio / typicalRatio) * bendingHysteresis;
	return { ...fabric(name), friction: bendingFriction({ frictionMoment }) };
}

export const cusick: Experiment = {
	id: "fabrics/cusick",
	paper: "Petrak et al. 2025",
	figure: "table 5",
	title: "Cusick's drape test",
	setup:
		"Discs of 30 cm, held between discs of 18 cm, of four woven fabrics whose weight, bending, shear and extension are published with their drape coefficient: let down from flat, on irregular meshes of 30, 35 and 40 rings of triangles.",
	remarks: [
		"Published coefficients are told, not asked for. Kawabata's rigidity B is a slope, measured after friction between the fibres has been overcome; a fold has the moment B κ + HB. Hysteresis HB of these fabrics is not published: the library has 35 per metre times B for it, in the middle of the 18 to 53 that Matsudaira et al. (2015) list for four fabrics. So the discs hang 4 to 11 points further down than measured; without friction it is 8 to 19. Friction in shear, which is not modelled, and jaws that press on the specimen's rim may be the rest.",
		"The specimens sink slowly, as in the test: one that swings is kept by friction where it swings to, 5 to 10 points lower.",
		"Releases of the same specimen that start a fraction of a millimetre apart differ in where folds form, and how many, as in the laboratory; coefficients are means of two.",
		"Meshes coarser than `foldEdge` says lock: stretch-wool with 20 rings has 43 %.",
		"Cloth does not collide with itself; of these fabrics no folds touch.",
	],
	run: async (form) => {
		const isShort = form === "short";
		const names = isShort ? stiff : published.map(([name]) => name);
		const test: Test = isShort
			? { rings: [15, 20], seconds: 3, releases: 1 }
			: { rings: [30, 35, 40], seconds: 3, releases: 2 };
		const rows: Row[] = [];
		const figures: Figure[] = [];
		const finest: Drape[] = [];
		for (const [i, name] of names.entries()) {
			const found = await tested(name, test);
			finest.push(found.drape);
			rows.push(...found.rows);
			figures.push(picture(name, found.drape));
			if (isShort) continue;
			const [, coefficient] = published[i];
			const coarse = { rings: 30, seconds: test.seconds };
			for (const ratio of ratios) {
				const drapes = await drape(withRatio(name, ratio), coarse);
				rows.push(
					told(
						`${name}: drape coefficient, friction ${ratio}/m of the rigidity [%]`,
						drapes.coefficient,
						{ expected: coefficient, source },
					),
				);
			}
			rows.push(
				told(`${name}: drape coefficient [%]`, found.drape.coefficient, {
					expected: coefficient,
					source,
				}),
				told(
					`${name}: drape coefficient without friction [%]`,
					(await drape(fabric(name), coarse)).coefficient,
					{ expected: coefficient, source },
				),
			);
		}
		for (let i = 1; i < names.length; i++)
			rows.push(
				ordering(
					`drape coefficient, ${names[i - 1]} over ${names[i]}`,
					[finest[i - 1].coefficient, finest[i].coefficient],
					{ source: isShort ? "it is far softer in bending" : source },
				),
			);
		return { rows, figures };
	},
};

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
