import { expect, test } from "vitest";
import { referenceBackend } from "../../src/backends/reference.ts";
import { wasmBackend } from "../../src/backends/wasm.ts";
import { cloth, Scene } from "../../src/index.ts";
import { orthotropicMembrane } from "../../src/models/index.ts";
import { buildScene } from "../../src/scene/build.ts";
import type { Backend } from "../../src/system/backend.ts";
import { randomNumbers } from "../../src/testing/index.ts";

const shear = 30;
const triangles = 30;

/** A crumpled sheet, whose triangles have a shear modulus in common, or all their own. */
async function crumpled(shearModulus2d: number | number[], backend: Backend) {
	const scene = new Scene();
	const membrane = orthotropicMembrane({
		warpModulus2d: 400,
		weftModulus2d: 200,
		poissonRatio: 0.2,
		shearModulus2d,
		warpHardening: 100,
		dampingTime: 0.1,
	});
	scene.add(
		cloth.grid({ size: [1, 1], cells: [5, 3] }, { membrane, arealDensity: 1 }),
	);
	const { model, state, space, arena } = await buildScene(scene, {
		...{ backend, mass: "lumped", timeStep: 0.01 },
	});
	const { bytes } = arena;
	const random = randomNumbers(3);
	const v = space.vector();
	for (let i = 0; i < v.array.length; i++) {
		state.x.array[i] += 0.1 * random();
		v.array[i] = random();
	}
	const gradient = space.vector();
	model.elastic.addGradient({ x: state.x }, gradient);
	model.dissipation.addGradient({ x: state.x, v }, gradient);
	const matrix = model.edges.matrix();
	model.elastic.addEdges({ x: state.x }, { scale: 1, positive: true }, matrix);
	const [group] = model.elastic.groups;
	return {
		numbers: [...gradient.array, ...matrix.blocks.array],
		bytes,
		modulus: group.parameter(7, 7),
	};
}

test("what all elements have in common is kept once, and changes nothing", async () => {
	for (const backend of [wasmBackend, referenceBackend]) {
		const once = await crumpled(shear, backend);
		const own = Array.from({ length: triangles }, () => shear);
		own[triangles - 1] *= 1 + 1e-14;
		const each = await crumpled(own, backend);
		// Seven numbers, of the elasticity and of damping.
		expect(each.bytes - once.bytes).toBeGreaterThan(
			2 * 7 * 8 * (triangles - 2),
		);
		expect([once.modulus, each.modulus]).toEqual([shear, shear]);
		const size = Math.max(...each.numbers.map(Math.abs));
		for (const [i, number] of each.numbers.entries())
			expect(Math.abs(once.numbers[i] - number)).toBeLessThan(1e-12 * size);
	}
});
