/**
 * Air that moves against cloth. A triangle of area A with unit normal n, which moves at u relative to the air, is pushed by
 *
 *   f = −½ ρ C A |u| (u·n) n
 *
 * as a plate is in a stream: along its normal, by the dynamic pressure times a coefficient (1.17 for a square plate that faces the wind, Hoerner,
 * Fluid-Dynamic Drag, 1965, ch. 3), less as it turns out of the wind. Friction along the cloth, wakes and what other cloth does to the air are left out.
 *
 * A step takes A, n and the part of u along the triangle, t, where its velocities predict them, as other dissipation, and u·n as it will be. Then
 *
 *   h/6 ρ C A (|t|² + (u·n)²)^(3/2)
 *
 * has that force and is convex, so that light cloth in a storm is stable in long steps. (With u from the beginning of a step its errors grow where h ρ C |u| is more than twice
 * the mass per area: for 0.1 kg/m² in wind of 10 m/s, 60 steps a second.)
 */
import type { Vector3 } from "../mesh/mesh.ts";
import type { NodeTerm, TakeBlock, TermStep } from "./nodeTerm.ts";
import { checkWind, type Wind, windDefaults } from "./wind.ts";

export class WindTerm implements NodeTerm {
	/** Three nodes each. */
	private readonly triangles: Uint32Array;
	/** Positions of nodes [m]. */
	private readonly x: Float64Array;
	private wind: Wind | undefined;
	private step: TermStep | undefined;
	/** Of each triangle: ½ ρ C A [kg/m], |t|² [m²/s²] and n; and the velocity of the air [m/s]. */
	private readonly drags: Float64Array;
	private readonly glides: Float64Array;
	private readonly normals: Float64Array;
	private air: Vector3 = [0, 0, 0];
	/** Of each triangle along n: where its velocity counts from [m], and the velocity of the air [m/s]. */
	private readonly origins: Float64Array;
	private readonly winds: Float64Array;
	private readonly block = new Float64Array(9);

	constructor(triangles: Uint32Array, x: Float64Array) {
		this.triangles = triangles;
		this.x = x;
		this.drags = new Float64Array(triangles.length / 3);
		this.glides = new Float64Array(triangles.length / 3);
		this.normals = new Float64Array(triangles.length);
		this.origins = new Float64Array(triangles.length / 3);
		this.winds = new Float64Array(triangles.length / 3);
	}

	/** Another wind from the next step on; none where it is left out. */
	set(wind: Wind | undefined): void {
		if (wind) checkWind("simulation: wind", wind);
		this.wind = wind;
	}

	get hasBlocks(): boolean {
		return this.isBlowing && this.isDynamic;
	}

	/** What wind does is no potential: in statics its work counts from the beginning of an iteration. */
	get countsWork(): boolean {
		return this.isBlowing;
	}

	private get isBlowing(): boolean {
		return this.wind !== undefined && this.step !== undefined;
	}

	private get isDynamic(): boolean {
		return Number.isFinite(this.step?.duration);
	}

	visitCouplings(couple: (row: number, column: number) => void): void {
		const { triangles } = this;
		for (let t = 0; t < triangles.length; t += 3)
			for (let a = t; a < t + 3; a++)
				for (let b = t; b < t + 3; b++) couple(triangles[a], triangles[b]);
	}

	begin(step: TermStep): void {
		this.step = this.wind && step;
		if (!this.wind) return;
		const { velocity } = this.wind;
		this.air = typeof velocity === "function" ? velocity(step.time) : velocity;
		if (!this.isDynamic) {
			this.aim(this.x, undefined);
			return;
		}
		const { positions, velocities } = step.from;
		const ahead = step.dissipationWeight * step.duration;
		const predicted = positions.map((c, i) => c + ahead * velocities[i]);
		this.aim(predicted, velocities);
	}

	countFrom(): void {
		if (this.isBlowing) this.countWays(this.x);
	}

	/** Ways of triangles count from where their nodes are at y. */
	private countWays(y: Float64Array): void {
		for (let t = 0; t < this.origins.length; t++)
			this.origins[t] = this.height(y, t);
	}

	/** n · the centre of a triangle [m], or n · its velocity. */
	private height(y: Float64Array, t: number): number {
		const { triangles, normals } = this;
		const [a, b, c] = [
			3 * triangles[3 * t],
			3 * triangles[3 * t + 1],
			3 * triangles[3 * t + 2],
		];
		return (
			(normals[3 * t] * (y[a] + y[b] + y[c]) +
				normals[3 * t + 1] * (y[a + 1] + y[b + 1] + y[c + 1]) +
				normals[3 * t + 2] * (y[a + 2] + y[b + 2] + y[c + 2])) /
			3
		);
	}

	/** Takes A, n and |t|² of triangles whose nodes are at y and move at v; at rest without. */
	private aim(y: Float64Array, v: Float64Array | undefined): void {
		const { triangles, drags, glides, normals, winds, air, step } = this;
		const { airDensity, dragCoefficient } = { ...windDefaults, ...this.wind };
		const factor = 0.5 * airDensity * dragCoefficient * (step?.loadFactor ?? 1);
		for (let t = 0; t < drags.length; t++) {
			const a = 3 * triangles[3 * t];
			const b = 3 * triangles[3 * t + 1];
			const c = 3 * triangles[3 * t + 2];
			let squared = 0;
			for (let k = 0; k < 3; k++) {
				const [i, j] = [(k + 1) % 3, (k + 2) % 3];
				const n =
					(y[b + i] - y[a + i]) * (y[c + j] - y[a + j]) -
					(y[b + j] - y[a + j]) * (y[c + i] - y[a + i]);
				normals[3 * t + k] = n;
				squared += n * n;
			}
			const twice = Math.sqrt(squared);
			drags[t] = 0.5 * twice * factor;
			winds[t] = 0;
			let size = 0;
			for (let k = 0; k < 3; k++) {
				normals[3 * t + k] /= twice || 1;
				winds[t] += normals[3 * t + k] * air[k];
				const mean = v ? (v[a + k] + v[b + k] + v[c + k]) / 3 : 0;
				size += (mean - air[k]) ** 2;
			}
			const across = (v ? this.height(v, t) : 0) - winds[t];
			glides[t] = Math.max(0, size - across * across);
		}
	}

	beginIteration(): void {
		if (!this.isBlowing || this.isDynamic) return;
		this.aim(this.x, undefined);
		this.countWays(this.x);
	}

	moved(): void {}

	/** How far a triangle has come along n [m]. */
	private way(t: number): number {
		return this.height(this.x, t) - this.origins[t];
	}

	/** u·n [m/s]; in statics that of the air alone. */
	private across(t: number): number {
		const h = this.step?.duration ?? 0;
		return this.way(t) / h - this.winds[t];
	}

	value(): number {
		if (!this.isBlowing) return 0;
		const { drags, glides } = this;
		const h = this.step?.duration ?? 0;
		let sum = 0;
		for (let t = 0; t < drags.length; t++) {
			const u = this.across(t);
			const squared = glides[t] + u * u;
			sum += this.isDynamic
				? (h / 3) * drags[t] * squared ** 1.5
				: drags[t] * Math.sqrt(squared) * u * this.way(t);
		}
		return sum;
	}

	addGradient(out: Float64Array): number {
		if (!this.isBlowing) return 0;
		const { triangles, drags, glides, normals } = this;
		let squares = 0;
		for (let t = 0; t < drags.length; t++) {
			const u = this.across(t);
			const slope = (drags[t] * Math.sqrt(glides[t] + u * u) * u) / 3;
			squares += 3 * slope * slope;
			for (let v = 3 * t; v < 3 * t + 3; v++)
				for (let k = 0; k < 3; k++)
					out[3 * triangles[v] + k] += slope * normals[3 * t + k];
		}
		return Math.sqrt(squares);
	}

	visitBlocks(_positive: boolean, take: TakeBlock): void {
		if (!this.hasBlocks) return;
		const { triangles, drags, glides, normals, block } = this;
		const h = this.step?.duration ?? 0;
		for (let t = 0; t < drags.length; t++) {
			const u = this.across(t);
			const speed = Math.sqrt(glides[t] + u * u);
			if (speed === 0) continue;
			const stiffness = (drags[t] * (speed + (u * u) / speed)) / (9 * h);
			const n = normals.subarray(3 * t, 3 * t + 3);
			for (let i = 0; i < 9; i++)
				block[i] = stiffness * n[Math.floor(i / 3)] * n[i % 3];
			for (let a = 3 * t; a < 3 * t + 3; a++)
				for (let b = 3 * t; b < 3 * t + 3; b++)
					if (triangles[a] <= triangles[b])
						take(triangles[a], triangles[b], block);
		}
	}
}
