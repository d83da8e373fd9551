import { type Body, cloth, Scene, simulate } from "pliant";
import { disc, grid, jitter, type Mesh } from "pliant/mesh";
import {
	type AppliedModel,
	calibratedBending,
	morleyBending,
	shellBending,
	trbs,
} from "pliant/models";
import {
	type Experiment,
	exact,
	type Form,
	type Row,
	told,
	type XySeries,
} from "../../experiment.ts";
import A7 from "../A7.json" with { type: "json" };

const [plate, elastica] = A7.variants;
const allPatterns = ["right", "alternating", "crossed", "irregular"] as const;
type Pattern = (typeof allPatterns)[number];
interface Fineness {
	/** Along the strip. */
	readonly cells: number;
	readonly patterns: readonly Pattern[];
	readonly groups: readonly number[];
}
const finenessOf: Readonly<Record<Form, Fineness>> = {
	full: { cells: 64, patterns: allPatterns, groups: [0.1, 1, 5, 10, 20, 50] },
	short: { cells: 32, patterns: ["right", "irregular"], groups: [0.1, 1, 5] },
};
/** A membrane so stiff that the strip does not lengthen, for rigidity 1 and length 1. */
const stiffMembrane = 1e6;

interface Bending {
	readonly name: string;
	readonly color: string;
	readonly of: (bendingRigidity: number, poissonRatio: number) => AppliedModel;
}

const morley: Bending = {
	name: "Morley",
	color: "#2f7f8f",
	of: (bendingRigidity, poissonRatio) =>
		morleyBending({ bendingRigidity, poissonRatio }),
};
const shell: Bending = {
	name: "shell",
	color: "#8a5fb0",
	of: (bendingRigidity, poissonRatio) =>
		shellBending({ bendingRigidity, poissonRatio }),
};
/** Calibrated for equilateral triangles. */
const linear: Bending = {
	name: "linear bending",
	color: "#d9a35f",
	of: (bendingRigidity) => calibratedBending({ bendingRigidity }),
};

/** A strip of length 1 along x, with one cell of clamp before it. */
function strip(pattern: Pattern, cells: number): Mesh {
	const h = 1 / cells;
	const mesh = grid({
		size: [1 + h, 4 * h],
		cells: [cells + 1, 4],
		plane: "xz",
		origin: [-h, 0, 0],
		diagonal: pattern === "irregular" ? "alternating" : pattern,
	});
	// The clamp stays straight.
	return pattern === "irregular"
		? jitter(mesh, { amount: 0.4, seed: 2, keep: (x) => x < h / 2 })
		: mesh;
}

/** Mean position of the tip of the strip under its own weight. */
async function tip(mesh: Mesh, bending: Bending, group: number) {
	const scene = new Scene({ gravity: [0, -group, 0] });
	const sheet: Body = scene.add(
		cloth.mesh(mesh, {
			membrane: trbs({ youngModulus2d: stiffMembrane, poissonRatio: 0 }),
			bending: bending.of(1, 0),
			arealDensity: 1,
		}),
	);
	sheet.pin(sheet.where((x) => x < 1e-9));
	const simulation = await simulate(scene, { linear: { method: "direct" } });
	simulation.solveStatics({ loadSteps: 8, tolerance: 1e-7 });
	const x = simulation.positions(sheet);
	const end = sheet.where((x) => x > 1 - 1e-9);
	const mean = (axis: number) =>
		end.reduce((sum, v) => sum + x[3 * v + axis], 0) / end.length;
	return { x: mean(0), y: mean(1) };
}

/** Deflection of the middle of the clamped disc, over that of the reference. */
async function plateRatio(rings: number, bending: Bending): Promise<number> {
	const { bending_modulus_D: rigidity, nu } = plate.material as {
		bending_modulus_D: number;
		nu: number;
	};
	// A tenth of the load, so that the middle does not stretch.
	const pressure = 0.02 / 10;
	const outer = (rings + 1) / rings;
	const scene = new Scene({ gravity: [0, 0, 0] });
	const sheet = scene.add(
		cloth.mesh(disc({ radius: outer, rings: rings + 1 }), {
			// Thinner than the plate: only bending is to be compared.
			membrane: trbs({ youngModulus2d: 10, poissonRatio: nu }),
			bending: bending.of(rigidity, nu),
			arealDensity: 1,
		}),
	);
	sheet.pin(sheet.where((x, y) => Math.hypot(x, y) > 1 - 1e-9));
	sheet.surfaceLoad([0, 0, pressure]);
	const simulation = await simulate(scene, { linear: { method: "direct" } });
	simulation.solveStatics({ tolerance: 1e-7 });
	const [probe] = (plate.results as { probes: { displacement: number[] }[] })
		.probes;
	return (10 * simulation.positions(sheet)[2]) / probe.displacement[2];
}

const table = (elastica.results as { table: number[][] }).table;

export const a7: Experiment = {
	id: "reference/a7",
	paper: "Reference solutions",
	figure: "A7",
	title: "Bending: a heavy strip and a clamped disc",
	setup: `A strip of ${finenessOf.full.cells} by 4 cells, clamped level at one end, hangs under its own weight w: the position of its tip for Γ = w L³/B from 0.1 to 50 against the elastica, on grids of three patterns and on an irregular mesh, with a stiff TRBS membrane. A disc, clamped all around, under pressure (ν = 0.3): the deflection of its middle against Kirchhoff's plate.`,
	remarks: [
		"Linear bending, calibrated for equilateral triangles, is told beside it: its rigidity depends on the pattern.",
	],
	run: async (form) => {
		const { cells, patterns, groups } = finenessOf[form];
		const rows: Row[] = [];
		const source = "reference/A7.json, A7-elastica: integrated as an ODE";
		const series: XySeries[] = [];
		for (const bending of [morley, shell, linear])
			for (const pattern of patterns) {
				const mesh = strip(pattern, cells);
				const points: [number, number][] = [];
				let largest = 0;
				for (const group of groups) {
					const [, x, y] = table.find(([g]) => g === group) as number[];
					const found = await tip(mesh, bending, group);
					const off = Math.hypot(found.x - x, found.y - y);
					largest = Math.max(largest, off);
					points.push([group, 100 * off]);
				}
				const quantity = `${bending.name}, ${pattern}: largest distance of the tip [% of L]`;
				rows.push(
					bending !== linear
						? exact(quantity, 100 * largest, { atMost: 0.3, source })
						: told(quantity, 100 * largest, { source }),
				);
				series.push({
					name: `${bending.name}, ${pattern}`,
					style: "line and points",
					color: bending.color,
					points,
				});
			}
		for (const bending of [morley, shell, linear]) {
			const ratio = await plateRatio(24, bending);
			const quantity = `${bending.name}: middle of the disc over the reference`;
			const plateSource = "reference/A7.json, A7-plate: closed form";
			rows.push(
				bending !== linear
					? exact(quantity, ratio, {
							expected: 1,
							tolerance: 0.01,
							source: plateSource,
						})
					: told(quantity, ratio, { expected: 1, source: plateSource }),
			);
		}
		return {
			rows,
			figures: [
				{
					kind: "plot",
					title: "How far the tip is from the elastica's",
					xLabel: "Γ",
					yLabel: "distance [% of the length]",
					logarithmic: "x",
					series,
				},
			],
		};
	},
};
