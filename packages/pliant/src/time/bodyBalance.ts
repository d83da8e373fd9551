/**
 * Whether forces balance in each body. The size of all forces together may hide what is left in a small one: beside a sheet of 10 km a cube of 1 mm did
 * not fall, since its weight was less than a millionth of all the weight.
 */

/** The nodes of a body: its vertices, and its inner nodes. */
export interface BodyNodes {
	readonly first: number;
	readonly count: number;
	readonly firstInner: number;
	readonly innerCount: number;
}

/** Of a body's own forces what may be left in it. Others of a body that has a thousandth of all forces are tighter than that. */
const mostLeft = 1e-3;

export class BodyBalance {
	private readonly bodies: readonly BodyNodes[];
	/** The largest forces of each that were seen [N]. */
	private readonly forces: Float64Array;

	constructor(bodies: readonly BodyNodes[]) {
		// One alone is what all is measured by.
		this.bodies = bodies.length > 1 ? bodies : [];
		this.forces = new Float64Array(this.bodies.length);
	}

	begin(): void {
		this.forces.fill(0);
	}

	/** Looks at some of the forces. */
	see(forces: Float64Array): void {
		for (const [i, body] of this.bodies.entries())
			this.forces[i] = Math.max(this.forces[i], norm(forces, body));
	}

	/** Takes notice of forces of one of them, of this size [N]. */
	seeSize(body: number, size: number): void {
		if (body < this.forces.length)
			this.forces[body] = Math.max(this.forces[body], size);
	}

	/** Whether more is left of the forces that were seen than may be, in some body. */
	isMissed(left: Float64Array): boolean {
		return this.bodies.some(
			(body, i) => norm(left, body) > mostLeft * this.forces[i],
		);
	}
}

function norm(
	vectors: Float64Array,
	{ first, count, firstInner, innerCount }: BodyNodes,
): number {
	let sum = 0;
	for (let i = 3 * first; i < 3 * (first + count); i++) sum += vectors[i] ** 2;
	for (let i = 3 * firstInner; i < 3 * (firstInner + innerCount); i++)
		sum += vectors[i] ** 2;
	return Math.sqrt(sum);
}
