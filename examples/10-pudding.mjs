// A block of gelatine gel, turned out of its mould on a plate, settles under its own weight.
import { Scene, simulate, softSolid, solid } from "pliant";

const scene = new Scene();
const shape = { size: [0.1, 0.06, 0.1], cells: [10, 6, 10] };
const gel = softSolid("gelatine-5", { poissonRatio: 0.45 });
const pudding = scene.add(solid.box(shape, { ...gel }));
pudding.pin(pudding.group("y-min"));

const simulation = await simulate(scene);
simulation.solveStatics();

const top = pudding.nearest([0.05, 0.06, 0.05]);
export const settling = 0.06 - simulation.positions(pudding)[3 * top + 1];
console.info(`Its top sinks by ${(1000 * settling).toFixed(2)} mm.`);
