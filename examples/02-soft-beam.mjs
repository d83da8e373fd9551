// A soft rubber beam, clamped at one end, bends under its own weight to a static equilibrium.
import { Scene, simulate, solid, stableNeoHookean } from "pliant";

const scene = new Scene();
const rubber = stableNeoHookean({ youngModulus: 5e5, poissonRatio: 0.3 });
const shape = { size: [0.4, 0.1, 0.1], cells: [16, 4, 4] };
const beam = scene.add(solid.box(shape, { solid: rubber, density: 1000 }));
beam.pin(beam.group("x-min"));

const simulation = await simulate(scene);
simulation.solveStatics();

const tip = beam.nearest([0.4, 0.05, 0.05]);
export const sag = 0.05 - simulation.positions(beam)[3 * tip + 1];
console.info(`The tip sags by ${(1000 * sag).toFixed(1)} mm.`);
