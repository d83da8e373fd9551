// Two rigid rods, one hung from the other by ball joints, swing in their slower mode with the period that mechanics gives.
import { rigidBody, Scene, simulate } from "pliant";
import { exponential, turned } from "pliant/frames";
import { box } from "pliant/mesh";

const [length, thickness] = [0.5, 0.01];
// Small swings of two slender rods: ω² = (3 − 6/√7) g/L, the lower rod by 3/λ − 8/3 of the upper one's angle.
const lambda = 3 - 6 / Math.sqrt(7);
const expected = 2 * Math.PI * Math.sqrt(length / (9.81 * lambda));
const angles = [0.01, 0.01 * (3 / lambda - 8 / 3)];

const scene = new Scene({ gravity: [0, -9.81, 0] });
let end = [0, 0, 0];
const rods = angles.map((angle, i) => {
	const size = [thickness, length, thickness];
	const top = -i * length;
	const origin = [-thickness / 2, top - length, -thickness / 2];
	const mesh = box({ size, cells: [1, 1, 1], origin });
	const rod = scene.add(
		rigidBody({ mesh, density: 2700, origin: [0, top, 0] }),
	);
	const orientation = exponential([0, 0, angle]);
	rod.place({ position: end, orientation });
	end = turned(orientation, [0, -length, 0]).map((c, k) => end[k] + c);
	return rod;
});
const [upper, lower] = rods;
scene.attach(upper.point([0, 0, 0]), [0, 0, 0]);
const joint = [0, -length, 0];
scene.attach(lower.point(joint), upper.point(joint));

// A swing of 0.01 rad is small beside the rods, so the error of positions has to be smaller still.
const simulation = await simulate(scene, { accuracy: 1e-5 });
const tip = lower.point([0, -2 * length, 0]);
const passes = [];
let before = simulation.positionOf(tip)[0];
while (passes.length < 3) {
	simulation.step();
	const now = simulation.positionOf(tip)[0];
	if (before * now < 0)
		passes.push(simulation.time - (simulation.timeStep * now) / (now - before));
	before = now;
}
export const period = passes[2] - passes[0];
export const deviation = period / expected - 1;
console.info(
	`It swings in ${period.toFixed(4)} s; ${expected.toFixed(4)} s expected.`,
);
const [a, b] = [upper, lower].map((rod) =>
	simulation.positionOf(rod.point(joint)),
);
export const gap = Math.hypot(...a.map((c, k) => c - b[k]));
console.info(`The joint is open by ${(1e6 * gap).toPrecision(2)} µm.`);
