import { cable, collider, quadraticSpring, Scene, simulate } from "pliant";
import type { Friction } from "pliant/colliders";
import { createMesh } from "pliant/mesh";
import { type Experiment, exact, type Row } from "../../experiment.ts";

/** Radius of the drum and of the cable's middle about it [m], force at its loose end [N]. */
const radius = 0.05;
const thickness = 1e-3;
const held = 1;

/** Forces at the pulled end over that at the loose end, of a cable that slides round a drum by an angle [rad]. */
async function forceRatio(
	friction: Friction,
	angle: number,
	segments: number,
): Promise<number> {
	const around = radius + thickness / 2;
	const straight = 0.06;
	// From the loose end to the drum along −x, round it, and away from it along the tangent.
	const total = 2 * straight + around * angle;
	const place = (s: number): [number, number, number] => {
		if (s < straight) return [s - straight, around, 0];
		const turn = Math.min((s - straight) / around, angle);
		const over = Math.max(s - straight - around * angle, 0);
		return [
			around * Math.sin(turn) + over * Math.cos(turn),
			around * Math.cos(turn) - over * Math.sin(turn),
			0,
		];
	};
	const positions = Array.from({ length: segments + 1 }, (_, i) =>
		place((total * i) / segments),
	).flat();
	const edges = Array.from({ length: segments }, (_, i) => [i, i + 1]).flat();
	const scene = new Scene({
		gravity: [0, 0, 0],
		contact: { thickness, self: false },
	});
	const rope = scene.add(
		cable.mesh(createMesh({ positions, edges }), {
			spring: quadraticSpring({ axialStiffness: 2000 }),
			linearDensity: 0.05,
		}),
	);
	scene.collide(
		collider.cylinder({ from: [0, 0, -0.02], to: [0, 0, 0.02], radius }),
		{ friction },
	);
	rope.pull([0], [-held, 0, 0]);
	const direction = [Math.cos(angle), -Math.sin(angle)];
	const speed = 0.02;
	rope.move([segments], (time) => [
		speed * time * direction[0],
		speed * time * direction[1],
		0,
	]);
	const simulation = await simulate(scene, {
		damping: { mass: 20 },
	});
	await simulation.run({ seconds: 0.8 });
	const { force } = simulation.reaction(rope);
	return (force[0] * direction[0] + force[1] * direction[1]) / held;
}

export const capstan: Experiment = {
	id: "contact/capstan",
	paper: "Euler and Eytelwein",
	figure: "a cable round a drum",
	title: "The capstan's law",
	setup:
		"A cable slides round a drum of 50 mm radius, pulled at 20 mm/s against 1 N; the force that it takes over e^{μθ}.",
	run: async (form) => {
		const rows: Row[] = [];
		const half = Math.PI;
		const sticksMore = { static: 0.5, kinetic: 0.3 };
		const cases: readonly (readonly [Friction, number])[] =
			form === "short"
				? [[sticksMore, half]]
				: [
						[0.1, half],
						[0.3, half / 2],
						[0.3, half],
						[0.5, half],
						[sticksMore, half],
					];
		for (const [friction, angle] of cases) {
			const slides = typeof friction === "number" ? friction : friction.kinetic;
			const what =
				typeof friction === "number"
					? `μ = ${friction}`
					: `μ = ${friction.static} and ${friction.kinetic}`;
			rows.push(
				exact(
					`${what}, ${Math.round((180 * angle) / Math.PI)}°: force over e^{μθ} of what slides`,
					(await forceRatio(friction, angle, 96)) / Math.exp(slides * angle),
					{ expected: 1, tolerance: 0.03, source: "T₁ = T₀ e^{μθ}" },
				),
			);
		}
		return { rows, figures: [] };
	},
};
