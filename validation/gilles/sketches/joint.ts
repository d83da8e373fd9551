/** Fig. 5: the middle of two frames as each carries it, and forces of the spring between them in closed form. */
import type { FrameView, Vector3 } from "pliant";
import { type FramePose, multiplyQuaternions, turned } from "pliant/frames";
import { exact, type Row } from "../../experiment.ts";
import { line, type Panel } from "../../sketch.ts";
import { frameShapes } from "./frameShapes.ts";

/** [Pa] */
const [youngModulus, poissonRatio] = [1e5, 0.3];
export const material = { youngModulus, poissonRatio };
const shearModulus = youngModulus / (2 * (1 + poissonRatio));
const axialModulus =
	(2 * shearModulus * (1 - poissonRatio)) / (1 - 2 * poissonRatio);

/** Where a frame carries a point that is at rest elsewhere in the bar. */
function carried(
	{ position, orientation = [0, 0, 0, 1] }: FramePose,
	rest: Vector3,
	point: Vector3,
): FramePose {
	const arm = turned(
		orientation,
		point.map((c, k) => c - rest[k]),
	);
	return {
		position: position.map((c, k) => c + arm[k]) as unknown as Vector3,
		orientation,
	};
}

export function jointPanels(
	rests: readonly [Vector3, Vector3],
	frames: FrameView,
): Panel[] {
	const middle = rests[0].map(
		(c, k) => (c + rests[1][k]) / 2,
	) as unknown as Vector3;
	const [first, second] = [0, 1].map((i) => frames.pose(i));
	const [mi, mj] = [
		carried(first, rests[0], middle),
		carried(second, rests[1], middle),
	];
	const [x, y] = [0, 1].map((k) => (mi.position[k] + mj.position[k]) / 2);
	const q = mi.orientation?.map((c, k) => c + (mj.orientation?.[k] ?? 0)) ?? [];
	const length = Math.hypot(...q);
	const m: FramePose = {
		position: [x, y, 0],
		orientation: q.map(
			(c) => c / length,
		) as unknown as Required<FramePose>["orientation"],
	};
	const dark = "#222";
	const rest = (position: Vector3, name: string) =>
		frameShapes({ position }, name, dark);
	const arms = (poses: readonly FramePose[]) =>
		poses.map(({ position: [a, b] }, i) => {
			const [u, v] = [mi, mj][i].position;
			return line(
				[
					[a, b],
					[u, v],
				],
				{ dashed: true },
			);
		});
	return [
		{
			title: "at rest",
			shapes: [
				line(rests.map(([a, b]) => [a, b] as const)),
				...rest(rests[0], "i"),
				...rest(rests[1], "j"),
				...rest(middle, "m"),
			],
		},
		{
			title: "deformed",
			shapes: [
				...arms([first, second]),
				...frameShapes(first, "i", dark),
				...frameShapes(second, "j", dark),
				...frameShapes(mi, "mi", "#1f6fb4"),
				...frameShapes(mj, "mj", "#1f6fb4", [20, 14]),
				...frameShapes(m, "m", "#b3261e", [0, 20]),
			],
		},
	];
}

/** Forces of two frames, stretched and twisted against each other while both are turned: linear in extension and angle. */
export function jointForces(
	[length, width, depth]: Vector3,
	rests: readonly [Vector3, Vector3],
	frames: FrameView,
): Row[] {
	const turn = [0.3, 0.2, -0.4, Math.sqrt(1 - 0.29)] as const;
	const area = width * depth;
	const polar = (area * (width ** 2 + depth ** 2)) / 12;
	const pull = (extension: number, twist: number) => {
		for (const [i, [x, ...aside]] of rests.entries()) {
			const along = x + (i === 1 ? extension * length : 0);
			const half = i === 1 ? twist / 2 : 0;
			frames.place(i, {
				position: turned(turn, [along, ...aside]) as unknown as Vector3,
				orientation: multiplyQuaternions(turn, [
					Math.sin(half),
					0,
					0,
					Math.cos(half),
				]) as unknown as Required<FramePose>["orientation"],
			});
		}
		const forces = frames.internalForces();
		const axis = turned(turn, [1, 0, 0]);
		const along = (at: number) =>
			axis.reduce((sum, c, k) => sum + c * forces[at + k], 0);
		return { torque: -along(6), force: -along(9) };
	};
	const worst = (errors: readonly number[]) =>
		errors.reduce((most, e) => Math.max(most, Math.abs(e)), 0);
	const forces = [-0.3, 0.1, 0.5].map(
		(e) => pull(e, 0).force / (axialModulus * area * e) - 1,
	);
	const torques = [0.2, 1, 2].map(
		(a) => (pull(0, a).torque * length) / (shearModulus * polar * a) - 1,
	);
	return [
		exact("spring: largest error of the force when stretched", worst(forces), {
			atMost: 1e-9,
			source: "(λ + 2G) times section times extension",
		}),
		exact("spring: largest error of the torque when twisted", worst(torques), {
			atMost: 1e-9,
			source: "G times polar moment times angle over length",
		}),
	];
}
