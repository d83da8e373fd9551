/** Bodies of every kind for the experiments of motion. All of them are boxes, sheets or lines along x. */
import {
	Body,
	cable,
	cloth,
	quadraticSpring,
	rigidBody,
	type SceneBody,
	solid,
	stableNeoHookean,
	stableNeoHookeanHexahedra,
	type Vector3,
} from "pliant";
import { boxSamples, frameBody, linearWeights } from "pliant/frames";
import { box } from "pliant/mesh";
import { laws, rod } from "pliant/models";
import { softCloth } from "../contact/bodies.ts";

export const g = 9.81;

/** Thickness [m] of the boxes of `kinds`, and their extent along x and z. */
const height = 0.02;
const length = 0.1;

export interface Shape {
	readonly size: Vector3;
	/** The minimum corner [m]. */
	readonly origin: Vector3;
	/** Young's modulus [Pa] of soft ones. */
	readonly youngModulus?: number;
	/** Needed if a scene has several frame bodies, which are all called the same otherwise. */
	readonly name?: string;
}

const rubber = (youngModulus: number) => ({ youngModulus, poissonRatio: 0.35 });

/** Boxes by kind. */
export const boxes = {
	"rigid body": ({ size, origin }: Shape) =>
		rigidBody({
			mesh: box({ size, origin, cells: [1, 1, 1] }),
			density: 1000,
		}),
	"quadratic solid": ({ size, origin, youngModulus = 1e6 }: Shape) =>
		solid.box(
			{ size, origin, cells: [2, 1, 2] },
			{ solid: stableNeoHookean(rubber(youngModulus)), density: 1000 },
		),
	"linear solid": ({ size, origin, youngModulus = 1e6 }: Shape) =>
		solid.box(
			{ size, origin, cells: [4, 2, 4] },
			{ solid: stableNeoHookeanHexahedra(rubber(youngModulus)), density: 1000 },
		),
	"frame body": ({ size, origin, youngModulus = 1e6, name = "" }: Shape) => {
		const [x, y, z] = origin.map((c, k) => c + size[k] / 2);
		const frames = [-1, 0, 1].map((i) => ({
			position: [x + (i * size[0]) / 3, y, z] as const satisfies Vector3,
		}));
		return frameBody({
			name,
			samples: boxSamples({ size, origin, counts: [8, 2, 4] }),
			frames,
			weights: linearWeights(frames.map(({ position }) => position)),
			law: laws.stVenantKirchhoff(rubber(youngModulus)),
			density: 1000,
			surface: box({ size, origin, cells: [2, 1, 2] }),
		});
	},
} as const satisfies Record<string, (shape: Shape) => SceneBody>;

export type BoxKind = keyof typeof boxes;

/** Things that lie on the level y = 0, `gap` [m] above it, by kind. */
export const kinds: Readonly<Record<string, (gap: number) => SceneBody>> = {
	...Object.fromEntries(
		Object.entries(boxes).map(([kind, make]) => [
			kind,
			(gap: number) =>
				make({
					size: [length, height, length],
					origin: [-length / 2, gap, -length / 2],
				}),
		]),
	),
	cloth: (gap) =>
		cloth
			.grid({ size: [length, length], cells: [6, 6], plane: "xz" }, softCloth)
			.place((x, y, z) => [x - length / 2, y + gap, z - length / 2]),
	cable: (gap) =>
		cable.line(
			{ from: [-length / 2, gap, 0], to: [length / 2, gap, 0], segments: 8 },
			{
				spring: quadraticSpring({ axialStiffness: 1000 }),
				linearDensity: 0.05,
			},
		),
	rod: (gap) =>
		cable.line(
			{ from: [-length / 2, gap, 0], to: [length / 2, gap, 0], segments: 8 },
			{
				spring: rod({ youngModulus: 5e7, poissonRatio: 0.4, radius: 0.002 }),
				linearDensity: 0.015,
			},
		),
};

/** Mean of one coordinate over a body's vertices, from xyz of each. */
export function mean(values: ArrayLike<number>, axis: number): number {
	let sum = 0;
	for (let i = axis; i < values.length; i += 3) sum += values[i];
	return (3 * sum) / values.length;
}

/** Begins to turn about the origin. */
export function spin(body: SceneBody, [p, q, r]: Vector3): void {
	const velocity = (x: number, y: number, z: number): Vector3 => [
		q * z - r * y,
		r * x - p * z,
		p * y - q * x,
	];
	if (body instanceof Body) body.launch(velocity);
	else body.launch(velocity, [p, q, r]);
}
