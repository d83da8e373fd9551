/** A body of frames in a simulation: its part of the incremental potential, and what can be measured of it. */
import { velocitySize } from "../mappings/skinning.ts";
import type { TakeBlock } from "../system/nodeTerm.ts";
import { FrameTerm } from "./frameTerm.ts";
import { noEnergies } from "./sampleSet.ts";

export class FramePart extends FrameTerm {
	/** M Ω of velocities of nodes. */
	private momenta(v: Float64Array): Float64Array {
		const { space } = this.inertia;
		const y = new Float64Array(space.length);
		const weighed = new Float64Array(space.length);
		space.velocities(this.velocities(v), y);
		space.weigh(y, weighed);
		const p = new Float64Array(this.size);
		space.pull(weighed, p);
		return p;
	}

	/** [J] */
	energies(v: Float64Array): {
		kinetic: number;
		elastic: number;
		load: number;
	} {
		const { elastic } = this;
		const Omega = this.velocities(v);
		const p = this.momenta(v);
		const kinetic = Omega.reduce((sum, w, i) => sum + (w * p[i]) / 2, 0);
		const { elastic: own } = elastic?.energy() ?? noEnergies;
		const load = -this.workOfWeight(this.weightOf(this.gravity));
		return { kinetic, elastic: own, load };
	}

	/** Adds linear momentum, and angular about the world's origin. */
	addMomentum(v: Float64Array, linear: number[], angular: number[]): void {
		const p = this.momenta(v);
		for (let i = 0; i < this.count; i++) {
			const t = this.nodes.pose(this.first + i);
			const at = velocitySize * i;
			for (let k = 0; k < 3; k++) {
				const [a, b] = [(k + 1) % 3, (k + 2) % 3];
				linear[k] += p[at + 3 + k];
				angular[k] += p[at + k] + t[a] * p[at + 3 + b] - t[b] * p[at + 3 + a];
			}
		}
	}

	/** How stiff its frames are against translation, with the inertia of a step of this length [s]: [N/m]. */
	typicalStiffness(timeStep: number): number {
		const { elastic, size } = this;
		const M = new Float64Array(size ** 2);
		this.inertia.space.addMass(1 / timeStep ** 2, M);
		elastic?.assemble("gauss-newton");
		this.forget();
		let most = 0;
		for (let i = 0; i < size; i++)
			if (i % velocitySize >= 3)
				most = Math.max(
					most,
					M[(size + 1) * i] + (elastic?.stiffness[(size + 1) * i] ?? 0),
				);
		return most;
	}

	/** Gives the blocks of the mass matrix [kg] by nodes. */
	visitMass(take: TakeBlock): void {
		const { nodes, first, count, size } = this;
		const M = new Float64Array(size ** 2);
		this.inertia.space.addMass(1, M);
		nodes.visitDense(M, count, first, take);
	}

	/** The diagonal of the mass matrix by nodes [kg], positions and turns in turn. */
	nodeMasses(): Float64Array {
		const { size } = this;
		const M = new Float64Array(size ** 2);
		this.inertia.space.addMass(1, M);
		const arm = this.nodes.arms[this.first];
		const mean = (from: number) =>
			[0, 1, 2].reduce((sum, k) => sum + M[(size + 1) * (from + k)] / 3, 0);
		return Float64Array.from({ length: 2 * this.count }, (_, node) =>
			node % 2 === 0 ? mean(3 * node + 3) : mean(3 * node - 3) / arm ** 2,
		);
	}

	/** Torque [N m] and force [N] of elasticity on each frame, six numbers. */
	internalForces(): Float64Array {
		const { elastic } = this;
		if (!elastic) return new Float64Array(this.size);
		this.forget();
		return elastic.internalGradient().map((g) => -g);
	}
}
