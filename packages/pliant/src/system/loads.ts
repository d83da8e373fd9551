/** Loads: forces of fixed direction per vertex, length, area or mass, and pressure that follows the surface. */

import { input } from "../energy/expression.ts";
import {
	add,
	constant,
	cross,
	div,
	dot,
	type Expr,
	mul,
	neg,
	sub,
	sum,
	type Vector,
} from "../energy/index.ts";
import { type ElementPotential, vertexArray } from "../energy/program.ts";
import type { ElementSum } from "./elementSum.ts";

/** A force weights[i] · force(time) [N] on vertices[i]: weights are 1 for point loads, tributary lengths, areas or masses for others. */
export interface DeadLoad {
	readonly vertices: Uint32Array;
	readonly weights: Float64Array;
	/** One vector for all vertices, or xyz for each; the next call may overwrite it. */
	readonly force: (time: number) => ArrayLike<number>;
}

/** out += factor · all forces at a time. */
export function addDeadLoads(
	loads: readonly DeadLoad[],
	time: number,
	factor: number,
	out: Float64Array,
): void {
	for (const { vertices, weights, force } of loads) {
		const f = force(time);
		const stride = f.length === 3 ? 0 : 3;
		for (let i = 0; i < vertices.length; i++) {
			const vertex = vertices[i];
			const weight = factor * weights[i];
			const from = stride * i;
			out[3 * vertex] += weight * f[from];
			out[3 * vertex + 1] += weight * f[from + 1];
			out[3 * vertex + 2] += weight * f[from + 2];
		}
	}
}

/** Potential [J] of the forces at a time, zero where all positions are the origin. */
export function deadLoadPotential(
	loads: readonly DeadLoad[],
	time: number,
	x: Float64Array,
): number {
	const forces = new Float64Array(x.length);
	addDeadLoads(loads, time, 1, forces);
	return forces.reduce((sum, force, i) => sum - force * x[i], 0);
}

/** A pressure(time) [Pa] on triangles, along their normals. */
export interface PressureLoad {
	readonly triangles: Uint32Array;
	/** One number for all triangles, or one for each; the next call may overwrite it. */
	readonly pressure: (time: number) => Float64Array;
}

/** Sets the pressures of a time, one load for each group of the sum. */
export function setPressures(
	loads: readonly PressureLoad[],
	sum: ElementSum,
	time: number,
	factor: number,
): void {
	for (const [i, { pressure }] of loads.entries())
		sum.groups[i].setParameters(pressure(time).map((p) => factor * p));
}

/**
 * Pressure on a triangle, as minus the work it does on the way from `start`, the positions at the beginning of a Newton
 * iteration, to x: p times the volume swept.
 *
 *   W = −p ∫₀¹ ⅓ Σ_i d_i · n(τ) dτ,   d = x − start,   n(τ) = ½ e₁(τ) × e₂(τ)  (quadratic in τ: Simpson's rule is exact)
 *
 * A follower load has no potential of its own on an open surface. This one has the right force at x = start, the symmetric
 * part of its stiffness there, and for a line search the exact work along the way.
 */
export const pressurePotential: ElementPotential = (() => {
	const x = vertexArray("x", 3);
	const start = vertexArray("start", 3);
	const pressure = input("pressure");
	const areaVector = ([a, b, c]: readonly Vector[]): Expr[] =>
		mul(0.5, cross(sub(b, a), sub(c, a)));
	const middle = x.nodes.map((p, i) => mul(0.5, add(p, start.nodes[i])));
	const meanArea = [0, 1, 2].map((k) =>
		div(
			sum([
				areaVector(start.nodes)[k],
				mul(4, areaVector(middle)[k]),
				areaVector(x.nodes)[k],
			]),
			6,
		),
	);
	const moved = [0, 1, 2].map((k) =>
		div(sum(x.nodes.map((p, i) => sub(p[k], start.nodes[i][k]))), constant(3)),
	);
	return {
		arrays: [x, start],
		parameters: [pressure],
		energy: neg(mul(pressure, dot(moved, meanArea))),
		translationInvariant: false,
	};
})();
