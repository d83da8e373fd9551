/**
 * Seams while they close: springs between pairs of nodes that pull and do not push,
 *
 *   E = ½ k max(0, |g| − L(t))²,   L(t) = L₀ (1 − s²(3 − 2s)),   s = (t/T − 0.15 u)/0.85 from 0 to 1
 *
 * so that the gap g of a pair, L₀ at the beginning, is gone after T seconds at most: first in the middle of the seam, where u = 0, last at its ends, where u = 1. (Sides that come together
 * everywhere at once are folded by it, and of 20 vertices of a side that is gathered to half its length one was caught behind a fold.) Where it is not gone, for something in the way, k grows tenfold every quarter of T; springs that were
 * as stiff from the beginning as it takes then pressed panels so hard on what they met that Newton did not converge. Then nodes are joined (`simulation/welding.ts`), and there is no such term.
 */
import type { NodeTerm, TakeBlock, TermStep } from "../system/nodeTerm.ts";

/** Two nodes that come together. */
export interface SeamPair {
	readonly seam: string;
	readonly nodes: readonly [number, number];
	/** k [N/m], before it grows. */
	readonly stiffness: number;
	/** T [s] */
	readonly seconds: number;
	/** u: how far it is from the middle of the seam, 1 at the ends. */
	readonly fromMiddle: number;
	/** Distance [m] below which they count as together. */
	readonly closed: number;
}

/** What of the time of a seam its ends begin later than its middle. */
const spread = 0.15;
/** k grows by so much at most, in which so many times T have passed. */
const mostGrowth = 1e4;
export const overdueAfter = 2;

export class SeamTerm implements NodeTerm {
	readonly pairs: readonly SeamPair[];
	private readonly x: Float64Array;
	/** L₀ and L [m]. */
	private readonly firstLengths: Float64Array;
	private readonly lengths: Float64Array;
	/** What k has grown by. */
	private readonly growth: Float64Array;
	private readonly block = new Float64Array(9);

	/** @param x positions of nodes [m], which the simulation changes */
	constructor(pairs: readonly SeamPair[], x: Float64Array) {
		this.pairs = pairs;
		this.x = x;
		this.firstLengths = Float64Array.from(pairs, (_, i) => this.gap(i));
		this.lengths = this.firstLengths.slice();
		this.growth = new Float64Array(pairs.length).fill(1);
	}

	/** Time [s] when all are to be closed. */
	get seconds(): number {
		return Math.max(...this.pairs.map(({ seconds }) => seconds));
	}

	/** Time [s] when those that are not closed are overdue: springs are as stiff as they get. */
	get overdue(): number {
		return overdueAfter * this.seconds;
	}

	/** The pair of a seam that is farthest apart. */
	widest(seam: string): number {
		let most = -1;
		for (const [i, pair] of this.pairs.entries())
			if (pair.seam === seam && (most < 0 || this.gap(i) > this.gap(most)))
				most = i;
		return most;
	}

	/** |g| of a pair [m]. */
	gap(i: number): number {
		return Math.hypot(...this.between(i));
	}

	private between(i: number): [number, number, number] {
		const { x } = this;
		const [a, b] = this.pairs[i].nodes;
		return [
			x[3 * a] - x[3 * b],
			x[3 * a + 1] - x[3 * b + 1],
			x[3 * a + 2] - x[3 * b + 2],
		];
	}

	/** Whether all pairs are together. */
	get isClosed(): boolean {
		return this.pairs.every(({ closed }, i) => this.gap(i) <= closed);
	}

	visitCouplings(couple: (row: number, column: number) => void): void {
		for (const {
			nodes: [a, b],
		} of this.pairs) {
			couple(a, b);
			couple(b, a);
		}
	}

	begin({ time }: TermStep): void {
		this.placeAt(time);
	}

	/** Takes the lengths L and stiffnesses k of a time [s]. */
	placeAt(time: number): void {
		for (const [i, { seconds, fromMiddle }] of this.pairs.entries()) {
			const begun = (time / seconds - spread * fromMiddle) / (1 - spread);
			const s = Math.min(1, Math.max(0, begun));
			this.lengths[i] = this.firstLengths[i] * (1 - s * s * (3 - 2 * s));
			const late = Math.max(0, time / seconds - 1);
			this.growth[i] = Math.min(mostGrowth, 10 ** (4 * late));
		}
	}

	private stiffness(i: number): number {
		return this.growth[i] * this.pairs[i].stiffness;
	}

	beginIteration(): void {}

	moved(): void {}

	value(): number {
		let sum = 0;
		for (const i of this.pairs.keys())
			sum +=
				(this.stiffness(i) / 2) *
				Math.max(0, this.gap(i) - this.lengths[i]) ** 2;
		return sum;
	}

	addGradient(out: Float64Array): number {
		let most = 0;
		for (const [i, pair] of this.pairs.entries()) {
			const g = this.between(i);
			const length = Math.hypot(...g);
			const pull = this.stiffness(i) * (length - this.lengths[i]);
			if (!(pull > 0)) continue;
			most = Math.max(most, pull);
			const [a, b] = pair.nodes;
			for (let k = 0; k < 3; k++) {
				out[3 * a + k] += (pull * g[k]) / length;
				out[3 * b + k] -= (pull * g[k]) / length;
			}
		}
		return most;
	}

	/** A spring that pulls is stiff across its direction too, so the Hessian is never indefinite. */
	visitBlocks(_positive: boolean, take: TakeBlock): void {
		const { block } = this;
		const add = (row: number, column: number, sign: number, B: number[]) => {
			for (let j = 0; j < 9; j++) block[j] = sign * B[j];
			take(row, column, block);
		};
		for (const [i, { nodes }] of this.pairs.entries()) {
			const k = this.stiffness(i);
			const g = this.between(i);
			const length = Math.hypot(...g);
			const rest = this.lengths[i];
			if (length < rest) continue;
			const across = length > 0 ? k * (1 - rest / length) : k;
			const along = length > 0 ? (k - across) / length ** 2 : 0;
			const B = Array.from({ length: 9 }, (_, j) => {
				const [r, c] = [Math.floor(j / 3), j % 3];
				return (r === c ? across : 0) + along * g[r] * g[c];
			});
			const [a, b] = nodes;
			add(a, a, 1, B);
			add(b, b, 1, B);
			add(Math.min(a, b), Math.max(a, b), -1, B);
		}
	}
}
