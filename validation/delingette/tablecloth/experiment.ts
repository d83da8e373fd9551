import { cloth, collider, Scene, simulate } from "pliant";
import { grid, jitter } from "pliant/mesh";
import { linearBending } from "pliant/models";
import {
	type Experiment,
	exact,
	type Figure,
	type Form,
	type Row,
	told,
} from "../../experiment.ts";
import { type Membrane, springs, trbs, trqs } from "../../membranes.ts";
import { mean } from "../../range.ts";
import { paper } from "../paper.ts";

const variants: readonly [Membrane, number][] = [
	[trbs, 0.95],
	[trqs, 0.95],
	[trbs, 0.1],
	[trqs, 0.1],
	[springs, 0.3],
];
/** [m] */
const side = 2;
const table = { size: 1, height: 0.9, thickness: 0.06 };
/** Cells along a side. */
const cellsOf: Readonly<Record<Form, number>> = { full: 36, short: 12 };
/** Distance [m] below which the table pushes. */
const reach = 0.03;
const restSpeed = 0.02;
const mostSeconds = 12;

async function laid(
	[membrane, nu]: readonly [Membrane, number],
	cells: number,
) {
	const scene = new Scene();
	const mesh = jitter(
		grid({
			size: [side, side],
			cells: [cells, cells],
			plane: "xz",
			origin: [-side / 2, table.height + 2 * reach, -side / 2],
		}),
		{ amount: 0.15 },
	);
	const sheet = scene.add(
		cloth.mesh(mesh, {
			membrane: membrane.of(200, nu),
			bending: linearBending({ bendingModulus: 0.05 }),
			arealDensity: 1,
		}),
	);
	sheet.shake(0.0025);
	const obstacle = scene.collide(
		collider.box({
			size: [table.size, table.thickness, table.size],
			centre: [0, table.height - table.thickness / 2, 0],
		}),
		{ distance: reach, friction: 0.3 },
	);
	const simulation = await simulate(scene, {
		timeStep: 1 / 40,
		damping: { mass: 1 },
	});
	await simulation.run({ seconds: mostSeconds, untilSpeedBelow: restSpeed });
	const positions = simulation.positions(sheet).slice();
	return {
		name: `${membrane.name}, ν = ${nu}`,
		sheet,
		positions,
		speed: largestSpeed(simulation.velocities(sheet)),
		seconds: simulation.time,
		surfaces: [obstacle.surfaceAt(simulation.time) ?? []].flat(),
		irregularity: irregularity(positions, hemOf(cells)),
		amplitude: amplitude(positions, hemOf(cells)),
		...measures(positions),
	};
}

function largestSpeed(v: Float64Array): number {
	let most = 0;
	for (let i = 0; i < v.length; i += 3)
		most = Math.max(most, Math.hypot(v[i], v[i + 1], v[i + 2]));
	return most;
}

/** Vertices of the hem of a cloth of so many cells along a side, once around from a corner. */
function hemOf(cells: number): number[] {
	const n = cells + 1;
	const along = Array.from({ length: cells }, (_, i) => i);
	return [
		...along,
		...along.map((i) => n * i + cells),
		...along.map((i) => n * cells + cells - i),
		...along.map((i) => n * (cells - i)),
	];
}

/**
 * How far the hem is from one with the symmetry of a square, root mean square [m]: from the mean of its four sides, each turned to where
 * the first is.
 */
function irregularity(x: Float64Array, hem: readonly number[]): number {
	const cells = hem.length / 4;
	const turned = (vertex: number, quarters: number) => {
		let [a, b] = [x[3 * vertex], x[3 * vertex + 2]];
		for (let i = 0; i < quarters; i++) [a, b] = [b, -a];
		return [a, x[3 * vertex + 1], b];
	};
	let sum = 0;
	for (let i = 0; i < cells; i++) {
		const sides = [0, 1, 2, 3].map((q) => turned(hem[q * cells + i], q));
		for (let k = 0; k < 3; k++) {
			const values = sides.map((p) => p[k]);
			const middle = mean(values);
			for (const value of values) sum += (value - middle) ** 2;
		}
	}
	return Math.sqrt(sum / hem.length);
}

/** Standard deviation of how far the hem stands off the table [m]. */
function amplitude(x: Float64Array, hem: readonly number[]): number {
	const off = hem.map((v) =>
		Math.max(Math.abs(x[3 * v]), Math.abs(x[3 * v + 2])),
	);
	const middle = mean(off);
	return Math.sqrt(mean(off.map((r) => (r - middle) ** 2)));
}

/** Root mean square distance of vertices [m]. */
const apart = (a: Float64Array, b: Float64Array): number =>
	Math.sqrt((3 * a.reduce((sum, c, i) => sum + (c - b[i]) ** 2, 0)) / a.length);

/** Signed distance of the nearest vertex to the table, negative inside, and how far the cloth hangs below its top [m]. */
function measures(x: Float64Array) {
	let [nearest, lowest] = [Infinity, Infinity];
	for (let i = 0; i < x.length; i += 3) {
		const along = Math.max(Math.abs(x[i]), Math.abs(x[i + 2]));
		const middle = table.height - table.thickness / 2;
		const outside = Math.max(
			along - table.size / 2,
			Math.abs(x[i + 1] - middle) - table.thickness / 2,
		);
		nearest = Math.min(nearest, outside);
		lowest = Math.min(lowest, x[i + 1]);
	}
	return { nearest, drop: table.height - lowest };
}

export const tablecloth: Experiment = {
	id: "delingette/tablecloth",
	paper,
	figure: "Fig. 13",
	title: "Tablecloths",
	setup: `A cloth of ${side} m × ${side} m with E = 200 N/m, bending stiffness 0.05 and 1 kg/m² falls on a table of 1 m × 1 m and comes to rest: TRBS and TRQS with ν = 0.95 and with ν = 0.1, springs with ν = 0.3, all on the same mesh and from the same start.`,
	remarks: [
		"The paper gives neither sizes nor the density nor the unit of its bending coefficient; those here are ours, and the folds are at the corners alone. What it says of its pictures is measured and told: regular folds and TRBS ≈ TRQS with ν = 0.95, larger ones of TRQS with a low ν, springs like TRQS with a low ν. Of these only the last comes out here; with a low ν the cloth keeps the symmetry of the square, and TRBS and TRQS are alike with either ν.",
		"Vertices of the cloth collide with the table, triangles do not: between vertices its sharp rim shows through.",
	],
	run: async (form) => {
		const rows: Row[] = [];
		const figures: Figure[] = [];
		const results: Awaited<ReturnType<typeof laid>>[] = [];
		for (const variant of variants) {
			const result = await laid(variant, cellsOf[form]);
			results.push(result);
			const { name, sheet, positions } = result;
			rows.push(
				exact(`${name}: least distance to the table [m]`, result.nearest, {
					atLeast: 0,
					source: "no vertex is in the table",
				}),
				told(`${name}: largest speed at the end [m/s]`, result.speed, {
					source: `it is followed until ${restSpeed}, or for ${mostSeconds} s`,
				}),
				told(`${name}: lowest point below the table top [m]`, result.drop, {
					source: "the paper gives pictures only",
				}),
				told(`${name}: time until rest [s]`, result.seconds, {
					source: "the paper gives pictures only",
				}),
				told(`${name}: irregularity of the hem [m]`, result.irregularity, {
					source: "the paper gives pictures only",
				}),
				told(`${name}: amplitude of the hem [m]`, result.amplitude, {
					source: "the paper gives pictures only",
				}),
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
		const [trbsHigh, trqsHigh, trbsLow, trqsLow, onlySprings] = results;
		const between = (
			a: (typeof results)[number],
			b: (typeof results)[number],
		) => apart(a.positions, b.positions);
		rows.push(
			told(
				"TRBS: irregularity of the hem, ν = 0.95 over ν = 0.1",
				trbsHigh.irregularity / trbsLow.irregularity,
				{ source: "the paper: below 1, folds are more regular with ν = 0.95" },
			),
			told(
				"TRQS: irregularity of the hem, ν = 0.95 over ν = 0.1",
				trqsHigh.irregularity / trqsLow.irregularity,
				{ source: "the paper: below 1, folds are more regular with ν = 0.95" },
			),
			told(
				"distance between TRBS and TRQS, ν = 0.95 over ν = 0.1",
				between(trbsHigh, trqsHigh) / between(trbsLow, trqsLow),
				{ source: "the paper: below 1, they are very close with ν = 0.95" },
			),
			told(
				"ν = 0.1: amplitude of the hem, TRBS over TRQS",
				trbsLow.amplitude / trqsLow.amplitude,
				{ source: "the paper: below 1, greater with TRQS" },
			),
			told(
				"springs: distance to TRQS with ν = 0.1 over that to TRQS with ν = 0.95",
				between(onlySprings, trqsLow) / between(onlySprings, trqsHigh),
				{ source: "the paper: below 1, fairly close to TRQS with a low ν" },
			),
		);
		return { rows, figures };
	},
};
