// A soft rubber beam, clamped at one end, bends under its own weight to a static equilibrium.
import { Scene, simulate, solid, stableNeoHookean } from "pliant";

const scene = new Scene();
const beam = scene.add(
	solid.box(
		{ size: [0.4, 0.1, 0.1], cells: [16, 4, 4] },
		{
			solid: stableNeoHookean({ youngModulus: 5e5, poissonRatio: 0.3 }),
			density: 1000,
		},
	),
);
beam.pin(beam.group("x-min"));

const simulation = await simulate(scene);
const report = simulation.solveStatics();

const tip = beam.nearest([0.4, 0.05, 0.05]);
export const sag = 0.05 - simulation.positions(beam)[3 * tip + 1];
console.info(
	`The tip sags by ${(1000 * sag).toFixed(1)} mm, found in ${report.iterations} Newton iterations.`,
);
if (!(sag > 0.04 && sag < 0.08))
	throw new Error(`sag is ${sag} m; 0.04 to 0.08 m expected`);
