/** Bars with few integration points: no motion but rigid ones may be free of energy. */
import { describe, expect, test } from "vitest";
import { FrameModel } from "../../src/frames/frameModel.ts";
import {
	barSamples,
	frameBody,
	linearWeights,
	splineWeights,
} from "../../src/frames/index.ts";
import type { Vector3 } from "../../src/index.ts";
import { laws } from "../../src/models/index.ts";
import {
	createEigenWorkspace,
	decomposeSymmetric,
} from "../../src/system/symmetricEigen.ts";

const size: Vector3 = [1, 0.1, 0.1];
const law = laws.slenderStVenantKirchhoff({
	youngModulus: 1e5,
	poissonRatio: 0.3,
});

function chainOf(kind: "linear" | "spline", frames: number) {
	if (kind === "spline") {
		const { origins, weights, knots } = splineWeights({
			from: [0, 0.05, 0.05],
			to: [1, 0.05, 0.05],
			frames,
		});
		return {
			origins,
			weights,
			samples: barSamples({ size, planes: knots, perSpan: 2 }),
		};
	}
	const origins = Array.from(
		{ length: frames },
		(_, i): Vector3 => [i / (frames - 1), 0.05, 0.05],
	);
	return {
		origins,
		weights: linearWeights(origins),
		samples: barSamples({ size, planes: origins.map(([x]) => x) }),
	};
}

describe.each([
	["linear", 2],
	["linear", 5],
	["spline", 3],
	["spline", 5],
] as const)("%s weights, %i frames", (kind, frames) => {
	test("six motions are free of energy", async () => {
		const { origins, weights, samples } = chainOf(kind, frames);
		const body = frameBody({
			samples,
			frames: origins.map((position) => ({ position })),
			weights,
			density: 1000,
			law,
		});
		const model = await FrameModel.create(body);
		model.assemble("exact");
		const workspace = createEigenWorkspace(model.size);
		expect(
			decomposeSymmetric(model.stiffness.slice(), model.size, workspace),
		).toBe(true);
		const values = [...workspace.values].sort((a, b) => a - b);
		const largest = values[values.length - 1];
		for (const value of values.slice(0, 6))
			expect(Math.abs(value) / largest).toBeLessThan(1e-12);
		// Bending of the whole bar is the softest.
		const softest = (1e5 * (0.1 ** 4 / 12)) / 1;
		expect(values[6]).toBeGreaterThan(0.01 * softest);
	});
});
