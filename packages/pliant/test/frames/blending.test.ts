import { expect, test } from "vitest";
import { frameBody } from "../../src/frames/frameBody.ts";
import { boxSamples } from "../../src/frames/sampling/boxSamples.ts";
import { catmullRomWeights } from "../../src/frames/weights/catmullRomWeights.ts";
import type { WeightField } from "../../src/frames/weights/weightField.ts";
import { exponential } from "../../src/mappings/quaternion.ts";
import type { Vector3 } from "../../src/mesh/mesh.ts";
import { stVenantKirchhoff } from "../../src/models/solid/laws/index.ts";
import { alone } from "./alone.ts";

const origins = [0, 1, 2, 3].map((i): Vector3 => [0.25 * i, 0.1, 0.1]);

/** A bar whose four frames are moved and turned. */
async function displaced(weights: WeightField) {
	const body = frameBody({
		samples: boxSamples({ size: [0.75, 0.2, 0.2], counts: [9, 2, 2] }),
		frames: origins.map((position) => ({ position })),
		weights,
		density: 1000,
		law: stVenantKirchhoff({ youngModulus: 1e4, poissonRatio: 0.3 }),
	});
	const { simulation, frames } = await alone(body, { gravity: [0, 0, 0] });
	for (const [i, [x, y, z]] of origins.entries())
		frames.place(i, {
			position: [x + 0.02 * i, y + 0.01 * i * i, z - 0.03 * (i % 2)],
			orientation: exponential([0.1 * i, -0.2 * i, 0.3 * (i % 2)]),
		});
	return { body, simulation, frames };
}

const wavy = catmullRomWeights(origins);

test("weights that are negative in places strain as the positions of points say", async () => {
	const { body, frames } = await displaced(wavy);
	const { positions, count } = body.definition.samples;
	const F = frames.deformationGradients();
	let negative = 0;
	for (let s = 0; s < count; s++) {
		const [x, y, z] = positions.subarray(3 * s, 3 * s + 3);
		const w = new Float64Array(4);
		wavy.evaluate([x, y, z], w, new Float64Array(12));
		negative += Number(w.some((value) => value < -0.01));
		for (let c = 0; c < 3; c++) {
			const at = (h: number) =>
				frames.positionOf([
					x + (c === 0 ? h : 0),
					y + (c === 1 ? h : 0),
					z + (c === 2 ? h : 0),
				]);
			const [a, b] = [at(1e-5), at(-1e-5)];
			for (let r = 0; r < 3; r++)
				expect(F[9 * s + 3 * r + c]).toBeCloseTo((a[r] - b[r]) / 2e-5, 7);
		}
	}
	expect(negative).toBeGreaterThan(10);
});

test("weights need not sum to one: their size does not count", async () => {
	const scaled: WeightField = {
		frameCount: 4,
		evaluate: (p, w, dw) => {
			wavy.evaluate(p, w, dw);
			for (let i = 0; i < 4; i++) w[i] *= 3.7;
			for (let i = 0; i < 12; i++) dw[i] *= 3.7;
		},
	};
	const [one, other] = [await displaced(wavy), await displaced(scaled)];
	const forces = one.frames.internalForces();
	const scale = Math.max(...forces.map(Math.abs));
	for (const [i, f] of other.frames.internalForces().entries())
		expect(Math.abs(f - forces[i])).toBeLessThan(1e-12 * scale);
	for (const [k, c] of other.frames.positionOf([0.3, 0.15, 0]).entries())
		expect(c).toBeCloseTo(one.frames.positionOf([0.3, 0.15, 0])[k], 14);
});
