/** Forces on material points whose nodes do not follow linearly, as a part of the potential: −Σ f·x. */
import type { Vector3 } from "../mesh/mesh.ts";
import type { NodeTerm, TermStep } from "../system/nodeTerm.ts";
import type { FollowingPoints } from "./followingPoints.ts";

export interface LoadedPoints {
	readonly points: FollowingPoints;
	/** [N] on each of them. */
	readonly forces: readonly ((time: number) => Vector3)[];
}

export class PointLoads implements NodeTerm {
	private readonly loaded: readonly LoadedPoints[];
	/** Negative forces, xyz per point. */
	private readonly slopes: readonly Float64Array[];

	constructor(loaded: readonly LoadedPoints[]) {
		this.loaded = loaded;
		this.slopes = loaded.map(
			({ points }) => new Float64Array(3 * points.count),
		);
	}

	/** The nodes of a point belong to one body, which couples them anyway. */
	visitCouplings(): void {}

	begin({ time, loadFactor }: TermStep): void {
		this.set(time, loadFactor);
	}

	private set(time: number, factor: number): void {
		for (const [i, { forces }] of this.loaded.entries())
			for (const [p, force] of forces.entries())
				for (const [k, f] of force(time).entries())
					this.slopes[i][3 * p + k] = -factor * f;
	}

	beginIteration(): void {}

	moved(): void {}

	value(): number {
		let sum = 0;
		for (const [i, { points }] of this.loaded.entries()) {
			const x = new Float64Array(3 * points.count);
			points.positions(x);
			for (let k = 0; k < x.length; k++) sum += this.slopes[i][k] * x[k];
		}
		return sum;
	}

	/** [J] at a time [s]. */
	energy(time: number): number {
		this.set(time, 1);
		return this.value();
	}

	addGradient(out: Float64Array): number {
		let squares = 0;
		for (const [i, { points }] of this.loaded.entries()) {
			points.addForces(this.slopes[i], out);
			for (const f of this.slopes[i]) squares += f * f;
		}
		return Math.sqrt(squares);
	}

	visitBlocks(
		positive: boolean,
		take: (row: number, column: number, block: Float64Array) => void,
	): void {
		if (positive) return;
		for (const [i, { points }] of this.loaded.entries())
			for (let p = 0; p < points.count; p++)
				points.visitCurvature?.(
					p,
					this.slopes[i].subarray(3 * p, 3 * p + 3),
					take,
				);
	}
}
