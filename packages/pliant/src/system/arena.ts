/** One WebAssembly memory for a whole simulation: arrays are taken from it while building, and none afterwards. */

/** An array in the arena. The arena may move while it grows, so use `array` afresh after other arrays were taken. */
export interface ArenaArray<T> {
	readonly array: T;
	/** Byte offset, as kernels take it. */
	readonly pointer: number;
}

type TypedArray = Float64Array | Uint32Array;
interface Entry {
	array: TypedArray;
	readonly pointer: number;
	/** A view that memory has outgrown has forgotten its length. */
	readonly length: number;
	readonly type: typeof Float64Array | typeof Uint32Array;
}

const pageBytes = 65536;
/** Vector loads are fastest when they do not straddle. */
const alignment = 16;

export class Arena {
	readonly memory = new WebAssembly.Memory({ initial: 1 });
	private readonly entries: Entry[] = [];
	private used = alignment;
	private sealed = false;

	/** Bytes handed out. */
	get bytes(): number {
		return this.used;
	}

	f64(length: number): ArenaArray<Float64Array> {
		return this.take(Float64Array, length) as ArenaArray<Float64Array>;
	}

	u32(length: number): ArenaArray<Uint32Array> {
		return this.take(Uint32Array, length) as ArenaArray<Uint32Array>;
	}

	/** Forbids further growth: from now on the arrays stay where they are. */
	seal(): void {
		this.sealed = true;
	}

	private take(type: Entry["type"], length: number): Entry {
		if (this.sealed)
			throw new Error(
				"arena: memory was asked for after the simulation was built; take it while building",
			);
		const pointer = this.used;
		this.used +=
			Math.ceil((length * type.BYTES_PER_ELEMENT) / alignment) * alignment;
		const missing = this.used - this.memory.buffer.byteLength;
		if (missing > 0) this.grow(missing);
		const entry = {
			type,
			pointer,
			length,
			array: new type(this.memory.buffer, pointer, length),
		};
		this.entries.push(entry);
		return entry;
	}

	private grow(bytes: number): void {
		// In larger steps than asked, since every step renews all the views.
		const atLeast = Math.max(bytes, this.memory.buffer.byteLength / 2);
		const pages = Math.ceil(atLeast / pageBytes);
		try {
			this.memory.grow(pages);
		} catch {
			throw new Error(
				`arena: ${(this.used / 2 ** 20).toFixed(0)} MiB are needed and the platform gives no more; use a coarser mesh`,
			);
		}
		for (const entry of this.entries)
			entry.array = new entry.type(
				this.memory.buffer,
				entry.pointer,
				entry.length,
			);
	}
}
