/** What is known of pairs, one record after the other (`recordBytes` in numerics/surfacePairs.ts). */
import { contactConstants as constants } from "../../numerics/contactNumerics.ts";
import type { ArenaArray, ArenaSection } from "../../system/arena.ts";

const words = constants.recordBytes / 4;
const doubles = constants.recordBytes / 8;
/** Where in a record things are, in words and doubles. */
const vertices = constants.recordVertices / 4;
const share = constants.recordShare / 8;
const outer = constants.recordOuter / 8;
const core = constants.recordCore / 8;

export class PairRecords {
	readonly entry: ArenaArray<Uint32Array>;
	/** The numbers as they were when last seen as f64. */
	private seen = new Uint32Array(0);
	private sharesSeen = new Float64Array(0);

	/** @param room for so many pairs */
	constructor(arena: ArenaSection, room: number) {
		this.entry = arena.u32(words * room);
	}

	private get numbers(): Uint32Array {
		return this.entry.array;
	}

	/** The same as numbers of f64. Memory that grows has new arrays. */
	private get shares(): Float64Array {
		const { numbers } = this;
		if (this.seen !== numbers) {
			this.seen = numbers as Uint32Array<ArrayBuffer>;
			this.sharesSeen = new Float64Array(
				numbers.buffer as ArrayBuffer,
				numbers.byteOffset,
				doubles * this.room,
			);
		}
		return this.sharesSeen;
	}

	/** Pairs that there is room for. */
	get room(): number {
		return this.numbers.length / words;
	}

	/** The numbers of a point and a triangle, or of two edges. */
	first(i: number): number {
		return this.numbers[words * i];
	}

	second(i: number): number {
		return this.numbers[words * i + 1];
	}

	/** The four points of a pair, in an array of the records. */
	vertices(i: number): Uint32Array {
		const at = words * i + vertices;
		return this.numbers.subarray(at, at + 4);
	}

	/** The distance [m] at which it begins to push, and what of it cores take. */
	outer(i: number): number {
		return this.shares[doubles * i + outer];
	}

	core(i: number): number {
		return this.shares[doubles * i + core];
	}

	/** What it keeps of its thickness, since it is thinner at rest. */
	share(i: number): number {
		return this.shares[doubles * i + share];
	}

	setShare(i: number, value: number): void {
		const at = doubles * i;
		const about = this.shares[at + core];
		const before = this.shares[at + outer] - about;
		this.shares[at + outer] =
			about + (before * value) / this.shares[at + share];
		this.shares[at + share] = value;
	}
}
