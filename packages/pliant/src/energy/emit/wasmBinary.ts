/** The WebAssembly binary format, as far as kernels need it: numbers, sections and a module of functions over one memory. */

export type Bytes = ArrayLike<number>;

/** Bytes one after the other. */
export class ByteWriter {
	private room = new Uint8Array(256);
	private length = 0;

	get bytes(): Uint8Array<ArrayBuffer> {
		return this.room.subarray(0, this.length);
	}

	write(bytes: Bytes): void {
		this.makeRoom(bytes.length);
		this.room.set(bytes, this.length);
		this.length += bytes.length;
	}

	writeByte(byte: number): void {
		this.makeRoom(1);
		this.room[this.length++] = byte;
	}

	writeUnsigned(value: number): void {
		if (value < 0x80) this.writeByte(value);
		else this.write(unsigned(value));
	}

	private makeRoom(extra: number): void {
		const wanted = this.length + extra;
		if (wanted <= this.room.length) return;
		const room = new Uint8Array(2 * wanted);
		room.set(this.bytes);
		this.room = room;
	}
}

/** Unsigned LEB128. */
export function unsigned(value: number): number[] {
	const bytes: number[] = [];
	do {
		const low = value & 0x7f;
		value >>>= 7;
		bytes.push(value ? low | 0x80 : low);
	} while (value);
	return bytes;
}

/** Signed LEB128. */
export function signed(value: number): number[] {
	const bytes: number[] = [];
	for (;;) {
		const low = value & 0x7f;
		value >>= 7;
		const done = value === (low & 0x40 ? -1 : 0);
		bytes.push(done ? low : low | 0x80);
		if (done) return bytes;
	}
}

function concatenate(parts: readonly Bytes[]): Uint8Array<ArrayBuffer> {
	const writer = new ByteWriter();
	for (const part of parts) writer.write(part);
	return writer.bytes;
}

/** Items with their number before them. */
const vector = (items: readonly Bytes[]): Bytes =>
	concatenate([unsigned(items.length), ...items]);

const text = (s: string): Bytes => vector([...s].map((c) => [c.charCodeAt(0)]));

const section = (id: number, content: Bytes): Bytes =>
	concatenate([[id], unsigned(content.length), content]);

const valueType = { i32: 0x7f, v128: 0x7b } as const;

export interface WasmFunction {
	readonly name: string;
	/** Number of i32 parameters; the function returns nothing. */
	readonly parameters: number;
	/** Counts of local variables after the parameters: first the i32, then the v128. */
	readonly locals: { readonly i32: number; readonly v128: number };
	readonly body: Bytes;
}

/** Limits of an imported memory, in pages: one of its own may have any; a shared one has at most 4 GiB. */
const memoryLimits = {
	own: [0x00, ...unsigned(1)],
	shared: [0x03, ...unsigned(1), ...unsigned(65536)],
};

/** A module that imports its memory as "env"."memory" and exports the functions. */
export function encodeModule(
	functions: readonly WasmFunction[],
	memoryKind: keyof typeof memoryLimits,
): Uint8Array<ArrayBuffer> {
	const types = functions.map(({ parameters }) =>
		concatenate([
			[0x60],
			vector(Array.from({ length: parameters }, () => [valueType.i32])),
			vector([]),
		]),
	);
	const memory = concatenate([
		...[text("env"), text("memory"), [0x02]],
		memoryLimits[memoryKind],
	]);
	const code = functions.map(({ locals, body }) => {
		const declared = vector([
			[...unsigned(locals.i32), valueType.i32],
			[...unsigned(locals.v128), valueType.v128],
		]);
		const length = declared.length + body.length + 1;
		return concatenate([unsigned(length), declared, body, [0x0b]]);
	});
	const names = functions.map(({ name }, i) =>
		concatenate([text(name), [0x00], unsigned(i)]),
	);
	return concatenate([
		[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
		section(1, vector(types)),
		section(2, vector([memory])),
		section(3, vector(functions.map((_, i) => unsigned(i)))),
		section(7, vector(names)),
		section(10, vector(code)),
	]).slice();
}
