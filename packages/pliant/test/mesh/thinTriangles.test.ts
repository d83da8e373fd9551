import { describe, expect, test } from "vitest";
import {
	boundaryLoops,
	checkMesh,
	createMesh,
	grid,
	type Mesh,
	repairMesh,
	sphere,
} from "../../src/mesh/index.ts";
import { cellMeasure } from "../../src/mesh/measure.ts";
import { flatness } from "../../src/mesh/slivers.ts";

const corners = ({ triangles }: Mesh, t: number) =>
	triangles.subarray(3 * t, 3 * t + 3);

/** Puts a vertex near the middle of the first edge of every triangle but each fourth, at a part of its height: that makes three of one, one of them thin. */
function withThin(mesh: Mesh, height: number): Mesh {
	const positions = [...mesh.positions];
	const triangles: number[] = [];
	for (let t = 0; t < mesh.triangles.length / 3; t++) {
		const [a, b, c] = corners(mesh, t);
		if (t % 4 === 0) {
			triangles.push(a, b, c);
			continue;
		}
		const middle = positions.length / 3;
		for (let i = 0; i < 3; i++)
			positions.push(
				0.5 * (1 - height) * (positions[3 * a + i] + positions[3 * b + i]) +
					height * positions[3 * c + i],
			);
		triangles.push(a, middle, c, middle, b, c, a, b, middle);
	}
	return createMesh({ positions, triangles });
}

const worst = (mesh: Mesh): number => {
	let least = 1;
	for (let t = 0; t < mesh.triangles.length / 3; t++)
		least = Math.min(least, flatness(mesh.positions, [...corners(mesh, t)]));
	return least;
};

const area = (mesh: Mesh) =>
	cellMeasure(mesh, "triangle").reduce((sum, a) => sum + a, 0);

describe("thin triangles", () => {
	test("are gone after repair, and the surface is the same but for their height", () => {
		const thin = withThin(sphere({ subdivisions: 3 }), 1 / 300);
		expect(worst(thin)).toBeLessThan(0.005);
		const { mesh, changes } = repairMesh(thin);
		expect(changes).toEqual([
			expect.stringMatching(/^flipped \d+ long edges of thin triangles$/),
		]);
		expect(worst(mesh)).toBeGreaterThan(0.1);
		expect(mesh.positions).toEqual(thin.positions);
		expect(mesh.triangles.length).toBe(thin.triangles.length);
		expect(area(mesh) / area(thin)).toBeCloseTo(1, 3);
		expect(boundaryLoops(mesh)).toEqual([]);
		expect(checkMesh(mesh)).toEqual([]);
	});

	test("of less than a hundredth alone are flipped", () => {
		const { changes } = repairMesh(withThin(sphere({ subdivisions: 2 }), 0.02));
		expect(changes).toEqual([]);
	});

	test("of layers that are meant so stay", () => {
		const layer = grid({ size: [1, 0.01], cells: [4, 4] });
		expect(worst(layer)).toBeLessThan(0.011);
		expect(repairMesh(layer).changes).toEqual([]);
	});
});
