import { expect, test } from "vitest";
import { alone } from "./alone.ts";
import { bar } from "./bar.ts";

const [youngModulus, poissonRatio, length, side] = [2e4, 0.3, 1, 0.2];
const G = youngModulus / (2 * (1 + poissonRatio));
/** λ + 2G: frames on the axis cannot contract the section. */
const axialModulus = (2 * G * (1 - poissonRatio)) / (1 - 2 * poissonRatio);
const soft = () =>
	bar({
		frames: 2,
		size: [length, side, side],
		youngModulus,
		poissonRatio,
	});

for (const linear of [
	{ method: "direct" },
	{ method: "conjugate-gradient" },
] as const)
	for (const forces of ["samples", "springs"] as const)
		test(`one linear system takes the step of a damped oscillator: ${linear.method}, ${forces}`, async () => {
			const body = soft().hold(0);
			const [h, alpha, beta] = [0.01, 4, 0.006];
			const { simulation, frames } = await alone(body, {
				gravity: [0, 0, 0],
				timeStep: h,
				substeps: 1,
				newtonIterations: 1,
				damping: { mass: alpha, stiffness: beta },
				linear,
				linearTolerance: 1e-10,
			});
			frames.forces = forces;
			// The free frame moves along the axis, with the mass that its weights carry; lumped with springs.
			const { positions } = body.definition.samples;
			const share = (s: number) =>
				(positions[3 * s] / length + 0.5) ** (forces === "samples" ? 2 : 1);
			const M = body
				.sampleMasses()
				.reduce((sum, m, s) => sum + m * share(s), 0);
			const K = (axialModulus * side ** 2) / length;
			let [u, v] = [1e-6, 3e-5];
			frames.place(1, { position: [length / 2 + u, 0, 0] });
			frames.velocities = [0, 0, 0, 0, 0, 0, 0, 0, 0, v, 0, 0];
			for (let step = 0; step < 5; step++) {
				simulation.step();
				v =
					(M * v - h * K * u) / (M * (1 + alpha * h) + (h * h + beta * h) * K);
				u += h * v;
				expect(frames.velocities[9] / v).toBeCloseTo(1, 4);
				expect((frames.pose(1).position[0] - length / 2) / u).toBeCloseTo(1, 4);
			}
		});

test("orientations stay unit quaternions, however long a body spins", async () => {
	const { simulation, frames } = await alone(soft(), {
		gravity: [0, 0, 0],
		timeStep: 0.02,
		substeps: 1,
		newtonIterations: 1,
	});
	frames.velocities = [3, 1, 8, 0, 0, 0, 3, 1, 8, 0, 0, 0];
	let turn = 0;
	for (let step = 0; step < 500; step++) {
		turn += 0.02 * Math.hypot(...frames.velocities.slice(0, 3));
		simulation.step();
	}
	expect(turn).toBeGreaterThan(10);
	for (const frame of [0, 1])
		expect(Math.hypot(...frames.pose(frame).orientation)).toBeCloseTo(1, 12);
});
