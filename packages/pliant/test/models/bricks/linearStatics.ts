/** Small displacements of an assembly of elements: its stiffness at rest as a dense matrix, solved and decomposed. */
import type { Mesh, Vector3 } from "../../../src/mesh/index.ts";
import { domains } from "../../../src/models/domain.ts";
import type { AnyElementModel } from "../../../src/models/index.ts";
import { DenseCholesky } from "../../../src/solvers/linear/denseCholesky.ts";
import {
	createEigenWorkspace,
	decomposeSymmetric,
} from "../../../src/system/symmetricEigen.ts";
import { hessianOf } from "../unitTriangle.ts";

export class LinearStatics {
	readonly mesh: Mesh;
	readonly size: number;
	/** By rows. */
	readonly K: Float64Array;

	constructor(
		mesh: Mesh,
		model: AnyElementModel,
		material: Readonly<Record<string, number>>,
	) {
		this.mesh = mesh;
		this.size = mesh.positions.length;
		this.K = new Float64Array(this.size ** 2);
		const { nodes, elements } = domains[model.domain];
		const all = elements(mesh);
		for (let at = 0; at < all.length; at += nodes) {
			const vertices = all.subarray(at, at + nodes);
			const X = Array.from(vertices, (v): Vector3 => {
				const [x, y, z] = mesh.positions.subarray(3 * v, 3 * v + 3);
				return [x, y, z];
			});
			const H = hessianOf(model, material, X, X);
			for (let r = 0; r < 3 * nodes; r++)
				for (let c = 0; c < 3 * nodes; c++)
					this.K[
						this.size * this.place(vertices, r) + this.place(vertices, c)
					] += H[r][c];
		}
	}

	private place(vertices: Uint32Array, unknown: number): number {
		return 3 * vertices[Math.floor(unknown / 3)] + (unknown % 3);
	}

	/** K u [N]. */
	forces(u: ArrayLike<number>): Float64Array {
		return Float64Array.from({ length: this.size }, (_, r) => {
			let sum = 0;
			for (let c = 0; c < this.size; c++)
				sum += this.K[this.size * r + c] * u[c];
			return sum;
		});
	}

	/** Displacements [m] under forces [N] where some of the unknowns are held. */
	solve(
		forces: ArrayLike<number>,
		isHeld: (unknown: number) => boolean,
	): Float64Array {
		const free = this.free(isHeld);
		const solver = new DenseCholesky(free.length);
		if (!solver.factor(this.part(free)))
			throw new Error("the stiffness is not positive definite");
		const x = Float64Array.from(free, (i) => forces[i]);
		solver.solve(x);
		const u = new Float64Array(this.size);
		for (const [i, value] of x.entries()) u[free[i]] = value;
		return u;
	}

	/** Ascending [N/m]. */
	eigenvalues(isHeld: (unknown: number) => boolean = () => false): number[] {
		const free = this.free(isHeld);
		const workspace = createEigenWorkspace(free.length);
		decomposeSymmetric(this.part(free), free.length, workspace);
		return [...workspace.values].sort((a, b) => a - b);
	}

	private free(isHeld: (unknown: number) => boolean): number[] {
		return Array.from({ length: this.size }, (_, i) => i).filter(
			(i) => !isHeld(i),
		);
	}

	private part(free: readonly number[]): Float64Array {
		return Float64Array.from(
			free.flatMap((r) => free.map((c) => this.K[this.size * r + c])),
		);
	}
}
