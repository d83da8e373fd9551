import type { Vector3 } from "pliant";
import { elementFunctions } from "../../element.ts";
import {
	type Experiment,
	exact,
	ordering,
	type Row,
	told,
} from "../../experiment.ts";
import {
	type Membrane,
	modelNamed,
	springs,
	trbs,
	trqs,
} from "../../membranes.ts";
import { range } from "../../range.ts";
import { paper } from "../paper.ts";

const modelNames = new Map<Membrane, string>([
	[trbs, "trbs"],
	[trqs, "trqs"],
	[springs, "tensile-springs"],
]);
const angles = [40, 60, 90, 120, 150];

/** An isosceles triangle on a base of length 1, by the angle of its apex in degrees. */
function isosceles(degrees: number): Vector3[] {
	const height = 0.5 / Math.tan((degrees * Math.PI) / 360);
	return [
		[0, 0, 0],
		[1, 0, 0],
		[0.5, height, 0],
	];
}

/** What is left to move of a triangle whose first vertex is held and whose second one slides along the base: [vertex, axis]. */
const free = [
	[1, 0],
	[2, 0],
	[2, 1],
] as const;
const difference = 1e-6;

type Element = ReturnType<typeof elementFunctions>;

function isStable({ gradient }: Element, x: readonly Vector3[]): boolean {
	const K = free.map(([vertex, axis]) => {
		const [ahead, behind] = [difference, -difference].map((by) =>
			gradient(
				x.map((point, v): Vector3 => {
					const [a, b, c] = point.map((value, k) =>
						v === vertex && k === axis ? value + by : value,
					);
					return [a, b, c];
				}),
			),
		);
		return free.map(
			([v, k]) => (ahead[3 * v + k] - behind[3 * v + k]) / (2 * difference),
		);
	});
	const minor = (a: number, b: number, c: number, d: number) =>
		K[a][c] * K[b][d] - K[a][d] * K[b][c];
	return (
		K[0][0] > 0 &&
		minor(0, 1, 0, 1) > 0 &&
		K[0][0] * minor(1, 2, 1, 2) -
			K[0][1] * minor(1, 2, 0, 2) +
			K[0][2] * minor(1, 2, 0, 1) >
			0
	);
}

/** Compression, the same along all directions, at which a supported triangle gives way: the first, to a millionth. */
function bearableCompression(
	membrane: Membrane,
	nu: number,
	degrees: number,
): number {
	const X = isosceles(degrees);
	const element = elementFunctions(
		modelNamed(modelNames.get(membrane) as string),
		X,
		{ youngModulus2d: 1, poissonRatio: nu, dampingTime: 0 },
	);
	const bears = (compression: number) =>
		isStable(
			element,
			X.map(([x, y]) => [(1 - compression) * x, (1 - compression) * y, 0]),
		);
	const step = 0.01;
	let borne = 0;
	while (borne < 0.9 && bears(borne + step)) borne += step;
	let refused = borne + step;
	while (refused - borne > 1e-7) {
		const middle = (borne + refused) / 2;
		if (bears(middle)) borne = middle;
		else refused = middle;
	}
	return borne;
}

export const obtuseTriangles: Experiment = {
	id: "delingette/obtuse-triangles",
	paper,
	figure: "section III-E",
	title: "What obtuse triangles bear",
	setup:
		"A single triangle with E = 1 and a right, acute or obtuse apex, one vertex of it held and one sliding along the base, is made smaller in all directions alike: the compression at which it gives way, since its stiffness is no longer positive definite.",
	remarks: [
		"The paper warns of instabilities where a rest triangle is obtuse, since the foot of a vertex then lies outside of its edge. TRBS is a function of strain alone: it bears the same on triangles of any shape. TRQS bears less on obtuse triangles and on pointed ones than on right ones. Springs alone bear 25 % on a regular triangle, 4.3 % on one of 150°.",
		"Angular springs are negative in obtuse triangles whatever ν is, and in regular ones below ν = 1/3; that alone does no harm.",
		"`pliant check` counts the obtuse triangles of scenes with such models.",
	],
	run: () => {
		const rows: Row[] = [];
		for (const nu of [0, 0.3])
			for (const degrees of angles)
				rows.push(
					exact(
						`TRBS, ν = ${nu}, apex of ${degrees}°: compression`,
						bearableCompression(trbs, nu, degrees),
						{
							expected: 1 - Math.sqrt((1 + nu) / 2),
							tolerance: 1e-6,
							source: "closed form: shear gives way at s² = (1 + ν)/2",
						},
					),
				);
		for (const membrane of [trqs, springs])
			for (const degrees of angles)
				rows.push(
					told(
						`${membrane.name}, ν = 0.3, apex of ${degrees}°: compression`,
						bearableCompression(membrane, 0.3, degrees),
						{ source: "the paper has no number" },
					),
				);
		for (const membrane of [trqs, springs])
			rows.push(
				ordering(
					`${membrane.name}: what an apex of 150° bears, over what one of 90° does`,
					[150, 90].map((degrees) =>
						bearableCompression(membrane, 0.3, degrees),
					) as [number, number],
					{ source: "section III-E: obtuse triangles may be unstable" },
				),
			);
		return {
			rows,
			figures: [
				{
					kind: "plot",
					title: "Compression at which a triangle gives way, ν = 0.3",
					xLabel: "angle of the apex [°]",
					yLabel: "compression",
					series: [trbs, trqs, springs].map((membrane) => ({
						name: membrane.name,
						style: "line" as const,
						color: membrane.color,
						points: range(30, 160, 27).map(
							(degrees) =>
								[degrees, bearableCompression(membrane, 0.3, degrees)] as const,
						),
					})),
				},
			],
		};
	},
};
