import { cloth, Scene, simulate, trbs } from "pliant";
import { countOperations, elementPrograms } from "pliant/energy";
import { cellCount, vertexCount } from "pliant/mesh";
import {
	type Experiment,
	exact,
	ordering,
	paperBound,
	type Row,
	told,
} from "../../experiment.ts";
import { modelNamed } from "../../membranes.ts";
import { paper } from "../paper.ts";
import { closedSurface } from "../timing/closedSurface.ts";
import { edgeForces } from "./edgeForces.ts";

const counted = "counted by hand in the paper, section III-F";

function operations(model: Parameters<typeof elementPrograms>[0]) {
	const counts = countOperations(elementPrograms(model).gradient.outputs);
	const { mul = 0, add = 0, sub = 0, neg = 0, ...others } = counts;
	return {
		multiplications: mul,
		additions: add + sub + neg,
		others: Object.values(others).reduce((a, b) => a + b, 0),
	};
}

/** What a simulation has inside. */
interface Internals {
	readonly scene: {
		readonly model: {
			readonly elastic: { addGradient(at: unknown, out: Vector): void };
		};
		readonly state: { readonly x: unknown };
		readonly space: { vector(): Vector };
	};
}

interface Vector {
	readonly array: Float64Array;
}

/** Forces that are added up on edges, on the surface of Fig. 8: the same as the library's, and what they cost. */
async function edgeRows(): Promise<Row[]> {
	const mesh = closedSurface();
	const membrane = trbs({ youngModulus2d: 200, poissonRatio: 0.3 });
	const scene = new Scene({ gravity: [0, 0, 0] });
	const body = scene.add(cloth.mesh(mesh, { membrane, arealDensity: 1 }));
	body.place((x, y, z) => [1.05 * x + 0.02 * y, 0.98 * y, z + 0.03 * x * x]);
	const simulation = await simulate(scene);
	const { model, state, space } = (simulation as unknown as Internals).scene;
	const gradient = space.vector();
	model.elastic.addGradient(state, gradient);
	const x = simulation.positions(body);
	const triangles = cellCount(mesh, "triangle");
	const [literal, gathered] = (["forces", "tensions"] as const).map((angular) =>
		edgeForces(mesh, membrane, x, angular),
	);
	const largest = Math.max(...gradient.array.map(Math.abs));
	return [
		...[literal, gathered].map(({ forces }, i) =>
			exact(
				`edges${i === 0 ? "" : ", tensions first"}: largest difference to the forces of elements, over the largest force`,
				Math.max(...forces.map((f, k) => Math.abs(f + gradient.array[k]))) /
					largest,
				{
					expected: 0,
					tolerance: 1e-12,
					source: "the same sum in another order",
				},
			),
		),
		exact("tensile springs", literal.tensileSprings, {
			expected: vertexCount(mesh) + triangles - 2,
			tolerance: 0,
			source: "one per edge, of which Euler's relation gives the number",
		}),
		exact("angular springs", literal.angularSprings, {
			expected: 3 * triangles,
			tolerance: 0,
			source: "three per triangle, section III-D",
		}),
		paperBound(
			"edges: multiplications per triangle",
			literal.multiplications / triangles,
			{ atMost: 30, source: counted },
		),
		paperBound("edges: additions per triangle", literal.additions / triangles, {
			atMost: 44,
			source: counted,
		}),
		told(
			"edges, tensions first: multiplications per triangle",
			gathered.multiplications / triangles,
			{ source: "not in the paper" },
		),
		told(
			"edges, tensions first: additions per triangle",
			gathered.additions / triangles,
			{ source: "not in the paper" },
		),
	];
}

export const operationCounts: Experiment = {
	id: "delingette/operation-counts",
	paper,
	figure: "section III-F",
	title: "Operations per triangle for the force",
	setup:
		"Operations of the generated code for the force of one triangle, counted in the expression that kernels are made of; and those of forces that are added up on edges, counted while they are computed on the closed surface of Fig. 8, gathering included.",
	remarks: [
		"The paper counts by hand 30 multiplications and 44 additions for TRBS, 121 and 75 for the stress form. Generated code may not need more, and shares what the three vertices have in common; adding its forces to those of the vertices takes 9 additions more.",
		"Added up on edges, in two passes as section V-A says, TRBS takes 25.5 multiplications and 39 additions per triangle; with the angular terms added to the tensions of the edges first, 16.5 and 24. Kernels of the library compute several triangles at once and write what is gathered later, so they go by elements.",
	],
	run: async () => {
		const ours = operations(trbs.potential);
		return {
			rows: [
				paperBound("TRBS: multiplications", ours.multiplications, {
					atMost: 30,
					source: counted,
				}),
				paperBound("TRBS: additions and subtractions", ours.additions, {
					atMost: 44,
					source: counted,
				}),
				paperBound("TRBS: divisions, roots and others", ours.others, {
					atMost: 0,
					source: counted,
				}),
				ordering(
					"TRBS over the stress form, all operations",
					[ours.multiplications + ours.additions + ours.others, 121 + 75],
					{ source: `the stress form has 121 + 75; ${counted}` },
				),
				...["linear-membrane", "tensile-springs", "trqs"].map((name) => {
					const { multiplications, additions, others } = operations(
						modelNamed(name).potential,
					);
					return told(
						`${name}: all operations`,
						multiplications + additions + others,
						{ source: "the paper gives no number" },
					);
				}),
				...(await edgeRows()),
			],
		};
	},
};
