/** Pairs of triangles to try bending on, and plain numbers about them. */
import type { Vector3 } from "../../../src/index.ts";
import {
	crossProduct,
	dotProduct,
	subtract,
} from "../../../src/models/geometry.ts";
import { randomNumbers } from "../../../src/testing/index.ts";

/** A, B, C, D in the plane: triangles (A, C, D) and (B, D, C), counter-clockwise. */
export type Hinge = readonly Vector3[];

const level = (...points: readonly (readonly [number, number])[]): Hinge =>
	points.map(([x, y]): Vector3 => [x, y, 0]);

/** The pairs of equations.md, section 3. */
export const convexPair = level([-0.8, 0.1], [1.1, 0.2], [0, -0.7], [0, 0.9]);
export const nonConvexPair = level([-0.2, 1.4], [1, 0.2], [0, 0], [0.05, 1]);

/** Random pairs, every other one not convex: its tip B lies beyond the end of the edge. */
export function randomPairs(count: number): Hinge[] {
	const random = randomNumbers(7);
	return Array.from({ length: count }, (_, i) =>
		level(
			[-0.6 + 0.3 * random(), 0.3 * random()],
			[0.6 + 0.3 * random(), i % 2 === 0 ? 0.3 * random() : 1.6],
			[0.1 * random(), -0.7],
			[0.1 * random(), 0.7],
		),
	);
}

/** z = f(x, y). */
export const lifted = (X: Hinge, f: (x: number, y: number) => number): Hinge =>
	X.map(([x, y]): Vector3 => [x, y, f(x, y)]);

/** The three hinges that a mesh of equilateral triangles of side 1 consists of, turned by an angle: two triangles' area per three hinges. */
export function equilateralHinges(turn: number): Hinge[] {
	const h = Math.sqrt(3) / 2;
	return [0, 1, 2].map((k) => {
		const [c, s] = [k * (Math.PI / 3) + turn].flatMap((angle) => [
			Math.cos(angle),
			Math.sin(angle),
		]);
		return [
			[0.5, h],
			[0.5, -h],
			[0, 0],
			[1, 0],
		].map(([x, y]): Vector3 => [c * x - s * y, s * x + c * y, 0]);
	});
}

/** Area of the mesh that the three hinges stand for. */
export const equilateralArea = Math.sqrt(3) / 2;

/** ∂θ/∂x of A, B, C, D in closed form: Bridson, Marino and Fedkiw 2003. */
export function angleGradient([A, B, C, D]: Hinge): Vector3[] {
	const e = subtract(D, C);
	const l = Math.hypot(...e);
	const N1 = crossProduct(subtract(A, C), subtract(A, D));
	const N2 = crossProduct(subtract(B, D), subtract(B, C));
	const [n1, n2] = [dotProduct(N1, N1), dotProduct(N2, N2)];
	const combined = (a: number, b: number): Vector3 => [
		(a / n1) * N1[0] + (b / n2) * N2[0],
		(a / n1) * N1[1] + (b / n2) * N2[1],
		(a / n1) * N1[2] + (b / n2) * N2[2],
	];
	const along = (p: Vector3, q: Vector3) => dotProduct(subtract(p, q), e) / l;
	return [
		combined(l, 0),
		combined(0, l),
		combined(along(A, D), along(B, D)),
		combined(-along(A, C), -along(B, C)),
	];
}
