/** One WebAssembly memory for a whole simulation: arrays are taken from it and stay where they are until they are given back. */
import { structures } from "../numerics/load.ts";
import { meetingBytes } from "../numerics/meeting.ts";
import { pages } from "../numerics/team.ts";

/** An array in the arena. The arena may move while it grows, so use `array` afresh after other arrays were taken. */
export interface ArenaArray<T> {
	readonly array: T;
	/** Byte offset, as kernels take it. */
	readonly pointer: number;
}

type TypedArray = Float64Array | Float32Array | Uint32Array | Uint8Array;
type ArrayType =
	| typeof Float64Array
	| typeof Float32Array
	| typeof Uint32Array
	| typeof Uint8Array;
interface Entry {
	array: TypedArray;
	readonly pointer: number;
	/** A view that memory has outgrown has forgotten its length. */
	readonly length: number;
	readonly type: ArrayType;
}

/** Bytes that nobody has, from `begin` to before `end`. */
interface Gap {
	begin: number;
	end: number;
}

type Structures = typeof structures;
export type Structure<S extends keyof Structures> = Record<
	Structures[S][number],
	number
>;

const pageBytes = 65536;
/** Vector loads are fastest when they do not straddle. */
const alignment = 16;
/** Kept free after each array: vector loads of packed numbers may reach beyond the last. */
const margin = 16;
/**
 * Memory that is kept for what is taken after building (solvers make their levels when they first need them), relative to what
 * was taken before: levels of Morley bending on irregular meshes take five times that. It costs addresses only, until it is used.
 */
const spare = { factor: 8, least: 2 ** 24 };

/** There is no room for more arrays. */
export class RoomError extends Error {
	override readonly name = "RoomError";
}

/** Where arrays are taken from. */
export abstract class ArraySource {
	protected abstract take(type: ArrayType, length: number): Entry;
	/** Lends room of so many bytes while `use` runs. */
	abstract lend<T>(
		bytes: number,
		use: (room: ArenaArray<Float64Array>) => T,
	): T;
	/** A part whose arrays are given back together, and which takes no more than so many bytes. */
	abstract section(most?: number): ArenaSection;

	f64(length: number): ArenaArray<Float64Array> {
		return this.take(Float64Array, length) as ArenaArray<Float64Array>;
	}

	f32(length: number): ArenaArray<Float32Array> {
		return this.take(Float32Array, length) as ArenaArray<Float32Array>;
	}

	u32(length: number): ArenaArray<Uint32Array> {
		return this.take(Uint32Array, length) as ArenaArray<Uint32Array>;
	}

	u8(length: number): ArenaArray<Uint8Array> {
		return this.take(Uint8Array, length) as ArenaArray<Uint8Array>;
	}

	/** A copy in the arena. */
	indices(from: ArrayLike<number>): ArenaArray<Uint32Array> {
		const copy = this.u32(from.length);
		copy.array.set(from);
		return copy;
	}

	/** A structure that the numerics know by its pointer. */
	structure<S extends keyof Structures>(
		name: S,
		fields: Structure<S>,
	): ArenaArray<Uint32Array> {
		return this.indices(
			structures[name].map((field) => fields[field as keyof Structure<S>]),
		);
	}
}

export class ArenaSection extends ArraySource {
	private readonly arena: Arena;
	private readonly taken: Entry[] = [];
	private readonly inner: ArenaSection[] = [];
	/** Bytes that it may still take of its own. */
	private left: number;

	constructor(arena: Arena, most: number) {
		super();
		this.arena = arena;
		this.left = most;
	}

	override take(type: ArrayType, length: number): Entry {
		const bytes = bytesOf({ type, length });
		if (bytes > this.left)
			throw new RoomError(
				`arena: ${(bytes / 2 ** 20).toFixed(0)} MiB more are needed, ${(this.left / 2 ** 20).toFixed(0)} of those kept are left; use a coarser mesh`,
			);
		const entry = this.arena.take(type, length);
		this.taken.push(entry);
		this.left -= bytes;
		return entry;
	}

	override lend<T>(
		bytes: number,
		use: (room: ArenaArray<Float64Array>) => T,
	): T {
		return this.arena.lend(bytes, use);
	}

	/** Gives some of its arrays back. */
	free(...arrays: readonly ArenaArray<TypedArray>[]): void {
		this.arena.free(...arrays);
		for (const array of arrays) {
			this.taken.splice(this.taken.indexOf(array as Entry), 1);
			this.left += bytesOf(array as Entry);
		}
	}

	/** Takes arrays in the place of others; where there is no room for all of them, everything stays as it is. */
	exchange<T>(old: readonly ArenaArray<TypedArray>[], take: () => T): T {
		const before = this.taken.length;
		try {
			const taken = take();
			this.free(...old);
			return taken;
		} catch (error) {
			this.free(...this.taken.slice(before));
			throw error;
		}
	}

	/** A section whose arrays can be given back before its own. */
	override section(most?: number): ArenaSection {
		const inner = this.arena.section(most);
		this.inner.push(inner);
		return inner;
	}

	/** Gives all its arrays back. */
	release(): void {
		for (const inner of this.inner) inner.release();
		for (const entry of this.taken) this.left += bytesOf(entry);
		this.arena.free(...this.taken.splice(0));
	}
}

export class Arena extends ArraySource {
	readonly memory: WebAssembly.Memory;
	private readonly entries = new Set<Entry>();
	/** Ascending; they do not touch. The last one has no end. */
	private readonly gaps: Gap[] = [
		{ begin: aligned(meetingBytes), end: Number.POSITIVE_INFINITY },
	];
	/** What lies behind was never handed out, and is zero. */
	private everUsed = 0;
	private sealed = false;
	private room: Entry;
	private isLent = false;

	constructor(memory: WebAssembly.Memory) {
		super();
		this.memory = memory;
		this.room = this.take(Float64Array, 0);
	}

	/** Bytes handed out. */
	get bytes(): number {
		let sum = 0;
		for (const entry of this.entries) sum += bytesOf(entry);
		return sum;
	}

	/** Where the last gap begins. */
	private get used(): number {
		return this.gaps[this.gaps.length - 1].begin;
	}

	override section(most = Number.POSITIVE_INFINITY): ArenaSection {
		return new ArenaSection(this, most);
	}

	/** Bytes that are kept and not handed out yet, behind all that was. */
	get spareBytes(): number {
		return this.memory.buffer.byteLength - this.used;
	}

	/** Makes sure that so much room [bytes] can be lent. */
	reserve(bytes: number): void {
		if (8 * this.room.length >= bytes) return;
		this.free(this.room as ArenaArray<Float64Array>);
		this.room = this.take(Float64Array, Math.ceil(bytes / 8));
	}

	/**
	 * Lends room of so many bytes while `use` runs: for what kernels write until it is gathered, for levels of multigrid while they are
	 * made. It has one borrower at a time, so nobody overwrites what another has there.
	 */
	override lend<T>(
		bytes: number,
		use: (room: ArenaArray<Float64Array>) => T,
	): T {
		if (this.isLent)
			throw new Error(
				"arena: the room is lent already; this is a fault of the library",
			);
		this.reserve(bytes);
		this.isLent = true;
		try {
			return use(this.room as ArenaArray<Float64Array>);
		} finally {
			this.isLent = false;
		}
	}

	/** From now on the arrays stay where they are; what is taken later must fit into the spare memory, so many bytes or more. */
	seal(expected = 0): void {
		this.grow(Math.max(spare.least, spare.factor * this.used, expected), 0);
		this.sealed = true;
	}

	/** Gives arrays back, whose memory goes to arrays that are taken later. */
	free(...arrays: readonly ArenaArray<TypedArray>[]): void {
		for (const array of arrays) {
			const entry = array as Entry;
			if (!this.entries.delete(entry))
				throw new Error(
					`arena: the array at ${entry.pointer} is given back but not taken; this is a fault of the library`,
				);
			this.addGap(entry.pointer, entry.pointer + bytesOf(entry));
		}
	}

	private addGap(begin: number, end: number): void {
		const { gaps } = this;
		const at = gaps.findIndex((gap) => gap.begin >= end);
		gaps.splice(at, 0, { begin, end });
		for (const i of [at + 1, at])
			if (i > 0 && gaps[i - 1].end === gaps[i].begin) {
				gaps[i - 1].end = gaps[i].end;
				gaps.splice(i, 1);
			}
	}

	/** An array of zeros in the first gap that it fits into. */
	override take(type: ArrayType, length: number): Entry {
		const bytes = bytesOf({ type, length });
		const at = this.gaps.findIndex(({ begin, end }) => end - begin >= bytes);
		const gap = this.gaps[at];
		const pointer = gap.begin;
		const missing = pointer + bytes - this.memory.buffer.byteLength;
		if (missing > 0) this.grow(missing);
		gap.begin += bytes;
		if (gap.begin === gap.end) this.gaps.splice(at, 1);
		if (pointer < this.everUsed)
			new Uint8Array(this.memory.buffer, pointer, bytes).fill(0);
		this.everUsed = Math.max(this.everUsed, gap.begin);
		const entry = {
			type,
			pointer,
			length,
			array: new type(this.memory.buffer, pointer, length),
		};
		this.entries.add(entry);
		return entry;
	}

	private hasGrown(count: number): boolean {
		try {
			this.memory.grow(count);
			return true;
		} catch {
			return false;
		}
	}

	/** By so many bytes, or less where the platform gives no more, but not less than `least`. */
	private grow(bytes: number, least = bytes): void {
		const before = this.memory.buffer;
		// Other than shared memory moves as it grows, and with it what must stay.
		if (this.sealed && before instanceof ArrayBuffer)
			throw new RoomError(
				`arena: ${((this.used + bytes) / 2 ** 20).toFixed(0)} MiB are needed, ${(before.byteLength / 2 ** 20).toFixed(0)} were kept; use a coarser mesh, or the linear method 'multigrid' instead of 'direct'`,
			);
		const now = before.byteLength / pageBytes;
		// In larger steps than asked, since every step renews all the views.
		const wanted = Math.max(Math.ceil(bytes / pageBytes), Math.floor(now / 2));
		let more = Math.min(wanted, pages.maximum - now);
		while (!this.hasGrown(more)) {
			more = Math.floor(more / 2);
			if (more * pageBytes < least)
				throw new RoomError(
					`arena: ${((this.used + least) / 2 ** 20).toFixed(0)} MiB are needed and the platform gives no more; use a coarser mesh`,
				);
		}
		// Shared memory grows without moving.
		if (before.byteLength > 0) return;
		for (const entry of this.entries)
			entry.array = new entry.type(
				this.memory.buffer,
				entry.pointer,
				entry.length,
			);
	}
}

const aligned = (bytes: number): number =>
	Math.ceil(bytes / alignment) * alignment;

/** What an array takes, with its margin. */
function bytesOf({ type, length }: Pick<Entry, "type" | "length">): number {
	return aligned(length * type.BYTES_PER_ELEMENT + margin);
}
