import { expect, test } from "vitest";
import { frameBody } from "../../src/frames/frameBody.ts";
import { boxSamples } from "../../src/frames/sampling/boxSamples.ts";
import { linearWeights } from "../../src/frames/weights/linearWeights.ts";
import type { Vector3 } from "../../src/mesh/mesh.ts";
import { stVenantKirchhoff } from "../../src/models/solid/laws/index.ts";
import { alone } from "./alone.ts";
import { bar } from "./bar.ts";

const origins: Vector3[] = [
	[0, 0, 0],
	[1, 0, 0],
];
const right = {
	samples: boxSamples({ counts: [2, 2, 2] }),
	frames: origins.map((position) => ({ position })),
	weights: linearWeights(origins),
	density: 1000,
	law: stVenantKirchhoff({ youngModulus: 1e5, poissonRatio: 0.3 }),
};
const none = new Float64Array(0);

test("bad bodies are refused with what, where and a remedy", () => {
	expect(() =>
		frameBody({
			...right,
			samples: { count: 0, positions: none, volumes: none },
		}),
	).toThrow(/no samples/);
	expect(() => frameBody({ ...right, frames: [] })).toThrow(/no frames/);
	expect(() => frameBody({ ...right, frames: right.frames.slice(1) })).toThrow(
		/for 2 frames and it has 1/,
	);
	expect(() =>
		frameBody({
			...right,
			frames: [{ position: [0, Number.NaN, 0] }, right.frames[1]],
		}),
	).toThrow(/frame 0: position/);
	expect(() =>
		frameBody({
			...right,
			frames: [
				{ position: [0, 0, 0], orientation: [0, 0, 0, 2] },
				right.frames[1],
			],
		}),
	).toThrow(/unit quaternion/);
	expect(() => frameBody({ ...right, density: -1 })).toThrow(/density is -1/);
	const volumes = right.samples.volumes.map((v, i) => (i === 3 ? 0 : v));
	expect(() =>
		frameBody({ ...right, samples: { ...right.samples, volumes } }),
	).toThrow(/volumes\[3\] is 0/);
	expect(() =>
		frameBody({
			...right,
			samples: { ...right.samples, densities: volumes.subarray(1) },
		}),
	).toThrow(/7 numbers/);
	const nothing = {
		frameCount: 2,
		evaluate: (_p: unknown, w: Float64Array, g: Float64Array) => {
			w.fill(0);
			g.fill(0);
		},
	};
	expect(() => frameBody({ ...right, weights: nothing })).toThrow(
		/point 0 .* sum to 0/,
	);
	expect(() =>
		stVenantKirchhoff({ youngModulus: 1e5, poissonRatio: 0.5 }),
	).toThrow(/poissonRatio is 0.5/);
});

test("frames, points and forces that are not there are refused", () => {
	const body = frameBody(right);
	expect(() => body.hold(2)).toThrow(/no frame 2; frames are 0 to 1/);
	expect(() => body.move(-1, () => right.frames[0])).toThrow(/no frame -1/);
	expect(() => body.load([0, 0, 0], [0, Number.POSITIVE_INFINITY, 0])).toThrow(
		/three finite numbers/,
	);
});

test("options are checked", async () => {
	const body = frameBody(right);
	await expect(alone(body, { timeStep: 0 })).rejects.toThrow(/timeStep is 0/);
	await expect(alone(body, { mass: "full" as never })).rejects.toThrow(
		/one of lumped, consistent/,
	);
	await expect(alone(body, { speed: 1 } as never)).rejects.toThrow(
		/no option 'speed'/,
	);
	const perSample = frameBody({
		...right,
		law: stVenantKirchhoff({ youngModulus: [1, 2], poissonRatio: 0.3 }),
	});
	await expect(alone(perSample)).rejects.toThrow(/youngModulus has 2 values/);
});

test("a step that fails leaves the state as it was", async () => {
	const body = bar({ frames: 2 });
	let isBroken = false;
	body.load([0.5, 0, 0], () => (isBroken ? [Number.NaN, 0, 0] : [1, 0, 0]));
	const { simulation } = await alone(body);
	simulation.step();
	const before = simulation.checkpoint();
	isBroken = true;
	expect(() => simulation.step()).toThrow(/step 2 .* failed/);
	expect(simulation.checkpoint()).toEqual(before);
});

test("statics of a body that nothing holds is refused, with what to do", async () => {
	const { simulation } = await alone(
		bar({ frames: 2, size: [1, 0.2, 0.2], youngModulus: 1e5 }),
	);
	expect(() => simulation.solveStatics({ iterations: 20 })).toThrow(
		/nothing holds it; pin vertices/,
	);
});
