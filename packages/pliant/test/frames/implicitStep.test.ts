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

/** Settings of a backward Euler step of length τ from x* and v* (`time/integrators/alphaMethod.ts`): what is remembered, with its weight e. */
interface Part {
	readonly length: number;
	readonly duration: number;
	readonly e: number;
}

const timeStep = 0.01;

/** Returns the parts of substep number i. */
function partsOf(integrator: "implicit-euler" | "midpoint", i: number) {
	const euler = (length: number): Part => ({ length, duration: length, e: 0 });
	const trapezoid = (length: number): Part => ({
		...{ length, duration: length / 2, e: 0 },
	});
	if (integrator === "implicit-euler") return [euler(timeStep)];
	if (i > 0) return [trapezoid(timeStep)];
	return [euler(timeStep / 16), trapezoid((15 / 16) * timeStep)];
}

for (const integrator of ["implicit-euler", "midpoint"] as const)
	for (const linear of [
		{ method: "direct" },
		{ method: "conjugate-gradient" },
	] as const)
		for (const forces of ["samples", "springs"] as const)
			test(`one linear system takes the step of a damped oscillator: ${integrator}, ${linear.method}, ${forces}`, async () => {
				const body = soft().hold(0);
				const [alpha, beta] = [4, 0.006];
				const { simulation, frames } = await alone(body, {
					gravity: [0, 0, 0],
					...{ integrator, timeStep },
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
				let [u, v, w, a] = [1e-6, 3e-5, 0, 0];
				frames.place(1, { position: [length / 2 + u, 0, 0] });
				frames.velocities = [0, 0, 0, 0, 0, 0, 0, 0, 0, v, 0, 0];
				for (let step = 0; step < 5; step++) {
					simulation.step();
					for (const { length, duration: h, e } of partsOf(integrator, step)) {
						const fromU = u + (length - h) * w;
						const fromV = v + (length - h) * a;
						v =
							(M * fromV - h * K * fromU) /
							(M * (1 + alpha * h) + (h * h + beta * h) * K);
						u = fromU + h * v;
						w = (v + e * w) / (1 + e);
						a = ((v - fromV) / h + e * a) / (1 + e);
					}
					expect(frames.velocities[9] / v).toBeCloseTo(1, 4);
					expect((frames.pose(1).position[0] - length / 2) / u).toBeCloseTo(
						1,
						4,
					);
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
