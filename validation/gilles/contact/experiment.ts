import { sphere, vertexCount } from "pliant/mesh";
import {
	colors,
	type Experiment,
	exact,
	ordering,
	type Row,
	told,
} from "../../experiment.ts";
import { softBunny } from "../bunnyBody.ts";
import { paper } from "../paper.ts";
import { firmly, pressBunny, radius, way } from "./pressBunny.ts";

/** How far the weight of the inserted frame reaches [m]. */
const reaches = [0.03, 0.06];
const names = [
	"no frame inserted",
	...reaches.map((r) => `a frame that reaches ${1000 * r} mm`),
];

/** E/(1 − ν²) [Pa]. */
const plateModulus = 700e3 / (1 - 0.3 ** 2);

const largest = (a: Float64Array, b: Float64Array) =>
	a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

/** The part of vertices that move by more than a tenth of the farthest [%]. */
function partMoved(motion: Float64Array): number {
	const ways = Float64Array.from({ length: motion.length / 3 }, (_, v) =>
		Math.hypot(...motion.subarray(3 * v, 3 * v + 3)),
	);
	const farthest = ways.reduce((x, y) => Math.max(x, y), 0);
	return (100 * ways.filter((w) => w > farthest / 10).length) / ways.length;
}

export const contact: Experiment = {
	id: "gilles/contact",
	paper,
	figure: "Fig. 9, section 5.1",
	title: "A frame inserted where a ball touches",
	setup: `A ball of ${2000 * radius} mm comes down on the back of a bunny of 20 cm (E = 700 kPa, ν = 0.3) with two frames, that of its body held, ${1000 * way} mm from where it touches. As soon as it pushes with ${firmly} N, a frame is inserted where it does, with a weight that reaches ${reaches.map((r) => 1000 * r).join(" or ")} mm within the bunny, or none. The surface that touches is coarser than the one that is looked at.`,
	remarks: [
		"The paper's bunny is the Stanford one, with 34,000 vertices to be looked at and 2500 that touch; ours is made of ellipsoids.",
		"Without the frame the back can give way only as far as it follows the head, which swings.",
		"The ball's forces have no moment about its middle; nor must what holds the bunny.",
	],
	run: async (form) => {
		const isShort = form === "short";
		const rabbit = softBunny(isShort ? 800 : 2300, {
			vertices: isShort ? 5000 : 34000,
			touching: 2500,
		});
		const { shape, collisionSurface } = rabbit;
		const found: Awaited<ReturnType<typeof pressBunny>>[] = [];
		for (const reach of [0, ...reaches])
			found.push(await pressBunny(rabbit, reach));

		const rows: Row[] = [
			told("vertices to be looked at", vertexCount(shape.surface), {
				expected: 34000,
				source: "the paper, Table I",
			}),
			told("vertices that touch", vertexCount(collisionSurface), {
				expected: 2500,
				source: "the paper, Table I",
			}),
		];
		for (const [i, { touch, held, insertion }] of found.entries()) {
			const push = Math.hypot(...touch.normalForce);
			rows.push(
				exact(
					`${names[i]}: push of the ball and what holds the body, sum over push`,
					Math.hypot(...held.force.map((f, k) => f + touch.normalForce[k])) /
						push,
					{ atMost: 1e-6, source: "balance" },
				),
				exact(
					`${names[i]}: moment of what holds it about the ball's middle, over push and radius`,
					Math.hypot(...held.moment) / (push * radius),
					{ atMost: 1e-6, source: "balance" },
				),
				exact(
					`${names[i]}: vertices that touch, nearest to the ball [m]`,
					touch.distance,
					{ atLeast: 0, source: "none is inside" },
				),
			);
			if (!insertion) continue;
			const { before, after, milliseconds } = insertion;
			rows.push(
				exact(
					`${names[i]}: largest jump of a vertex where it is inserted [m]`,
					largest(before.x, after.x),
					{ atMost: 1e-9, source: "continuity" },
				),
				exact(
					`${names[i]}: largest jump of a velocity [m/s]`,
					largest(before.v, after.v),
					{ atMost: 1e-9, source: "continuity" },
				),
				...(["elastic", "kinetic", "push"] as const).map((what) =>
					exact(
						`${names[i]}: ${what === "push" ? "push of the ball" : `${what} energy`} after insertion, over before`,
						after[what] / before[what],
						{ expected: 1, tolerance: 1e-9, source: "continuity" },
					),
				),
				told(`${names[i]}: cost of the insertion [ms]`, milliseconds, {
					source: "this machine",
				}),
			);
		}
		const pushes = found.map(({ touch }) => Math.hypot(...touch.normalForce));
		for (const [i, push] of pushes.entries())
			rows.push(
				told(`${names[i]}: push of the ball [N]`, push, {
					source: "the paper has pictures",
				}),
			);
		rows.push(
			told(
				`${names[1]}: push over that on a half-space`,
				pushes[1] / ((4 / 3) * plateModulus * radius ** 0.5 * way ** 1.5),
				{
					expected: 1,
					source: "Hertz, 4/3 E/(1 − ν²) √r d^3/2, which is for small strains",
				},
			),
		);
		for (const i of [1, 2])
			rows.push(
				ordering(
					`push of the ball, ${names[i]} over ${names[0]}`,
					[pushes[i], pushes[0]],
					{ source: "Fig. 9: it gives way where it is touched" },
				),
			);
		const parts = [1, 2].map((i) => partMoved(found[i].added));
		rows.push(
			...parts.map((part, i) =>
				told(`${names[i + 1]}: vertices that it moves [%]`, part, {
					source: "by a tenth of the farthest",
				}),
			),
			ordering(
				"vertices that it moves, 30 mm over 60 mm",
				[parts[0], parts[1]],
				{
					source: "Fig. 9: more or less global",
				},
			),
		);
		const ball = sphere({ radius });
		return {
			rows,
			figures: [
				{
					kind: "plot",
					title: "Push of the ball",
					xLabel: "way from where it touches [mm]",
					yLabel: "push [N]",
					series: found.map(({ pushes }, i) => ({
						name: i === 0 ? names[0] : `reach ${1000 * reaches[i - 1]} mm`,
						style: "line and points" as const,
						color: [colors.linear, colors.trbs, colors.trqs][i],
						points: pushes,
					})),
				},
				...found.map(({ positions, middle }, i) => ({
					kind: "picture" as const,
					title: `A ball presses: ${names[i]}`,
					bodies: [{ mesh: shape.surface, positions, held: [] }],
					obstacles: [
						{
							triangles: ball.triangles,
							positions: ball.positions.map((c, k) => c + middle[k % 3]),
						},
					],
					options: {
						view: {
							low: [-0.09, 0, -0.06] as const,
							high: [0.09, 0.2, 0.06] as const,
						},
					},
				})),
			],
		};
	},
};
