// A rubber turtle that seven frames move, one in each of its parts, stands on its legs and has its head pulled.
import { Scene, simulate } from "pliant";
import {
	frameBody,
	harmonicWeights,
	turtle,
	voxelSamples,
} from "pliant/frames";
import { laws } from "pliant/models";
import { voxelise } from "pliant/voxels";

const { surface, frames } = turtle({ length: 0.3 });
const grid = voxelise(surface, { count: 3000 });
const origins = frames.map(({ position }) => position);
const scene = new Scene();
const body = scene.add(
	frameBody({
		samples: voxelSamples(grid),
		frames,
		weights: harmonicWeights(grid, origins, { radius: 0.012 }),
		law: laws.stVenantKirchhoff({ youngModulus: 700e3, poissonRatio: 0.3 }),
		density: 1000,
		surface,
	}),
);
const [, head, ...limbs] = frames;
for (const leg of limbs.slice(0, 4)) body.hold(frames.indexOf(leg));
body.load(head.position, [0, -5, 0]);

const simulation = await simulate(scene);
simulation.solveStatics();
const tip = body.point(head.position);
const rest = simulation.positionOf(tip);
export const sinking = head.position[1] - rest[1];
console.info(`Its head sinks by ${(1000 * sinking).toFixed(1)} mm.`);

// The same with springs between the frames, which take a fraction of the time.
simulation.frames(body).forces = "springs";
await simulation.run({ seconds: 3 });
const sprung = simulation.positionOf(tip);
export const difference = Math.abs(sprung[1] - rest[1]);
console.info(
	`With springs it is ${(1000 * difference).toFixed(2)} mm from there.`,
);
