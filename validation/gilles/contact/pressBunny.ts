/** A ball comes down on the back of a bunny that stands on soft feet, and stays; a frame may be inserted where it touches. */
import {
	ball as ballJoint,
	collider,
	Scene,
	type Simulation,
	simulate,
	type Vector3,
} from "pliant";
import type { SoftBunny } from "../bunnyBody.ts";

/** The ball: its size [m], where it comes down, how fast [m/s], how far from where it touches. */
export const radius = 0.02;
const along = -0.03;
const speed = 0.05;
export const way = 0.01;
/** Between ball and bunny at the beginning [m]. */
const gap = 1e-3;
/** Push of the ball with which the frame is inserted [N]. */
export const firmly = 5;
/** Of all ties of the feet together [N/m]. */
export const bedding = 4e4;
const feet: readonly Vector3[] = [
	[-0.05, 0.005, -0.03],
	[-0.05, 0.005, 0.03],
	[0.04, 0.005, -0.03],
	[0.04, 0.005, 0.03],
];

/** Height of the ball's middle where it touches the bunny at rest [m]. */
function touchingHeight({ positions }: SoftBunny["collisionSurface"]): number {
	let height = 0;
	for (let i = 0; i < positions.length; i += 3) {
		const beside = Math.hypot(positions[i] - along, positions[i + 2]);
		if (beside >= radius) continue;
		const above = Math.sqrt(radius ** 2 - beside ** 2);
		height = Math.max(height, positions[i + 1] + above);
	}
	return height;
}

/** @param reach of the inserted frame's weight [m]; none is inserted where it is 0 */
export async function pressBunny(
	rabbit: SoftBunny,
	reach: number,
	timeStep: number,
) {
	const { shape, collisionSurface, local } = rabbit;
	const scene = new Scene({ gravity: [0, 0, 0] });
	const body = scene.add(rabbit.body());
	const points = feet.map((place) => body.point(place));
	const stiffness = bedding / feet.length;
	const ties = feet.map((place, i) =>
		scene.attach(points[i], place, { kind: ballJoint({ stiffness }) }),
	);
	const top = touchingHeight(collisionSurface);
	const duration = (gap + way) / speed;
	const heightAt = (t: number) => top + gap - speed * Math.min(t, duration);
	scene.collide(collider.sphere({ centre: [along, 0, 0], radius }), {
		distance: 5e-4,
		motion: (t) => [0, heightAt(t), 0],
	});
	const simulation = await simulate(scene, {
		timeStep,
		damping: { mass: 5, stiffness: 0.002 },
	});
	const frames = simulation.frames(body);
	const look = () => ({
		x: simulation.positions(body).slice(),
		v: simulation.velocities(body).slice(),
		push: pushOf(simulation, body),
		...simulation.energies(),
	});
	let insertion:
		| {
				before: ReturnType<typeof look>;
				after: ReturnType<typeof look>;
				milliseconds: number;
		  }
		| undefined;
	const pushes: (readonly [number, number])[] = [];
	while (simulation.time < duration - timeStep / 2) {
		simulation.step();
		const [{ centre }] = simulation.contacts(body);
		const push = pushOf(simulation, body);
		pushes.push([1000 * (top - heightAt(simulation.time)), push]);
		if (reach === 0 || insertion || !centre || push < firmly) continue;
		const before = look();
		const { milliseconds } = frames.insert(centre, local(reach));
		insertion = { before, after: look(), milliseconds };
	}
	simulation.solveStatics();
	pushes.push([1000 * way, pushOf(simulation, body)]);

	const [touch] = simulation.contacts(body);
	const origin = shape.frames[0].position;
	const middle: Vector3 = [along, top - way, 0];
	const forces = ties.map((tie) => simulation.attachmentForce(tie));
	const places = points.map((point) => simulation.positionOf(point));
	const dent = way - (origin[1] - frames.positionOf(origin)[1]);
	const positions = simulation.positions(body).slice();
	if (insertion) frames.remove(frames.count - 1);
	const without = simulation.positions(body);
	return {
		insertion,
		pushes,
		touch,
		middle,
		positions,
		/** What the inserted frame adds to the motion of vertices [m]. */
		added: positions.map((c, i) => c - without[i]),
		/** What holds the feet: forces [N], and moments about the ball's middle [N m]. */
		held: sum(forces),
		moment: sum(
			forces.map((f, i) => {
				const arm = places[i].map((c, k) => c - middle[k]);
				return [
					arm[1] * f[2] - arm[2] * f[1],
					arm[2] * f[0] - arm[0] * f[2],
					arm[0] * f[1] - arm[1] * f[0],
				];
			}),
		),
		/** How far the ball went into the bunny, which went down as a whole by the rest of its way [m]. */
		dent,
	};
}

/** [N] */
const pushOf = (
	simulation: Simulation,
	body: Parameters<Simulation["contacts"]>[0],
): number => Math.hypot(...simulation.contacts(body)[0].normalForce);

const sum = (vectors: readonly (readonly number[])[]): number[] =>
	[0, 1, 2].map((k) => vectors.reduce((total, v) => total + v[k], 0));
