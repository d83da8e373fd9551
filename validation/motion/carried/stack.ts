/** A block on a block: the lower one is pushed along a level without friction. */
import {
	Body,
	collider,
	RigidBody,
	Scene,
	type SceneBody,
	simulate,
} from "pliant";
import { FrameBody } from "pliant/frames";
import { type BoxKind, boxes, g, kinds, mean } from "../bodies.ts";
import { thickness } from "../ground.ts";
import { type Sample, track } from "../track.ts";

export const pair = { friction: 0.4, seconds: 0.5 };

/** Accelerations [m/s²] of the lower block under a force, as if both stuck together: below and above what friction passes on. */
export const pushes = { sticking: 3, sliding: 8 };

const lowerSize = [0.8, 0.04, 0.2] as const;

interface Pair {
	readonly lower: BoxKind;
	readonly upper: string;
}

/** Heights [m] of both blocks above where they are made. */
type Lift = readonly [number, number];

function sceneOf({ lower, upper }: Pair, lift: Lift, floorFriction: number) {
	const scene = new Scene({
		contact: { thickness, friction: pair.friction },
	});
	const [length, height, width] = lowerSize;
	const below = scene.add(
		boxes[lower]({
			size: lowerSize,
			origin: [-length / 2, 0.45 * thickness + lift[0], -width / 2],
			youngModulus: 1e7,
		}),
	);
	const above = scene.add(kinds[upper](height + 1.4 * thickness + lift[1]));
	scene.collide(collider.plane(), { friction: floorFriction });
	return { scene, below, above };
}

function massOf(body: SceneBody): number {
	if (body instanceof Body) return body.mass;
	if (body instanceof RigidBody) return body.properties.mass;
	if (body instanceof FrameBody)
		return body.sampleMasses().reduce((a, b) => a + b);
	throw new Error(`${body.label} has no mass that is known here`);
}

/** How far both have moved [m] over time, and the masses [kg]. */
export async function pushed(which: Pair, acceleration: number) {
	const settled = sceneOf(which, [0, 0], 0.5);
	const statics = await simulate(settled.scene);
	const heights = () =>
		[settled.below, settled.above].map((body) =>
			mean(statics.positions(body), 1),
		);
	const before = heights();
	statics.solveStatics();
	const after = heights();
	const lift: Lift = [after[0] - before[0], after[1] - before[1]];
	const { scene, below, above } = sceneOf(which, lift, 0);
	const masses = [massOf(below), massOf(above)];
	const force = acceleration * (masses[0] + masses[1]);
	if (below instanceof RigidBody) below.push({ force: [force, 0, 0] });
	if (below instanceof Body) below.accelerate([force / masses[0], 0, 0]);
	const places = await track(scene, pair.seconds, (simulation) =>
		[below, above].map((body) => mean(simulation.positions(body), 0)),
	);
	const [{ value: start }] = places;
	const of = (i: number): Sample<number>[] =>
		places.map(({ time, value }) => ({ time, value: value[i] - start[i] }));
	return { lower: of(0), upper: of(1), masses };
}

/** Accelerations [m/s²] of the lower and the upper block by Newton and Coulomb. */
export function accelerations(
	acceleration: number,
	[lower, upper]: readonly number[],
): readonly [number, number] {
	if (acceleration <= pair.friction * g) return [acceleration, acceleration];
	const passed = pair.friction * g;
	return [(acceleration * (lower + upper) - passed * upper) / lower, passed];
}
