/** Block Jacobi preconditioner: the inverses of the 3×3 diagonal blocks. */
import type { Vector } from "../../system/vectorSpace.ts";
import type { LinearOperator } from "./linearOperator.ts";

export interface Preconditioner {
	/** out = P⁻¹ · r. */
	apply(r: Vector, out: Vector): void;
}

export class BlockJacobi implements Preconditioner {
	private readonly inverses: Float64Array;

	constructor(rows: number) {
		this.inverses = new Float64Array(9 * rows);
	}

	/** Prepares for an operator; false where the operator is found not to be positive definite. */
	update(operator: Pick<LinearOperator, "diagonalBlocks">): boolean {
		operator.diagonalBlocks(this.inverses);
		let positive = true;
		for (let at = 0; at < this.inverses.length; at += 9)
			positive = invertInPlace(this.inverses, at) && positive;
		return positive;
	}

	apply({ array: r }: Vector, { array: out }: Vector): void {
		const P = this.inverses;
		for (let row = 0; row < r.length / 3; row++) {
			const at = 9 * row;
			const v = 3 * row;
			const a = r[v];
			const b = r[v + 1];
			const c = r[v + 2];
			out[v] = P[at] * a + P[at + 1] * b + P[at + 2] * c;
			out[v + 1] = P[at + 3] * a + P[at + 4] * b + P[at + 5] * c;
			out[v + 2] = P[at + 6] * a + P[at + 7] * b + P[at + 8] * c;
		}
	}
}

/** Leaves residuals as they are. */
export const noPreconditioner: Pick<BlockJacobi, "update" | "apply"> = {
	update: () => true,
	apply: (r, out) => out.array.set(r.array),
};

/** Inverts a symmetric 3×3 block by cofactors; false (and the identity) where it is not positive definite. */
function invertInPlace(m: Float64Array, at: number): boolean {
	const [a, b, c, , d, e, , , f] = m.subarray(at, at + 9);
	const minor = d * f - e * e;
	const determinant = a * minor - b * (b * f - c * e) + c * (b * e - c * d);
	const scale = 1 / determinant;
	if (
		!(a > 0 && a * d - b * b > 0 && determinant > 0 && Number.isFinite(scale))
	) {
		m.set([1, 0, 0, 0, 1, 0, 0, 0, 1], at);
		return false;
	}
	const xy = scale * (c * e - b * f);
	const xz = scale * (b * e - c * d);
	const yz = scale * (b * c - a * e);
	m.set(
		[
			scale * minor,
			xy,
			xz,
			xy,
			scale * (a * f - c * c),
			yz,
			xz,
			yz,
			scale * (a * d - b * b),
		],
		at,
	);
	return true;
}
