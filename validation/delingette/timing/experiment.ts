import { cloth, Scene, simulate } from "pliant";
import { cellCount, vertexCount } from "pliant/mesh";
import { type Experiment, exact, type Row, told } from "../../experiment.ts";
import { linear, type Membrane, springs, trbs, trqs } from "../../membranes.ts";
import { paper } from "../paper.ts";
import { closedSurface } from "./closedSurface.ts";

const evaluations = 100;
const repetitions = 20;
const notGiven = "the paper gives ratios only";

interface Vector {
	readonly array: Float64Array;
}

/** What a simulation has inside. */
interface Internals {
	readonly scene: {
		readonly model: {
			readonly elastic: {
				addGradient(at: { x: Vector }, out: Vector): void;
				addProduct(at: { x: Vector }, direction: Vector, out: Vector): void;
			};
		};
		readonly state: { readonly x: Vector };
		readonly space: { vector(): Vector };
	};
}

/** Nanoseconds per triangle of one evaluation, the least of several hundreds: other work on a machine only ever adds. */
async function cost(membrane: Membrane) {
	const mesh = closedSurface();
	const scene = new Scene({ gravity: [0, 0, 0] });
	const body = scene.add(
		cloth.mesh(mesh, { membrane: membrane.of(200, 0.3), arealDensity: 1 }),
	);
	body.place((x, y, z) => [1.05 * x + 0.02 * y, 0.98 * y, z + 0.03 * x * x]);
	const simulation = await simulate(scene);
	const { model, state, space } = (simulation as unknown as Internals).scene;
	const { elastic } = model;
	const out = space.vector();
	const direction = space.vector();
	for (let i = 0; i < direction.array.length; i++)
		direction.array[i] = ((i * 7919) % 1000) / 1000 - 0.5;
	const leastTime = (evaluate: () => void) => {
		let least = Number.POSITIVE_INFINITY;
		for (let repetition = 0; repetition < repetitions; repetition++) {
			const start = performance.now();
			for (let i = 0; i < evaluations; i++) evaluate();
			least = Math.min(least, performance.now() - start);
		}
		return (1e6 * least) / evaluations / cellCount(mesh, "triangle");
	};
	return {
		force: leastTime(() => elastic.addGradient(state, out)),
		product: leastTime(() => elastic.addProduct(state, direction, out)),
	};
}

/** [what, dearer, cheaper, the paper's ratio]. */
const ratios: readonly ["force" | "product", Membrane, Membrane, number][] = [
	["force", trbs, springs, 1.6],
	["force", trqs, trbs, 1.6],
	["product", trqs, trbs, 1.2],
];

export const timing: Experiment = {
	id: "delingette/timing",
	paper,
	figure: "Fig. 8",
	title: "Cost of the force and of the product with the stiffness",
	setup:
		"The force, and the product of the stiffness with a vector without a matrix, evaluated 100 times on a closed surface of 774 vertices and 1544 triangles; the least of 20 repetitions, gathering included.",
	remarks: [
		"The paper's 1546 triangles cannot be a closed surface of 774 vertices, which has 1544. Its order is linear < springs < TRBS < TRQS.",
		"Times and their ratios are told: they differ from machine to machine and from run to run, and so does their order. Kernels compute two triangles at a time from generated formulas, and the cost of all models is near that of reading and gathering; which of springs and TRBS costs more was seen either way.",
	],
	run: async () => {
		const membranes = [linear, springs, trbs, trqs];
		const costs = new Map<Membrane, Awaited<ReturnType<typeof cost>>>();
		for (const membrane of membranes) costs.set(membrane, await cost(membrane));
		const of = (membrane: Membrane, what: "force" | "product") =>
			costs.get(membrane)?.[what] ?? Number.NaN;
		const mesh = closedSurface();
		const rows: Row[] = [
			exact("vertices", vertexCount(mesh), {
				expected: 774,
				tolerance: 0,
				source: "the paper",
			}),
			exact("triangles", cellCount(mesh, "triangle"), {
				expected: 1544,
				tolerance: 0,
				source: "Euler's relation for a closed surface of 774 vertices",
			}),
		];
		for (const what of ["force", "product"] as const)
			for (const membrane of membranes)
				rows.push(
					told(
						`${membrane.name}: ${what} [ns per triangle]`,
						of(membrane, what),
						{
							source: notGiven,
						},
					),
				);
		for (const what of ["force", "product"] as const) {
			const order = [...membranes].sort((a, b) => of(a, what) - of(b, what));
			const inOrder = membranes.filter(
				(one, i) => i > 0 && of(one, what) >= of(membranes[i - 1], what),
			);
			rows.push(
				told(
					`${what}: neighbours in the paper's order, of 3 (here ${order.map(({ name }) => name).join(" < ")})`,
					inOrder.length,
					{ expected: 3, source: "the paper: linear < springs < TRBS < TRQS" },
				),
			);
		}
		for (const [what, dearer, cheaper, expected] of ratios) {
			const ratio = of(dearer, what) / of(cheaper, what);
			rows.push(
				told(`${what}: ${dearer.name} over ${cheaper.name}`, ratio, {
					expected,
					source: "the paper's ratio",
				}),
			);
		}
		const paperForce = [1, 1.6, 2.56];
		return {
			rows,
			figures: [
				{
					kind: "plot",
					title: "Cost relative to springs",
					xLabel: "model",
					xNames: membranes.map(({ name }) => name),
					yLabel: "time over that of the springs' force",
					series: [
						{
							name: "force, paper",
							style: "line",
							color: "#222",
							points: paperForce.map((r, i) => [i + 2, r] as const),
						},
						...(["force", "product"] as const).map((what, k) => ({
							name: `${what}, measured`,
							style: "line and points" as const,
							color: k === 0 ? trbs.color : trqs.color,
							points: membranes.map(
								(membrane, i) =>
									[i + 1, of(membrane, what) / of(springs, "force")] as const,
							),
						})),
					],
				},
			],
		};
	},
};
