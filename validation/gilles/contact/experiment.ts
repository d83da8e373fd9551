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
import { bedding, firmly, pressBunny, radius, way } from "./pressBunny.ts";

/** How far the weight of the inserted frame reaches [m]. */
const reaches = [0.03, 0.06];
const names = [
	"no frame inserted",
	...reaches.map((r) => `a frame that reaches ${1000 * r} mm`),
];

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
	setup: `A ball of ${2000 * radius} mm comes down on the back of a bunny of 20 cm (E = 700 kPa, ν = 0.3) with two frames, whose feet are tied to the ground by ${bedding / 1000} N/mm, ${1000 * way} mm from where it touches. As soon as it pushes with ${firmly} N, a frame is inserted where it does, with a weight that reaches ${reaches.map((r) => 1000 * r).join(" or ")} mm within the bunny, or none. The surface that touches is coarser than the one that is looked at.`,
	remarks: [
		"The paper's bunny is the Stanford one, with 34,000 vertices to be looked at and 2500 that touch; ours is made of ellipsoids.",
		"Two frames cannot give way where the ball presses: they go down as a whole, and the head swings.",
		"The ball's forces have no moment about its middle; nor must the forces on the feet, since they hold the bunny against the ball alone.",
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
			found.push(await pressBunny(rabbit, reach, isShort ? 0.02 : 0.01));

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
		for (const [i, { touch, held, moment, insertion }] of found.entries()) {
			const push = Math.hypot(...touch.normalForce);
			rows.push(
				exact(
					`${names[i]}: push of the ball and forces on the feet, sum over push`,
					Math.hypot(...held.map((f, k) => f + touch.normalForce[k])) / push,
					{ atMost: 1e-6, source: "balance" },
				),
				exact(
					`${names[i]}: moment on the feet about the ball's middle, over push and radius`,
					Math.hypot(...moment) / (push * radius),
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
		for (const [i, { touch, dent }] of found.entries())
			rows.push(
				told(
					`${names[i]}: push of the ball [N]`,
					Math.hypot(...touch.normalForce),
					{ source: "the paper has pictures" },
				),
				told(`${names[i]}: the ball goes into the bunny by [mm]`, 1000 * dent, {
					source: `of ${1000 * way} mm`,
				}),
			);
		for (const i of [1, 2])
			rows.push(
				ordering(
					`how far the ball goes into the bunny, ${names[0]} over ${names[i]}`,
					[found[0].dent, found[i].dent],
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
							low: [-0.08, 0, -0.05] as const,
							high: [0.06, 0.12, 0.05] as const,
						},
					},
				})),
			],
		};
	},
};
