import { type Mesh, Scene, simulate } from "pliant";
import { type DrawnMesh, meshDrawing } from "../../drawing.ts";
import {
	type Experiment,
	exact,
	type Figure,
	type Row,
} from "../../experiment.ts";
import { planarMesh } from "../../planarMesh.ts";
import { mean } from "../../range.ts";
import hexagons from "../../reference/vangelder-hexagons.json" with {
	type: "json",
};
import {
	constantRule,
	cotangentRule,
	type EdgeRule,
	inverseLengthRule,
	springMesh,
	vanGelderRule,
	vanGelderThirdRule,
} from "../../springMesh.ts";
import { unevenness } from "../../unevenness.ts";
import { paper } from "../paper.ts";

const corners = [0, 1, 2, 3, 4, 5];
const irregular = hexagons.meshes.map(planarMesh);
/** One inner vertex, and no obtuse angle. */
const fan = planarMesh({
	vertices: [
		...corners.map((i) => [
			Math.cos((i * Math.PI) / 3),
			Math.sin((i * Math.PI) / 3),
		]),
		[0.3, 0.15],
	],
	triangles: corners.map((i) => [6, i, (i + 1) % 6]),
});

interface Case {
	readonly rule: EdgeRule;
	/** Unevenness [%] at expansions by 1 and by 50 %. */
	readonly expected: readonly [number, number];
}

interface Hexagons {
	readonly name: string;
	readonly meshes: readonly Mesh[];
	readonly cases: readonly Case[];
}

/** Means over the meshes. */
const groups: readonly Hexagons[] = [
	{
		name: "irregular interiors",
		meshes: irregular,
		cases: [
			{ rule: constantRule, expected: [90.4, 61.1] },
			{ rule: inverseLengthRule, expected: [72.7, 46.3] },
			{ rule: vanGelderRule, expected: [61.5, 28.7] },
			{ rule: vanGelderThirdRule, expected: [50.4, 19.5] },
		],
	},
	{
		name: "one inner vertex",
		meshes: [fan],
		cases: [
			{ rule: constantRule, expected: [55.2, 37.2] },
			{ rule: inverseLengthRule, expected: [37.2, 20.3] },
			{ rule: vanGelderRule, expected: [41.7, 20.4] },
			{ rule: cotangentRule, expected: [0, 0] },
		],
	},
];
const expansions = [1.01, 1.5];
const independent = "computed independently on the same meshes, to the tenth";

/** Expands a hexagon by equal radial forces on its corners until their mean radius is as wanted. */
async function expand(mesh: Mesh, rule: EdgeRule, wanted: readonly number[]) {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const body = scene.add(springMesh(mesh, rule));
	let load = 0;
	body.slide(
		body.where(() => true),
		{ plane: [0, 0, 1] },
	);
	// The forces are in balance, so this holds only the hexagon's place; they also keep it from turning.
	body.pin([0]);
	for (const v of corners) {
		const [x, y] = mesh.positions.subarray(3 * v, 3 * v + 2);
		body.pull([v], () => [load * x, load * y, 0]);
	}
	const simulation = await simulate(scene);
	const radius = () => meanRadius(simulation.positions(body));
	const at = (tried: number) => {
		load = tried;
		simulation.solveStatics({ tolerance: 1e-11, loadSteps: 2 });
		return radius();
	};
	return wanted.map((target) => {
		solveFor(at, target);
		return {
			stretches: [...simulation.principalStretches(body).values],
			positions: centred(simulation.positions(body)),
		};
	});
}

const center = (x: Float64Array) =>
	[0, 1].map((axis) => mean(corners.map((v) => x[3 * v + axis])));

function meanRadius(x: Float64Array): number {
	const [cx, cy] = center(x);
	return mean(corners.map((v) => Math.hypot(x[3 * v] - cx, x[3 * v + 1] - cy)));
}

function centred(x: Float64Array): Float64Array {
	const middle = [...center(x), 0];
	return x.map((value, i) => value - middle[i % 3]);
}

/** The load at which a growing function of it has a value, by secants from zero. */
function solveFor(f: (load: number) => number, target: number): void {
	let [a, fa] = [0, 1];
	let b = target - 1;
	for (let i = 0; i < 30; i++) {
		const fb = f(b);
		if (Math.abs(fb - target) < 1e-7 * (target - 1)) return;
		const next = b + ((target - fb) * (b - a)) / (fb - fa);
		[a, fa, b] = [b, fb, Math.max(next, b / 4)];
	}
	throw new Error(`no load expands the hexagon by a factor of ${target}`);
}

export const hexagon: Experiment = {
	id: "vangelder/hexagon",
	paper,
	figure: "Fig. 4",
	title: "A hexagon under equal radial forces",
	setup:
		"Regular hexagons with irregular interiors (four of them, seven inner vertices each) and one with a single inner vertex at (0.3, 0.15), expanded by equal radial forces on the six corners by 1 % and by 50 %. A membrane would expand evenly; how unevenly springs do is the standard deviation of the principal stretches over their mean elongation.",
	remarks: [
		"The paper's figure suggests that its formula removes the distortion. It only reduces it, most visibly at large expansion. Stiffness in proportion to the cotangent of the opposite angle removes it, where no angle at the boundary is obtuse: the library refuses it on the irregular interiors, where some springs would have a negative stiffness.",
	],
	run: async () => {
		const rows: Row[] = [];
		const figures: Figure[] = [];
		for (const { name, meshes, cases } of groups) {
			const [{ positions, triangles }] = meshes;
			const drawn: DrawnMesh[] = [{ title: "rest", positions, triangles }];
			for (const { rule, expected } of cases) {
				const spreads: number[][] = expansions.map(() => []);
				for (const mesh of meshes) {
					const states = await expand(mesh, rule, expansions);
					for (const [i, { stretches }] of states.entries())
						spreads[i].push(100 * unevenness(stretches));
					if (mesh === meshes[0])
						drawn.push({
							title: rule.name,
							positions: states[1].positions,
							triangles,
						});
				}
				for (const [i, expansion] of expansions.entries())
					rows.push(
						exact(
							`${name}, ${rule.name}, +${Math.round(100 * (expansion - 1))} %: unevenness [%]`,
							mean(spreads[i]),
							{
								expected: expected[i],
								...(expected[i] === 0
									? { tolerance: 1e-6, source: "cotangents expand evenly" }
									: { tolerance: 0.05, source: independent }),
							},
						),
					);
			}
			figures.push({
				kind: "drawing",
				title: `${name}: at rest, and expanded by 50 % with each rule. The formula (eqs 29, 27) reduces the distortion; it does not remove it.`,
				svg: meshDrawing(drawn),
			});
		}
		return { rows, figures };
	},
};
