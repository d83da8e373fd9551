import { collider, type Scene } from "pliant";
import { isosurface, type Vector3 } from "pliant/mesh";
import { type Experiment, exact, type Form, told } from "../../experiment.ts";
import { skinFigure, skinInPoses, skinRows, skinsByRule } from "../../skin.ts";
import { paper } from "../paper.ts";

/** Ends [m] and radii of the two parts of a leg; the knee is at the origin. */
const hip: Vector3 = [-1.6, 0, 0];
const foot: Vector3 = [1.6, 0, 0];
const radius = 0.42;
/** The lower part turns about the knee by this much [rad]. */
const bend = 0.9;
const duration = 1.5;
/** Poses that the skin comes to rest in, one after the other [s]; in the last one the leg is straight again. */
const poseTimesOf: Readonly<Record<Form, readonly number[]>> = {
	full: [0, 0.6, 0.9, duration, 2 * duration],
	short: [0, 0.9, duration, 2 * duration],
};

/** Distance of a point to the segment from the knee to an end. */
function toSegment(x: number, y: number, z: number, end: Vector3): number {
	const t = Math.min(Math.max((x * end[0]) / (end[0] * end[0]), 0), 1);
	return Math.hypot(x - t * end[0], y, z);
}

const field = (x: number, y: number, z: number) =>
	[hip, foot].reduce(
		(sum, end) => sum + Math.exp(-6 * (toSegment(x, y, z, end) - radius)),
		0,
	);

const angle = (time: number) => {
	const s = Math.max(0, 1 - Math.abs(1 - time / duration));
	return bend * s * s * (3 - 2 * s);
};

const turned = ([x, y, z]: Vector3, by: number): Vector3 => [
	x * Math.cos(by) - y * Math.sin(by),
	x * Math.sin(by) + y * Math.cos(by),
	z,
];

export const skin: Experiment = {
	id: "vangelder/skin",
	paper,
	figure: "Fig. 6",
	title: "A skin that slides over a leg",
	setup:
		"An isosurface around two capsules that meet at a knee, of springs by eq. 29 and of constant stiffness. The skin is cut too small, so that it is stretched by 30 % before anything moves. It is held at both ends and slides over the capsules elsewhere, without friction, while the lower one turns about the knee by 0.9 rad; then it comes to rest. Again with poses in between, in each of which it comes to rest, as in the figure, and back.",
	remarks: [
		"Without that tension the skin buckles inside the knee, and springs without bending stiffness have many equilibria there: depending on the time step and the linear solver the largest way was between 0.22 and 0.27 m, each with a residual of 10⁻⁹. Stretched, the skin has one.",
		"The paper's figure is the hind quarter of a tiger, whose data are not available. This leg stands for it: the same rule (ν = 0), the same sliding over shapes that move.",
	],

	run: async (form) => {
		const poseTimes = poseTimesOf[form];
		const mesh = isosurface({
			field,
			level: Math.exp(-6 * 0.1),
			low: [-2.31, -0.77, -0.77],
			high: [2.31, 0.77, 0.77],
			spacing: form === "full" ? 0.18 : 0.3,
		});
		const setup = {
			mesh,
			stretch: 1.3,
			shapes: (scene: Scene) => {
				const capsule = (to: Vector3) =>
					collider.capsule({ from: [0, 0, 0], to, radius });
				scene.collide(capsule(hip), { distance: 0.02 });
				scene.collide(capsule(foot), {
					distance: 0.02,
					turn: { axis: [0, 0, 1], angle },
				});
			},
			distance: (x: Vector3, time: number) =>
				Math.min(
					toSegment(...x, hip),
					toSegment(...turned(x, -angle(time)), foot),
				) - radius,
			held: (X: Vector3) => {
				if (X[0] < hip[0]) return () => X;
				if (X[0] > foot[0]) return (time: number) => turned(X, angle(time));
				return undefined;
			},
		};
		const skins = await skinsByRule({ ...setup, duration });
		const poses = await skinInPoses(setup, poseTimes);
		const farthest = (a: Float64Array, b: Float64Array) =>
			a.reduce((most, c, i) => Math.max(most, Math.abs(c - b[i])), 0);
		const bent = poses[poseTimes.indexOf(duration)];
		return {
			rows: [
				...[skins.constant, skins.formula].map(({ rule, slid }) =>
					told(`${rule.name}: largest way along the leg [m]`, slid, {
						source: "the paper gives pictures only",
					}),
				),
				told(
					"roughness: eq. 29 over constant k",
					skins.formula.roughness / skins.constant.roughness,
					{ source: "the paper shows eq. 29 alone" },
				),
				...skinRows(skins, "the leg"),
				exact(
					"sequence of poses: farthest a vertex of the bent leg is from where it is without poses between [m]",
					farthest(bent.positions, skins.formula.positions),
					{ atMost: 1e-6, source: "there is one equilibrium" },
				),
				exact(
					"sequence of poses: farthest a vertex is from where it was before, when the leg is straight again [m]",
					farthest(poses[poses.length - 1].positions, poses[0].positions),
					{ atMost: 1e-6, source: "there is one equilibrium" },
				),
				exact(
					"sequence of poses: least distance to the leg [m]",
					Math.min(...poses.map(({ leastDistance }) => leastDistance)),
					{ atLeast: 0, source: "the skin stays outside" },
				),
			],
			figures: [
				skinFigure(mesh, skins),
				...poses.slice(0, -1).map(({ positions }, i) => ({
					kind: "picture" as const,
					title: `The skin of eq. 29 at ${poseTimes[i]} s, the knee bent by ${angle(poseTimes[i]).toFixed(2)} rad`,
					bodies: [{ mesh, positions, held: [] }],
					options: { size: { width: 480, height: 360 } },
				})),
			],
		};
	},
};
