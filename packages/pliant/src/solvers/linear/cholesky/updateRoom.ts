/** Plans where updates lie while they are waited for: each takes the first gap that it fits into, and gives it back. */
interface Piece {
	readonly begin: number;
	readonly end: number;
}

export class UpdateRoom {
	/** What is taken, ascending. */
	readonly taken: Piece[];
	private readonly begin: number;
	/** End of all that was ever taken. */
	end: number;

	constructor(begin: number, taken: readonly Piece[] = []) {
		this.begin = begin;
		this.taken = [...taken];
		this.end = taken.reduce((end, piece) => Math.max(end, piece.end), begin);
	}

	/** Begin of a piece of so many bytes. */
	take(bytes: number): number {
		const { taken } = this;
		let begin = this.begin;
		let at = 0;
		for (; at < taken.length && taken[at].begin - begin < bytes; at++)
			begin = taken[at].end;
		taken.splice(at, 0, { begin, end: begin + bytes });
		this.end = Math.max(this.end, begin + bytes);
		return begin;
	}

	/** Gives a piece back by its begin. Empty ones were none. */
	give(begin: number, bytes: number): void {
		const at = this.taken.findIndex(
			(piece) => piece.begin === begin && piece.end === begin + bytes,
		);
		this.taken.splice(at, 1);
	}
}
