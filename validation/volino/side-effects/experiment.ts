import { cloth, Scene, simulate, trbs } from "pliant";
import { grid, type Vector3 } from "pliant/mesh";
import {
	type Experiment,
	exact,
	type Form,
	type Row,
	told,
	type XySeries,
} from "../../experiment.ts";
import { mean } from "../../range.ts";
import {
	type Bending,
	bridson,
	calibrated,
	crossover,
	discreteShell,
	isometric,
	morley,
	printed,
	shell,
} from "../bendings.ts";
import { energyOf, shaped } from "../bentSheet.ts";
import { paper } from "../paper.ts";

/** What cylinders, bent along a grid, have of the rigidity asked for: linear models act on each coordinate, hinges on angles alone. */
const linear: readonly (readonly [Bending, number])[] = [
	[printed, 1 / 3],
	[calibrated, 1],
	[isometric, 3],
	[morley, 1],
];
const byAngle: readonly Bending[] = [discreteShell, bridson];

/** A cloth of the paper: tension [N/m], bending [N·m], a side and an edge [m]. */
const sheet = { tension: 100, modulus: 1e-4, side: 0.32, edge: 0.01 };
const flat = grid({
	size: [sheet.side, sheet.side],
	cells: [sheet.side / sheet.edge, sheet.side / sheet.edge],
});
const area = sheet.side ** 2;
/** Curvature of a crossover spring [1/m]. */
const springCurvature = 20;

/** Bending energy over that of tension where the sheet stays flat but is stretched, evenly or in a wave. */
async function fairing(bending: Bending) {
	const strain = 0.01;
	const k = (2 * Math.PI) / sheet.side;
	const evenly = shaped(flat, (x, y) => [(1 + strain) * x, y, 0]);
	const inWave = shaped(flat, (x, y) => [
		x + (strain / k) * Math.sin(k * x),
		y,
		0,
	]);
	const energy = await energyOf(flat, bending.of(sheet.modulus));
	const tension = 0.5 * sheet.tension * strain ** 2 * area;
	return {
		even: energy(evenly) / tension,
		wave: energy(inWave) / (tension / 2),
	};
}

async function fairingRows(): Promise<Row[]> {
	const rows: Row[] = [];
	const k = (2 * Math.PI) / sheet.side;
	for (const [bending, share] of linear) {
		const { even, wave } = await fairing(bending);
		rows.push(
			exact(`${bending.name}: even stretch, energy over tension`, even, {
				atMost: 1e-9,
				source: "R is zero for every even deformation",
			}),
			exact(`${bending.name}: wave of stretch, energy over tension`, wave, {
				expected: (share * sheet.modulus * k ** 2) / sheet.tension,
				tolerance: (0.01 * share * sheet.modulus * k ** 2) / sheet.tension,
				source: "B k²/E: bending of a displacement within the plane",
			}),
		);
	}
	for (const bending of byAngle) {
		const { even, wave } = await fairing(bending);
		rows.push(
			exact(
				`${bending.name}: even stretch or a wave of it, energy over tension`,
				Math.max(even, wave),
				{ atMost: 1e-9, source: "the sheet is flat" },
			),
		);
	}
	const springs = await fairing(crossover(springCurvature));
	rows.push(
		told("crossover springs: even stretch, energy over tension", springs.even, {
			source: "the paper: very large coupling",
		}),
		told(
			"crossover springs: wave of stretch, energy over tension",
			springs.wave,
			{ source: "not in the paper" },
		),
	);
	return rows;
}

/** B κ²/E. */
const ratiosOf: Readonly<Record<Form, readonly number[]>> = {
	full: [0.001, 0.01, 0.03, 0.1],
	short: [0.01],
};

/**
 * Green's strain around a sheet that is rolled up twice, far from its edges: with one turn only, what its ends do is still felt in the
 * middle, by up to 1.1 % where B κ²/E = 0.01. Vertices can only move to or from the axis, so the two turns need not be kept apart.
 */
async function rolledStrain(bending: Bending, ratio: number): Promise<number> {
	const [turns, around, along] = [2, 32, 12];
	const radius = 1 / (2 * Math.PI);
	const mesh = grid({
		size: [turns, along / around],
		cells: [turns * around, along],
		diagonal: "right",
	});
	const scene = new Scene({ gravity: [0, 0, 0] });
	const rolled = scene.add(
		cloth.mesh(mesh, {
			membrane: trbs({ youngModulus2d: 1, poissonRatio: 0 }),
			bending: bending.of(ratio * radius ** 2),
			arealDensity: 1,
		}),
	);
	const outward = (x: number): Vector3 => [
		Math.sin(x / radius),
		0,
		Math.cos(x / radius),
	];
	rolled.place((x, y) => {
		const [a, , c] = outward(x);
		return [radius * a, y, radius * c];
	});
	for (let v = 0; v < rolled.vertexCount; v++)
		rolled.slide([v], { line: outward(mesh.positions[3 * v]) });
	const simulation = await simulate(scene, { linear: { method: "direct" } });
	simulation.solveStatics({ loadSteps: 4, tolerance: 1e-7 });
	const strain = simulation.strain(rolled);
	const isMiddle = (t: number) => {
		const corners = Array.from(mesh.triangles.subarray(3 * t, 3 * t + 3));
		const at = (k: number) =>
			mean(corners.map((v) => mesh.positions[3 * v + k]));
		return (
			Math.abs(at(0) - turns / 2) < 0.1 &&
			Math.abs(at(1) - along / around / 2) < 1.01 / around
		);
	};
	const middle = Array.from(
		{ length: mesh.triangles.length / 3 },
		(_, t) => t,
	).filter(isMiddle);
	return mean(middle.map((t) => strain[6 * t]));
}

async function compression(
	form: Form,
): Promise<{ rows: Row[]; series: XySeries[] }> {
	const rows: Row[] = [];
	const series: XySeries[] = [];
	for (const [bending, share] of [
		...linear,
		[shell, 1] as const,
		...byAngle.map((one) => [one, 0] as const),
	]) {
		const points: [number, number][] = [];
		for (const ratio of ratiosOf[form]) {
			const strain = await rolledStrain(bending, ratio);
			points.push([ratio, -strain]);
			const quantity = `${bending.name}, B κ²/E = ${ratio}: strain around a rolled sheet`;
			rows.push(
				ratio > 0.03
					? told(quantity, strain, {
							expected: -share * ratio,
							source: "so stiff that edges are felt in the middle",
						})
					: share > 0
						? exact(quantity, strain, {
								expected: -share * ratio,
								tolerance: 0.005 * share * ratio,
								source: "least of ½ E e² + ½ B κ² (1 + 2 e) per area",
							})
						: exact(quantity, Math.abs(strain), {
								atMost: 0.01 * ratio,
								source: "angles do not change as a circle shrinks",
							}),
			);
		}
		series.push({
			name: bending.name,
			style: "line and points",
			color: bending.color,
			points,
		});
	}
	return { rows, series };
}

export const sideEffects: Experiment = {
	id: "volino/side-effects",
	paper,
	figure: "Fig. 4",
	title: "What bending does to stretching",
	setup: `Small bending: a flat sheet of ${sheet.tension} N/m and ${sheet.modulus} N·m is stretched evenly, and in a wave; the bending energy over that of tension. Large bending: a sheet is rolled up twice with the curvature κ; how much it is compressed around, against B κ²/E.`,
	remarks: [
		"Linear models, Morley's among them, see each coordinate alone: they fair waves of stretch as they do waves of height, by B k²/E of the tension, which is little for cloth; and a curved sheet can lower its energy by shrinking. Green's strain is then −B κ²/E: at a radius of 5 mm, 10⁻⁵ N·m and 1000 N/m, 0.04 %; with 10⁻³ N·m and 100 N/m, 40 %. Models by angle do neither. Shell bending shrinks as much as the linear models: it is the limit of a thin solid, and a solid that is bent does so. What the paper calls a side effect is right for small strains.",
		"Crossover springs resist even stretch, here far more than the cloth itself.",
	],
	run: async (form) => {
		const { rows, series } = await compression(form);
		return {
			rows: [...(await fairingRows()), ...rows],
			figures: [
				{
					kind: "plot",
					title: "Compression of a rolled sheet",
					xLabel: "B κ²/E",
					yLabel: "Green's strain around, negative",
					series,
				},
			],
		};
	},
};
