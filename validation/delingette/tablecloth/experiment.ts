import { cloth, collider, Scene, simulate } from "pliant";
import { createMesh, grid, jitter, type Mesh } from "pliant/mesh";
import { bridsonHinge } from "pliant/models";
import {
	type Experiment,
	exact,
	type Figure,
	type Form,
	ordering,
	type Row,
	told,
} from "../../experiment.ts";
import { hemFolds, longestLoop } from "../../hemFolds.ts";
import { modelNamed } from "../../membranes.ts";
import { paper } from "../paper.ts";
import { uniformSquare } from "../squares.ts";

interface Variant {
	readonly name: string;
	readonly model: "trbs" | "trqs" | "tensile-springs";
	readonly poissonRatio: number;
}

const variants: readonly Variant[] = [
	{ name: "TRBS, ν = 0.95", model: "trbs", poissonRatio: 0.95 },
	{ name: "TRQS, ν = 0.95", model: "trqs", poissonRatio: 0.95 },
	{ name: "TRBS, ν = 0.1", model: "trbs", poissonRatio: 0.1 },
	{ name: "TRQS, ν = 0.1", model: "trqs", poissonRatio: 0.1 },
	{ name: "springs, ν = 0.3", model: "tensile-springs", poissonRatio: 0.3 },
];
/** [m] */
const side = 2;
const table = { size: 1, height: 0.9, thickness: 0.06 };
const thickness = 0.006;
/** From a corner of the table to one of the cloth [m], and how much its own weight may stretch that. */
const cornerOverhang = ((side - table.size) / 2) * Math.SQRT2;
const stretch = (9.81 * cornerOverhang) / 200;
/** Bridson's k_e, which is four times the rigidity [N·m]; and ζ [s]. */
const bending = 0.05;
const dampingTime = 0.02;
const restSpeed = 0.02;
const secondsOf: Readonly<Record<Form, number>> = { full: 20, short: 0.4 };

/** The mesh of Fig. 10 (a), as large as the cloth; in the short form one of squares. */
function clothMesh(form: Form): Mesh {
	const unit =
		form === "full"
			? uniformSquare
			: jitter(grid({ cells: [10, 10] }), { amount: 0.15 });
	const { positions, triangles } = unit;
	const placed: number[] = [];
	for (let i = 0; i < positions.length; i += 3)
		placed.push(
			side * (positions[i] - 0.5),
			table.height + 2 * thickness,
			-side * (positions[i + 1] - 0.5),
		);
	return createMesh({ positions: placed, triangles });
}

async function laid({ name, model, poissonRatio }: Variant, form: Form) {
	const scene = new Scene({ contact: { thickness, friction: 0.3 } });
	const membrane = modelNamed(model)({
		youngModulus2d: 200,
		poissonRatio,
		dampingTime,
	});
	const sheet = scene.add(
		cloth.mesh(clothMesh(form), {
			membrane,
			bending: bridsonHinge({ bendingRigidity: bending / 4, dampingTime }),
			arealDensity: 1,
		}),
	);
	sheet.shake(0.001);
	const leg = table.height - table.thickness;
	const obstacles = [
		collider.box({
			size: [table.size, table.thickness, table.size],
			centre: [0, table.height - table.thickness / 2, 0],
		}),
		collider.box({ size: [0.1, leg, 0.1], centre: [0, leg / 2, 0] }),
	].map((shape) => scene.collide(shape, { friction: 0.3 }));
	const simulation = await simulate(scene, {
		damping: { mass: 0.5 },
	});
	let through = 0;
	let nearest = Number.POSITIVE_INFINITY;
	while (simulation.time < secondsOf[form]) {
		simulation.step();
		through += simulation.intersections();
		for (const { distance, thickness: own } of simulation.surfaceContacts())
			nearest = Math.min(nearest, distance / own);
		if (simulation.stepCount > 20 && simulation.rests(restSpeed)) break;
	}
	const x = simulation.positions(sheet).slice();
	const hem = longestLoop(sheet.mesh);
	const off = Array.from(hem, (v) =>
		Math.max(Math.abs(x[3 * v]), Math.abs(x[3 * v + 2])),
	);
	return {
		...{ name, sheet, positions: x, through, nearest },
		drop:
			table.height -
			x.reduce((low, c, i) => (i % 3 === 1 ? Math.min(low, c) : low), 1),
		seconds: simulation.time,
		surfaces: obstacles.flatMap(
			(obstacle) => obstacle.surfaceAt(simulation.time) ?? [],
		),
		...hemFolds(off),
	};
}

/** Root mean square distance of vertices [m]. */
const apart = (a: Float64Array, b: Float64Array): number =>
	Math.sqrt((3 * a.reduce((sum, c, i) => sum + (c - b[i]) ** 2, 0)) / a.length);

export const tablecloth: Experiment = {
	id: "delingette/tablecloth",
	paper,
	figure: "Fig. 13",
	title: "Tablecloths",
	setup: `A cloth of ${side} m × ${side} m on the mesh of Fig. 10 (a), E = 200 N/m, Bridson's damped hinges with k = ${bending}, ζ = ${dampingTime} s and 1 kg/m², falls on a table of 1 m × 1 m and comes to rest: TRBS and TRQS with ν = 0.95 and with ν = 0.1, springs with ν = 0.3. Surfaces touch: the cloth and the table, and the cloth itself, ${1000 * thickness} mm thick.`,
	remarks: [
		"The paper gives neither sizes nor the density, the friction nor the damping; those here are ours. Three of four things that it says of its pictures come out, with four starts of four: folds are more regular with ν = 0.95, TRBS and TRQS are close to each other there, and springs are like TRQS with a low ν. Folds of TRQS with a low ν are not larger. TRBS and TRQS both have 6 folds with ν = 0.95 and 8 with ν = 0.1, 0.26 and 0.27 m deep. With implicit Euler, which brakes, and noise that stretched the cloth, folds depended on the start.",
	],
	run: async (form) => {
		const rows: Row[] = [];
		const figures: Figure[] = [];
		const results: Awaited<ReturnType<typeof laid>>[] = [];
		const chosen = form === "full" ? variants : variants.slice(0, 1);
		for (const variant of chosen) {
			const result = await laid(variant, form);
			results.push(result);
			const { name, sheet, positions } = result;
			const source = "the paper gives pictures only";
			rows.push(
				exact(`${name}: edges through triangles`, result.through, {
					atMost: 0,
					source: "no rim shows through: exact test after every step",
				}),
				exact(`${name}: least distance over thickness`, result.nearest, {
					atLeast: 0.25,
					source: "what contact promises",
				}),
				exact(`${name}: folds of the hem`, result.count, {
					atLeast: form === "full" ? 4 : 0,
					source: "one at each corner of the table",
				}),
				told(`${name}: depth of the folds [m]`, result.depth, { source }),
				told(`${name}: unevenness of the folds`, result.unevenness, { source }),
				exact(`${name}: lowest point below the table top [m]`, result.drop, {
					atMost: cornerOverhang * (1 + stretch),
					source: "a corner of the cloth is no farther from one of the table",
				}),
				told(`${name}: time until rest [s]`, result.seconds, { source }),
			);
			figures.push({
				kind: "picture",
				title: name,
				bodies: [{ mesh: sheet.mesh, positions, held: [] }],
				obstacles: result.surfaces,
				options: {
					size: { width: 480, height: 360 },
					view: { low: [-0.8, 0, -0.8], high: [0.8, 0.95, 0.8] },
				},
			});
		}
		if (form === "full") rows.push(...comparisons(results));
		return { rows, figures };
	},
};

/** What the paper says of its pictures. */
function comparisons(
	results: readonly Awaited<ReturnType<typeof laid>>[],
): Row[] {
	const [trbsHigh, trqsHigh, trbsLow, trqsLow, onlySprings] = results;
	const between = (a: (typeof results)[number], b: (typeof results)[number]) =>
		apart(a.positions, b.positions);
	return [
		ordering(
			"TRBS: unevenness of folds, ν = 0.95 over ν = 0.1",
			[trbsHigh.unevenness, trbsLow.unevenness],
			{ source: "the paper: folds are more regular with ν = 0.95" },
		),
		ordering(
			"TRQS: unevenness of folds, ν = 0.95 over ν = 0.1",
			[trqsHigh.unevenness, trqsLow.unevenness],
			{ source: "the paper: folds are more regular with ν = 0.95" },
		),
		ordering(
			"distance between TRBS and TRQS, ν = 0.95 over ν = 0.1",
			[between(trbsHigh, trqsHigh), between(trbsLow, trqsLow)],
			{ source: "the paper: they are very close with ν = 0.95" },
		),
		told(
			"ν = 0.1: depth of folds, TRBS over TRQS",
			trbsLow.depth / trqsLow.depth,
			{ source: "the paper: below 1, greater with TRQS" },
		),
		ordering(
			"springs: distance to TRQS with ν = 0.1 over that to TRQS with ν = 0.95",
			[between(onlySprings, trqsLow), between(onlySprings, trqsHigh)],
			{ source: "the paper: fairly close to TRQS with a low ν" },
		),
	];
}
