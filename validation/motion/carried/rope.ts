/**
 * A rope that slides over a fixed cylinder because one end is longer.
 *
 * On the cylinder, at the angle φ from where the rope comes up, with tension T, mass per length λ, speed v and acceleration a:
 *
 *   N′ = T + λ R g sin φ − λ v²,   T′ = λ R a + λ R g cos φ + μ N′
 *
 * and T(0) = λ l₂ (g + a), T(π) = λ l₁ (g − a) at the hanging ends. Solved for a, with E = e^{μπ}:
 *
 *   a = [g (l₁ − E l₂ − 2 μ R (E + 1)/(1 + μ²)) + v² (E − 1)] / [l₁ + E l₂ + R (E − 1)/μ]
 *
 * which is g (l₁ − l₂) over the whole length for μ → 0.
 */
import { cable, collider, createMesh, quadraticSpring, Scene } from "pliant";
import { g } from "../bodies.ts";
import { type Ground, thickness } from "../ground.ts";
import { rungeKutta } from "../ode.ts";
import { type Sample, track } from "../track.ts";

export const rope = {
	...{ friction: 0.2, radius: 0.05, long: 0.6, short: 0.2, seconds: 0.4 },
	linearDensity: 0.05,
};

/**
 * When friction is that of a rope that slides [s]. The rope begins without tension; waves along it pull it taut, and it slides a little faster
 * for that. The equation goes on from where the rope is then.
 */
const taut = 0.1;

interface Start {
	readonly time: number;
	/** Distance [m] so far, and speed [m/s]. */
	readonly distance: number;
	readonly speed: number;
}

/** Distance [m] that the rope slides, over time, where the middle of the rope is at a radius [m]. */
function slidingRope(radius: number, start: Start): Sample<number>[] {
	const { friction: mu, long, short } = rope;
	const E = Math.exp(mu * Math.PI);
	const path: Sample<number>[] = [];
	rungeKutta(
		[start.distance, start.speed],
		([x, v]) => {
			const [l1, l2] = [long + x, short - x];
			const pull =
				g * (l1 - E * l2 - (2 * mu * radius * (E + 1)) / (1 + mu ** 2)) +
				v * v * (E - 1);
			return [v, pull / (l1 + E * l2 + (radius * (E - 1)) / mu)];
		},
		{ seconds: rope.seconds - start.time, steps: 2000 },
		(time, [x]) => {
			path.push({ time: start.time + time, value: x });
		},
	);
	return path;
}

/** Distance [m] of a simulated rope, and as expected: vertices keep out of a cylinder, or surfaces touch. */
export async function simulatedRope(ground: Ground, segments: number) {
	const { friction, radius, long, short, seconds, linearDensity } = rope;
	// Vertices rest at about half of a thousandth of the rope's length. Of surfaces, the middles of edges touch.
	const edge = (long + short) / segments;
	const around =
		radius +
		(ground === "block"
			? thickness / 2 + edge ** 2 / (8 * radius)
			: (long + short) * 6e-4);
	const total = long + short + Math.PI * around;
	const place = (s: number): readonly number[] => {
		const onTop = s - short;
		if (onTop < 0) return [-around, onTop, 0];
		if (onTop > Math.PI * around) return [around, Math.PI * around - onTop, 0];
		const angle = onTop / around;
		return [-around * Math.cos(angle), around * Math.sin(angle), 0];
	};
	const scene = new Scene({
		...(ground === "block" && { contact: { thickness, self: false } }),
	});
	const body = scene.add(
		cable.mesh(
			createMesh({
				positions: Array.from({ length: segments + 1 }, (_, i) =>
					place((total * i) / segments),
				).flat(),
				edges: Array.from({ length: segments }, (_, i) => [i, i + 1]).flat(),
			}),
			{ spring: quadraticSpring({ axialStiffness: 2000 }), linearDensity },
		),
	);
	scene.collide(
		collider.cylinder({ from: [0, 0, -0.05], to: [0, 0, 0.05], radius }),
		{ friction },
	);
	const mass = linearDensity * total;
	// The long end goes straight down; all of the rope has the same speed.
	const motion = await track(scene, seconds, (simulation) => ({
		height: simulation.positions(body)[3 * segments + 1],
		speed: Math.sqrt((2 * simulation.energies().kinetic) / mass),
	}));
	const [{ value: start }] = motion;
	const samples = motion.map(({ time, value }) => ({
		...{ time, value: start.height - value.height },
	}));
	const first = motion.findIndex(({ time }) => time > taut - 1e-9);
	const expected = slidingRope(around, {
		time: motion[first].time,
		distance: samples[first].value,
		speed: motion[first].value.speed,
	});
	return { samples, expected };
}
