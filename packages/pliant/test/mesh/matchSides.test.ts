import { expect, test } from "vitest";
import {
	boundaryPath,
	checkMesh,
	grid,
	matchSides,
} from "../../src/mesh/index.ts";

const left = grid({ size: [1, 2], cells: [2, 8] });
const right = grid({ size: [1, 1], cells: [3, 3] });
const side = (mesh: typeof left, x: number, height: number) => {
	const at = (y: number) => {
		const p = mesh.positions;
		for (let v = 0; v < p.length / 3; v++)
			if (Math.abs(p[3 * v] - x) + Math.abs(p[3 * v + 1] - y) < 1e-9) return v;
		throw new Error("no such vertex");
	};
	return boundaryPath(mesh, [at(0), at(height)]);
};

const areaOf = ({ positions: p, triangles }: typeof left) => {
	let area = 0;
	for (let i = 0; i < triangles.length; i += 3) {
		const [a, b, c] = triangles.subarray(i, i + 3);
		area +=
			((p[3 * b] - p[3 * a]) * (p[3 * c + 1] - p[3 * a + 1]) -
				(p[3 * c] - p[3 * a]) * (p[3 * b + 1] - p[3 * a + 1])) /
			2;
	}
	return area;
};

test("sides get as many vertices, at the same parts of their lengths", () => {
	const [one, other] = matchSides(
		{ mesh: left, path: side(left, 1, 2) },
		{ mesh: right, path: side(right, 0, 1) },
	);
	expect(one.path.length).toBe(other.path.length);
	expect(other.path.length).toBe(9);
	for (const [i, a] of one.path.entries()) {
		const y = one.mesh.positions[3 * a + 1] / 2;
		const z = other.mesh.positions[3 * other.path[i] + 1];
		expect(Math.abs(y - z)).toBeLessThan(0.5 / 8);
	}
	for (const [{ mesh, path, added }, before, height] of [
		[one, left, 2],
		[other, right, 1],
	] as const) {
		expect(checkMesh(mesh)).toEqual([]);
		expect(areaOf(mesh)).toBeCloseTo(areaOf(before), 12);
		expect(mesh.positions.length / 3).toBe(
			before.positions.length / 3 + added.length,
		);
		const heights = Array.from(path, (v) => mesh.positions[3 * v + 1]);
		expect(heights).toEqual(heights.toSorted((a, b) => a - b));
		expect(heights.at(-1)).toBe(height);
	}
	const row = new Set(other.path);
	expect(Array.from(other.mesh.groups.left).every((v) => row.has(v))).toBe(
		true,
	);
	expect(other.mesh.groups.left.length).toBe(9);
});

test("two sides of one mesh are matched in it", () => {
	const mesh = right;
	const [one, other] = matchSides(
		{ mesh, path: side(mesh, 0, 1) },
		{ mesh, path: side(mesh, 1, 1).subarray(0, 3) },
	);
	expect(one.mesh).toBe(other.mesh);
	expect(one.path.length).toBe(other.path.length);
	expect(checkMesh(one.mesh)).toEqual([]);
});

test("a path leads the shorter way, or through what is between", () => {
	const short = boundaryPath(right, [0, 3]);
	expect(Array.from(short)).toEqual([0, 1, 2, 3]);
	expect(Array.from(boundaryPath(right, [3, 0]))).toEqual([3, 2, 1, 0]);
	expect(boundaryPath(right, [0, 12, 15, 3]).length).toBe(10);
	expect(() => boundaryPath(right, [0, 5])).toThrow(
		/no boundary leads from vertex 0 to vertex 5/,
	);
});
