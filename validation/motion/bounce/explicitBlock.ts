/**
 * A soft block that falls on a rigid level, by a program of its own. Trilinear hexahedra have 2 × 2 × 2 Gauss points and lumped masses.
 * They are stable neo-Hookean, psi(F) = μ/2 (I₁ − 3) + λ/2 (det F − a)². Time is velocity Verlet's, and the level stops or reflects vertices.
 */
import type { Sample } from "../track.ts";

export interface FallingBlock {
	/** Edge of the cube [m], and how many cells it has along each. */
	readonly size: number;
	readonly cells: number;
	readonly youngModulus: number;
	readonly poissonRatio: number;
	readonly density: number;
	/** Height of its lower face [m]. */
	readonly height: number;
	readonly gravity: number;
	/** Part of the normal speed that a vertex keeps when it is reflected. */
	readonly restitution?: number;
}

/** Corners of a cell, as offsets of 0 and 1. */
const corners = Array.from({ length: 8 }, (_, i) => [
	...[i & 1, (i >> 1) & 1, (i >> 2) & 1],
]);
const gauss = [0.5 - 0.5 / Math.sqrt(3), 0.5 + 0.5 / Math.sqrt(3)];

/** Gradients of the eight shape functions of a unit cell at its Gauss points: 24 numbers for each point. */
const gradients = corners.map((point) =>
	Float64Array.from(
		corners.flatMap((corner) =>
			[0, 1, 2].map((axis) =>
				corner.reduce((product, c, k) => {
					const x = gauss[point[k]];
					const value = c === 1 ? x : 1 - x;
					return product * (k === axis ? (c === 1 ? 1 : -1) : value);
				}, 1),
			),
		),
	),
);

/** Mean height of its vertices above where they are at rest on the level [m], over time. */
export function fallingBlock(
	block: FallingBlock,
	seconds: number,
	{ steps, every }: { readonly steps: number; readonly every: number },
): Sample<number>[] {
	const { size, cells, youngModulus, poissonRatio, density } = block;
	const { height, gravity, restitution = 1 } = block;
	const h = size / cells;
	const along = cells + 1;
	const count = along ** 3;
	const vertex = (i: number, j: number, k: number) =>
		i + along * (j + along * k);
	const x = new Float64Array(3 * count);
	const mass = new Float64Array(count);
	const elements: number[][] = [];
	for (let k = 0; k <= cells; k++)
		for (let j = 0; j <= cells; j++)
			for (let i = 0; i <= cells; i++) {
				x.set([i * h, height + j * h, k * h], 3 * vertex(i, j, k));
				if (i === cells || j === cells || k === cells) continue;
				const own = corners.map(([a, b, c]) => vertex(i + a, j + b, k + c));
				elements.push(own);
				for (const v of own) mass[v] += (density * h ** 3) / 8;
			}
	const mu = youngModulus / (2 * (1 + poissonRatio));
	const lambda =
		(youngModulus * poissonRatio) /
			((1 + poissonRatio) * (1 - 2 * poissonRatio)) +
		mu;
	const a = 1 + mu / lambda;
	const forces = new Float64Array(3 * count);
	const F = new Float64Array(9);
	const P = new Float64Array(9);
	const addForces = (own: readonly number[], shape: Float64Array) => {
		F.fill(0);
		for (let n = 0; n < 8; n++)
			for (let r = 0; r < 3; r++)
				for (let c = 0; c < 3; c++)
					F[3 * r + c] += (x[3 * own[n] + r] * shape[3 * n + c]) / h;
		// Cofactors, whose product with a row of F is its determinant.
		for (let r = 0; r < 3; r++)
			for (let c = 0; c < 3; c++) {
				const [r1, r2, c1, c2] = [
					...[(r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3],
				];
				P[3 * r + c] =
					F[3 * r1 + c1] * F[3 * r2 + c2] - F[3 * r1 + c2] * F[3 * r2 + c1];
			}
		const J = F[0] * P[0] + F[1] * P[1] + F[2] * P[2];
		for (let i = 0; i < 9; i++) P[i] = mu * F[i] + lambda * (J - a) * P[i];
		// An eighth of the volume, over the length of a cell.
		const weight = (h * h) / 8;
		for (let n = 0; n < 8; n++)
			for (let r = 0; r < 3; r++)
				for (let c = 0; c < 3; c++)
					forces[3 * own[n] + r] -= weight * P[3 * r + c] * shape[3 * n + c];
	};
	const v = new Float64Array(3 * count);
	const dt = seconds / steps;
	const kick = () => {
		forces.fill(0);
		for (const own of elements)
			for (const shape of gradients) addForces(own, shape);
		for (let i = 0; i < v.length; i++)
			v[i] +=
				(dt / 2) *
				(forces[i] / mass[Math.floor(i / 3)] - (i % 3 === 1 ? gravity : 0));
	};
	const meanHeight = () => {
		let sum = 0;
		for (let i = 1; i < x.length; i += 3) sum += x[i];
		return sum / count - size / 2;
	};
	const path: Sample<number>[] = [{ time: 0, value: meanHeight() }];
	for (let step = 1; step <= steps; step++) {
		kick();
		for (let i = 0; i < x.length; i++) {
			x[i] += dt * v[i];
			if (i % 3 === 1 && x[i] < 0 && v[i] < 0) {
				x[i] *= -restitution;
				v[i] *= -restitution;
			}
		}
		kick();
		if (step % every === 0) path.push({ time: step * dt, value: meanHeight() });
	}
	return path;
}
