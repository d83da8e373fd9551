/**
 * A disc whose middle is held hangs down around it, in steps of implicit Euler with one linear system each,
 * (M + h²K) Δv = h (f − h K v), with whatever its terms give for K, and nothing that would help: no line search, no shorter steps.
 */
import { cellMeasure, type Mesh } from "pliant/mesh";
import { BlockSystem, dot } from "./blockSystem.ts";
import type { Term } from "./terms.ts";

/** [kg/m²], [m/s²] and [m]. */
const density = 0.1;
const gravity = 9.81;
const heldRadius = 0.5;
/** Energy gained, over what gravity does along a metre, from which on a run has failed: implicit Euler should only lose. */
const gain = 0.01;

export interface Start {
	/** [m], xyz per vertex. */
	readonly x: Float64Array;
	/** Speed [m/s] that vertices are given to and fro. */
	readonly push: number;
}

export interface Run {
	/** Whether energy was not gained. */
	readonly isStable: boolean;
	/** Of conjugate gradients per step, in the mean. */
	readonly iterations: number;
	/** What is left of the equations M Δv = h f(x + h v) after a step, over those of the weight, in the mean. */
	readonly residual: number;
	/** [m], xyz per vertex. */
	readonly positions: Float64Array;
}

export class HangingDisc {
	private readonly terms: readonly Term[];
	private readonly mass: Float64Array;
	private readonly isFree: readonly boolean[];
	private readonly weight: Float64Array;

	constructor(mesh: Mesh, terms: readonly Term[]) {
		const X = mesh.positions;
		const mass = new Float64Array(X.length / 3);
		for (const [t, area] of cellMeasure(mesh, "triangle").entries())
			for (let k = 0; k < 3; k++)
				mass[mesh.triangles[3 * t + k]] += (density * area) / 3;
		this.terms = terms;
		this.mass = mass;
		this.isFree = Array.from(
			mass,
			(_, v) => Math.hypot(X[3 * v], X[3 * v + 2]) > heldRadius,
		);
		this.weight = X.map((_, i) =>
			i % 3 === 1 && this.free(i) ? -this.massOf(i) * gravity : 0,
		);
	}

	/** Takes steps of h [s] until energy is gained, or all. */
	run(h: number, steps: number, { x: from, push }: Start): Run {
		const { terms, mass, isFree, weight } = this;
		const elements = terms.flatMap(({ elements }) => elements);
		const K = new BlockSystem(mass.length, elements);
		const x = from.slice();
		const [dv, b] = [new Float64Array(x.length), new Float64Array(x.length)];
		const v = x.map((_, i) =>
			i % 3 === 0 && this.free(i) ? push * Math.cos(2.4 * i) : 0,
		);
		const limit =
			this.energy(x, v) +
			gain * Math.abs(weight.reduce((sum, w) => sum + w, 0));
		let [iterations, residual, taken] = [0, 0, 0];
		let isStable = true;
		while (isStable && taken < steps) {
			K.clear();
			for (const term of terms) term.addStiffness(x, K);
			K.multiply(v, b);
			const f = this.forces(x);
			for (let i = 0; i < b.length; i++)
				b[i] = this.free(i) ? h * (f[i] - h * b[i]) : 0;
			iterations += K.solve({ mass, scale: h * h, isFree }, b, dv);
			for (let i = 0; i < x.length; i++) {
				v[i] += dv[i];
				x[i] += h * v[i];
			}
			const left = this.forces(x).map((f, i) => this.massOf(i) * dv[i] - h * f);
			residual += Math.sqrt(dot(left, left) / dot(weight, weight)) / h;
			isStable = this.energy(x, v) < limit;
			taken++;
		}
		return {
			isStable,
			iterations: iterations / taken,
			residual: residual / taken,
			positions: x,
		};
	}

	private free(component: number): boolean {
		return this.isFree[Math.floor(component / 3)];
	}

	private massOf(component: number): number {
		return this.mass[Math.floor(component / 3)];
	}

	private forces(x: Float64Array): Float64Array {
		const f = this.weight.slice();
		for (const term of this.terms) term.addForces(x, f);
		return f.map((value, i) => (this.free(i) ? value : 0));
	}

	/** Kinetic, elastic, and that of the weight [J]. */
	private energy(x: Float64Array, v: Float64Array): number {
		let sum = -dot(this.weight, x);
		for (let i = 0; i < v.length; i++)
			sum += 0.5 * this.massOf(i) * v[i] * v[i];
		return this.terms.reduce((total, term) => total + term.energy(x), sum);
	}
}
