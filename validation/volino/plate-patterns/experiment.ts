import { hinges, type Mesh } from "pliant/mesh";
import {
	type Experiment,
	exact,
	type Form,
	type Row,
	told,
} from "../../experiment.ts";
import { type PlanarMesh, planarMesh } from "../../planarMesh.ts";
import {
	type Bending,
	bendings,
	calibrated,
	crossover,
	morley,
	printed,
	shell,
} from "../bendings.ts";
import { energyOf, shaped } from "../bentSheet.ts";
import { digest, paper } from "../paper.ts";
import { type PlateMesh, plateMeshes } from "../plateMeshes.ts";
import { patternNames, strip, stripPatterns, tipOverPlate } from "../strips.ts";
import { tableDrawing } from "../tableDrawing.ts";

/** Directions in which a cylinder is bent [°], and a sphere. */
const shapes = [0, 30, 45, 90, 135, "sphere"] as const;
const curvature = 1e-3;

/** Energy over ½ μ κ² area of linear bending as printed, by the columns of `shapes`. */
const expected: Readonly<Record<string, readonly number[]>> = {
	equilateral: [0.333, 0.333, 0.333, 0.333, 0.333, 0.444],
	"grid, one diagonal, 1:1": [0.333, 0.872, 1, 0.333, 0.333, 0.667],
	"grid, one diagonal, 2:1": [0.333, 1.117, 1.458, 0.333, 0.625, 0.667],
	"grid, alternating, 1:1": [0.333, 0.458, 0.5, 0.333, 0.5, 0.667],
	"grid, four per cell, 1:1": [0.5, 0.375, 0.333, 0.5, 0.333, 0.667],
	"grid, four per cell, 2:1": [3.875, 2.222, 1.066, 0.242, 1.066, 3.221],
	"jittered near-equilateral Delaunay": [
		0.3456, 0.3426, 0.3455, 0.3675, 0.3525, 0.4612,
	],
	"random-point Delaunay": [0.5023, 0.5108, 0.5163, 0.5295, 0.5368, 0.6166],
};

/** Sag of a strip, printed, under a load on its tip, of 16 × 4, 32 × 8 and 64 × 16 cells, the clamp's included. */
const tipLoads = {
	right: [3.983, 3.811, 3.728],
	alternating: [3.959, 3.822, 3.757],
	crossed: [2.955, 2.863, 2.82],
} as const;

function bent(sheet: Mesh, shape: (typeof shapes)[number]): Float64Array {
	const angle = shape === "sphere" ? 0 : (shape * Math.PI) / 180;
	return shaped(sheet, (x, y) => {
		const along = Math.cos(angle) * x + Math.sin(angle) * y;
		const squared = shape === "sphere" ? x * x + y * y : along * along;
		return [x, y, 0.5 * curvature * squared];
	});
}
/** The energy per area of a plate of rigidity 1. */
const unit = 0.5 * curvature ** 2;

/** Energy of edges far from the boundary, over that of a plate on the part of the area that is theirs: a third of their triangles. */
async function innerRatios(mesh: PlateMesh, bending: Bending) {
	const sheet = planarMesh(mesh);
	const { elements, area } = innerHinges(sheet, mesh);
	const applied = bending.of(1);
	const energy = await energyOf(sheet, {
		...applied,
		prepare: () => ({ elements, material: applied.material }),
	});
	return shapes.map((shape) => energy(bent(sheet, shape)) / (unit * area));
}

function innerHinges(sheet: Mesh, { isInner }: PlateMesh) {
	const all = hinges(sheet);
	const x = (v: number) => sheet.positions[3 * v];
	const y = (v: number) => sheet.positions[3 * v + 1];
	const elements: number[] = [];
	let area = 0;
	for (let i = 0; i < all.length; i += 4) {
		const [a, b, c, d] = all.subarray(i, i + 4);
		if (!isInner((x(c) + x(d)) / 2, (y(c) + y(d)) / 2)) continue;
		elements.push(a, b, c, d);
		for (const v of [a, b])
			area +=
				Math.abs(
					(x(c) - x(v)) * (y(d) - y(v)) - (y(c) - y(v)) * (x(d) - x(v)),
				) / 6;
	}
	return { elements: Uint32Array.from(elements), area };
}

/** The same of whole sheets, for models that are not sums over edges; without the slivers at the boundary of points at random. */
async function sheetRatios(mesh: PlateMesh, bending: Bending) {
	const inner = mesh.triangles.filter((triangle) => {
		const [x, y] = [0, 1].map(
			(k) => triangle.reduce((sum, v) => sum + mesh.vertices[v][k], 0) / 3,
		);
		return mesh.isInner(x, y);
	});
	const used = [...new Set(inner.flat())];
	const part = {
		vertices: used.map((v) => mesh.vertices[v]),
		triangles: inner.map((triangle) => triangle.map((v) => used.indexOf(v))),
	};
	const area = areaOf(part);
	const sheet = planarMesh(part);
	const energy = await energyOf(sheet, bending.of(1));
	return shapes.map((shape) => energy(bent(sheet, shape)) / (unit * area));
}

const areaOf = ({ vertices, triangles }: PlanarMesh): number =>
	triangles.reduce((sum, triangle) => {
		const [[ax, ay], [bx, by], [cx, cy]] = triangle.map((v) => vertices[v]);
		return sum + ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2;
	}, 0);

interface Line {
	readonly mesh: string;
	readonly bending: Bending;
	readonly ratios: readonly number[];
}

async function energyTable(): Promise<Line[]> {
	const lines: Line[] = [];
	const meshes = plateMeshes();
	for (const bending of bendings)
		for (const mesh of meshes)
			lines.push({
				mesh: mesh.name,
				bending,
				ratios:
					bending === morley
						? await sheetRatios(mesh, bending)
						: await innerRatios(mesh, bending),
			});
	return lines;
}

const nameOf = (shape: (typeof shapes)[number]) =>
	shape === "sphere" ? shape : `${shape}°`;

function energyRows(lines: readonly Line[]): Row[] {
	const rows: Row[] = [];
	const source = `${digest}: energy over ½ μ κ² area`;
	for (const { mesh, bending, ratios } of lines)
		if (bending === printed)
			for (const [i, ratio] of ratios.entries())
				rows.push(
					exact(`as printed, ${mesh}, ${nameOf(shapes[i])}`, ratio, {
						expected: expected[mesh][i],
						tolerance: 0.0005,
						source,
					}),
				);
		else if (bending === morley) {
			const plate = shapes.map((shape) => (shape === "sphere" ? 2 : 1));
			rows.push(
				exact(
					`Morley, ${mesh}: largest difference from a plate, relative`,
					Math.max(...ratios.map((r, i) => Math.abs(r / plate[i] - 1))),
					{
						atMost: 1e-6,
						source: "a plate's energy; bound of ours, for rounding",
					},
				),
			);
		}
	for (const bending of bendings) {
		if (bending === printed || bending === morley) continue;
		const cylinders = lines
			.filter((line) => line.bending === bending)
			.flatMap(({ ratios }) => ratios.slice(0, -1));
		for (const [what, value] of [
			["least", Math.min(...cylinders)],
			["largest", Math.max(...cylinders)],
		] as const)
			rows.push(
				told(`${bending.name}: ${what} of all meshes and directions`, value, {
					expected: 1,
					source: "a plate's energy",
				}),
			);
	}
	return rows;
}

/** A spring across an edge has the rigidity asked for at one curvature only. */
async function crossoverRow(): Promise<Row> {
	const mesh = planarMesh(plateMeshes()[0]);
	const radius = 1 / curvature;
	const rolled = shaped(mesh, (x, y) => [
		radius * Math.sin(x / radius),
		y,
		radius * (1 - Math.cos(x / radius)),
	]);
	const [at, below] = await Promise.all(
		[1, 2].map(async (factor) =>
			(await energyOf(mesh, crossover(factor * curvature).of(1)))(rolled),
		),
	);
	return exact(
		"crossover springs: rigidity at half of their curvature, over that at it",
		below / at,
		{
			expected: 0.25,
			tolerance: 0.001,
			source: `${digest}: their energy grows with the fourth power of curvature`,
		},
	);
}

/** Cells along the evenly loaded strips; those in the middle are compared. */
const compared = 32;
const lengthsOf: Readonly<Record<Form, readonly number[]>> = {
	full: [16, compared, 64],
	short: [compared],
};

async function stripRows(form: Form): Promise<{
	rows: Row[];
	lines: { name: string; values: string[] }[];
}> {
	const rows: Row[] = [];
	const lines: { name: string; values: string[] }[] = [];
	for (const [pattern, values] of Object.entries(tipLoads))
		for (const [i, expected] of values.entries()) {
			if (form === "short" && i > 0) continue;
			const n = 16 * 2 ** i;
			const mesh = strip({
				cells: [n - 1, n / 4],
				width: 0.25 / (1 - 1 / n),
				pattern: pattern as keyof typeof tipLoads,
			});
			rows.push(
				exact(
					`as printed, strip of ${n} cells, ${patternNames[pattern as keyof typeof tipLoads]}: tip under a load on it, over a plate`,
					await tipOverPlate(mesh, printed, "on the tip"),
					{ expected, tolerance: 0.002, source: digest },
				),
			);
		}
	for (const bending of [...bendings, shell])
		for (const pattern of stripPatterns) {
			const ratios: number[] = [];
			for (const n of lengthsOf[form])
				ratios.push(
					await tipOverPlate(
						strip({ cells: [n, 4], width: 4 / n, pattern }),
						bending,
						"evenly",
					),
				);
			const name = `${bending.name}, ${patternNames[pattern]}`;
			lines.push({ name, values: ratios.map((ratio) => ratio.toFixed(4)) });
			const ratio = ratios[lengthsOf[form].indexOf(compared)];
			const quantity = `${name}: tip over q L⁴/8B, ${compared} cells along`;
			const source = "plate theory, ν = 0";
			rows.push(
				bending === morley || bending === shell
					? exact(quantity, ratio, {
							expected: 1,
							tolerance: 0.005,
							source,
						})
					: told(quantity, ratio, { expected: 1, source }),
			);
		}
	return { rows, lines };
}

export const platePatterns: Experiment = {
	id: "volino/plate-patterns",
	paper,
	figure: "eq. 10",
	title: "What rigidity a sheet has, by model and by pattern of its mesh",
	setup: `Sheets of eight meshes are bent to cylinders in five directions and to a sphere of curvature ${curvature} (in edges): the energy of edges far from the boundary over that of a plate with the rigidity asked for. And what matters in use, solutions: a strip, clamped at one end, under a small even load, against q L⁴/8B.`,
	remarks: [
		"The paper's factor 1/3 gives each edge its share of area. On quadratic surfaces an edge does not see the curvature across it alone, so a sheet is a plate of μ/3 on good meshes, and of anything from 0.24 μ to 3.9 μ on others. Without the factor (calibrated), equilateral meshes are right.",
		"Models of edges share this: hinges have the energy of calibrated linear bending at small angles, isometric bending three times it. The energy alone does not tell: what strips do differs again.",
		"Morley bending is no sum over edges; its energy is that of whole sheets, up to their boundary. A sphere has twice a cylinder's energy in a plate without Poisson's effect.",
	],
	run: async (form) => {
		const table = await energyTable();
		const strips = await stripRows(form);
		const isCylinder = (i: number) => shapes[i] !== "sphere";
		const meshes = Object.keys(expected);
		return {
			rows: [...energyRows(table), await crossoverRow(), ...strips.rows],
			figures: [
				{
					kind: "plot",
					title: "Energy of cylinders over that of a plate, all directions",
					xLabel: "mesh, in the order of the table",
					xNames: meshes.map((_, i) => `${i + 1}`),
					yLabel: "energy over ½ B κ² area",
					logarithmic: "y",
					series: [printed, calibrated, morley].map((bending, k) => ({
						name: bending.name,
						style: "points" as const,
						color: bending.color,
						points: table
							.filter((line) => line.bending === bending)
							.flatMap(({ mesh, ratios }) =>
								ratios
									.filter((_, i) => isCylinder(i))
									.map(
										(ratio) =>
											[meshes.indexOf(mesh) + 0.9 + 0.1 * k, ratio] as const,
									),
							),
					})),
				},
				{
					kind: "drawing",
					title: "Energy over that of a plate with the rigidity asked for",
					svg: tableDrawing(
						shapes.map(nameOf),
						bendings.flatMap((bending) => [
							{ name: bending.name, values: [] },
							...table
								.filter((line) => line.bending === bending)
								.map(({ mesh, ratios }) => ({
									name: mesh,
									values: ratios.map((ratio) => ratio.toFixed(3)),
								})),
						]),
					),
				},
				{
					kind: "drawing",
					title:
						"Sag of an evenly loaded strip over that of a plate, by cells along",
					svg: tableDrawing(lengthsOf[form].map(String), strips.lines),
				},
			],
		};
	},
};
