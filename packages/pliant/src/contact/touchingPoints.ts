/** All points that touch, in one numbering: nodes themselves, then the centres of curved faces between nodes, then points that follow frames. */
import type { FollowingPoints } from "../points/followingPoints.ts";
import type { MeshPoints } from "../points/meshPoints.ts";
import { sandwich } from "../points/sandwich.ts";
import type { TakeBlock } from "../system/nodeTerm.ts";
import type { CarriedPoints } from "./carriedPoints.ts";

interface Following {
	readonly points: FollowingPoints;
	/** The first of them among all. */
	readonly first: number;
}

/** Nodes with the derivatives of a point's position by each: multiples of the identity where there is a share. */
type Jacobian = readonly {
	readonly node: number;
	readonly J: Float64Array;
	readonly share: number | undefined;
}[];

export class TouchingPoints {
	/** Points that are nodes. */
	readonly nodeCount: number;
	/** Points that follow nodes in straight lines, and the number of the first. */
	readonly centres: MeshPoints;
	readonly firstCentre: number;
	readonly carried: readonly CarriedPoints[];
	readonly firstCarried: number;
	readonly count: number;
	private readonly following: readonly Following[];

	constructor(
		nodeCount: number,
		centres: MeshPoints,
		carried: readonly CarriedPoints[],
	) {
		this.nodeCount = nodeCount;
		this.centres = centres;
		this.firstCentre = nodeCount;
		this.firstCarried = nodeCount + centres.count;
		this.carried = carried;
		this.count = carried.reduce(
			(sum, { points }) => sum + points.count,
			this.firstCarried,
		);
		this.following =
			centres.count > 0
				? [{ points: centres, first: nodeCount }, ...carried]
				: carried;
	}

	/** Whether all of them are nodes. */
	get areNodes(): boolean {
		return this.following.length === 0;
	}

	/** Writes where they are [m] when nodes are at x, which frames know of. */
	positions(x: Float64Array, out: Float64Array): void {
		copy(x, 3 * this.nodeCount, out);
		for (const { points, first } of this.following)
			points.positions(out.subarray(3 * first, 3 * (first + points.count)));
	}

	/** out = J·v. */
	velocities(v: Float64Array, out: Float64Array): void {
		copy(v, 3 * this.nodeCount, out);
		for (const { points, first } of this.following)
			points.velocities(v, out.subarray(3 * first, 3 * (first + points.count)));
	}

	/** out += Jᵀ·f. */
	addForces(forces: Float64Array, out: Float64Array): void {
		for (let i = 0; i < 3 * this.nodeCount; i++) out[i] += forces[i];
		for (const { points, first } of this.following)
			points.addForces(
				forces.subarray(3 * first, 3 * (first + points.count)),
				out,
			);
	}

	/** The nodes that a point follows, and the derivatives of its position by each. */
	private jacobian(point: number): Jacobian {
		if (point < this.nodeCount) return [{ node: point, J: identity, share: 1 }];
		const { points, first } = this.following.findLast(
			(set) => set.first <= point,
		) as Following;
		const found: Jacobian[number][] = [];
		points.visitJacobian(point - first, (node, J) =>
			found.push({
				node,
				J: J.slice(),
				share: points === this.centres ? J[0] : undefined,
			}),
		);
		return found;
	}

	/** Takes blocks of a symmetric matrix B of points, one of (p, q) and (q, p), and gives the upper half of Jᵀ B J. */
	spread(take: TakeBlock): TakeBlock {
		const { nodeCount } = this;
		const block = new Float64Array(9);
		const known = new Map<number, Jacobian>();
		const jacobianOf = (point: number) => {
			let found = known.get(point);
			if (!found) {
				found = this.jacobian(point);
				known.set(point, found);
			}
			return found;
		};
		return (p, q, B) => {
			if (p <= q && q < nodeCount) {
				take(p, q, B);
				return;
			}
			const right = jacobianOf(q);
			for (const { node: row, J, share } of jacobianOf(p))
				for (const { node: column, J: K, share: other } of right) {
					if (p === q && row > column) continue;
					if (share === undefined || other === undefined)
						sandwich(J, B, K, block);
					else for (let k = 0; k < 9; k++) block[k] = share * other * B[k];
					if (p !== q && row >= column)
						addTransposed(block, row === column ? 1 : 0);
					take(Math.min(row, column), Math.max(row, column), block);
				}
		};
	}

	/** What forces on points add where these do not follow in straight lines. */
	takeCurvature(forces: Float64Array, take: TakeBlock): void {
		for (const { points, first } of this.carried)
			for (let i = 0; i < points.count; i++) {
				const at = 3 * (first + i);
				if (forces[at] || forces[at + 1] || forces[at + 2])
					points.visitCurvature?.(i, forces.subarray(at, at + 3), take);
			}
	}

	/** Returns a node that moves a point: one around the center of a face, or the position of its body's first frame. */
	movingNode(point: number): number {
		const body = this.carried.findLast(({ first }) => first <= point);
		return body
			? body.frames.positionNode(body.firstFrame)
			: this.nodeOf(point);
	}

	/** A node that tells where a point is. */
	nodeOf(point: number): number {
		if (point < this.firstCentre || point >= this.firstCarried) return point;
		let node = point;
		this.centres.visitNodes(point - this.firstCentre, (each) => {
			node = Math.min(node, each);
		});
		return node;
	}
}

function copy(from: Float64Array, count: number, out: Float64Array): void {
	out.set(from.length > count ? from.subarray(0, count) : from);
}

/** Makes a block keep · block + blockᵀ. */
function addTransposed(block: Float64Array, keep: 0 | 1): void {
	for (let r = 0; r < 3; r++)
		for (let c = r; c < 3; c++) {
			const [upper, lower] = [block[3 * r + c], block[3 * c + r]];
			block[3 * r + c] = keep * upper + lower;
			block[3 * c + r] = keep * lower + upper;
		}
}

const identity = Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1]);
