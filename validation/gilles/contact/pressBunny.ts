/** A ball comes down on the back of a bunny, and stays; a frame may be inserted where it touches. */
import {
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
export async function pressBunny(rabbit: SoftBunny, reach: number) {
	const { collisionSurface, local } = rabbit;
	const scene = new Scene({ gravity: [0, 0, 0] });
	const body = scene.add(rabbit.body().hold(0));
	const top = touchingHeight(collisionSurface);
	const duration = (gap + way) / speed;
	const heightAt = (t: number) => top + gap - speed * Math.min(t, duration);
	scene.collide(collider.sphere({ centre: [along, 0, 0], radius }), {
		distance: 5e-4,
		motion: (t) => [0, heightAt(t), 0],
	});
	const simulation = await simulate(scene, {
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
	while (simulation.time < duration) {
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
	const middle: Vector3 = [along, top - way, 0];
	const held = simulation.reaction(body, middle);
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
		/** What holds the body's frame: its force [N], and moment about the ball's middle [N m]. */
		held,
	};
}

/** [N] */
const pushOf = (
	simulation: Simulation,
	body: Parameters<Simulation["contacts"]>[0],
): number => Math.hypot(...simulation.contacts(body)[0].normalForce);
