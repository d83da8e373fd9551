import { expect, test } from "vitest";
import { wasmBackend } from "../../src/backends/wasm.ts";
import { cloth, Scene } from "../../src/index.ts";
import { createMesh } from "../../src/mesh/index.ts";
import { morleyBending, trbs } from "../../src/models/index.ts";
import { buildScene } from "../../src/scene/build.ts";
import { randomNumbers } from "../../src/testing/index.ts";

/** A hub with two rings of so many vertices: bending couples it with all of the outer one, by more than a byte can count. */
function wheel(spokes: number) {
	const ring = (radius: number) =>
		Array.from({ length: spokes }, (_, i) => {
			const angle = (2 * Math.PI * i) / spokes;
			return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
		});
	const triangles = Array.from({ length: spokes }, (_, i) => {
		const [a, b] = [1 + i, 1 + ((i + 1) % spokes)];
		const [c, d] = [a + spokes, b + spokes];
		return [
			[0, a, b],
			[a, c, d],
			[a, d, b],
		];
	});
	return createMesh({
		positions: [[0, 0, 0], ...ring(1), ...ring(2)].flat(),
		triangles: triangles.flat(2),
	});
}

test("bending of a vertex with hundreds of couplings has the forces and the matrix of its energy", async () => {
	const scene = new Scene();
	scene.add(
		cloth.mesh(wheel(300), {
			// Next to nothing beside bending, so that the energy is quadratic.
			membrane: trbs({ youngModulus2d: 1e-12, poissonRatio: 0.3 }),
			bending: morleyBending({ bendingRigidity: 1, poissonRatio: 0.3 }),
			arealDensity: 1,
		}),
	);
	const { model, state, space } = await buildScene(scene, {
		...{ backend: wasmBackend, mass: "lumped", timeStep: 0.01 },
	});
	const random = randomNumbers(5);
	const shaken = (size: number) => {
		const vector = space.vector();
		for (let i = 0; i < vector.array.length; i++)
			vector.array[i] = size * random();
		return vector;
	};
	const [begin, way] = [shaken(1), shaken(1)];
	const energyAt = (step: number) => {
		space.addScaled(begin, step, way, state.x);
		return model.elastic.value({ x: state.x });
	};
	const [back, here, forth] = [-1, 0, 1].map(energyAt);
	const gradient = space.vector();
	model.elastic.addGradient({ x: begin }, gradient);
	const slope = (forth - back) / 2;
	expect(space.dot(gradient, way) / slope).toBeCloseTo(1, 9);

	const matrix = model.edges.matrix();
	model.elastic.addEdges({ x: begin }, { scale: 1, positive: false }, matrix);
	const { pattern, blocks, couplings } = matrix;
	const across = (i: number, j: number) =>
		[0, 1, 2].reduce(
			(sum, k) => sum + (way.array[3 * j + k] - way.array[3 * i + k]) ** 2,
			0,
		);
	// dᵀ·A·d = −Σ A_ij |d_j − d_i|² over pairs, for multiples of the identity; couplings are there on both sides of the diagonal.
	let curvature = 0;
	let most = 0;
	for (let row = 0; row < pattern.rows; row++) {
		let count = 0;
		pattern.visitCouplings(row, (column, k) => {
			count++;
			curvature -= 0.5 * couplings.array[k] * across(row, column);
		});
		most = Math.max(most, count);
	}
	pattern.forEach((row, column, k) => {
		curvature -= blocks.array[9 * k] * across(row, column);
	});
	expect(most).toBeGreaterThan(255);
	expect(curvature / (back - 2 * here + forth)).toBeCloseTo(1, 4);
});
