import { FileError, type OutputFile, type OutputFolder } from "@pliant/files";

/** A folder in memory that holds users to the contract of OutputFolder. */
export class MemoryFolder implements OutputFolder {
	readonly files = new Map<string, Uint8Array>();

	async create(path: string): Promise<OutputFile> {
		return new MemoryFile(this.files, path, new Uint8Array(0), false);
	}

	async extend(path: string, length: number): Promise<OutputFile> {
		if (length === 0) this.files.delete(path);
		const bytes = length === 0 ? new Uint8Array(0) : this.#get(path);
		if (bytes.length < length) {
			throw new FileError(
				`${path}: it has ${bytes.length} bytes, fewer than ${length}`,
			);
		}
		return new MemoryFile(this.files, path, bytes.slice(0, length), true);
	}

	async read(path: string, start: number, length: number): Promise<Uint8Array> {
		const bytes = this.#get(path);
		if (start + length > bytes.length) {
			throw new FileError(`${path}: it ends before byte ${start + length}`);
		}
		return bytes.slice(start, start + length);
	}

	async remove(path: string): Promise<void> {
		this.#get(path);
		this.files.delete(path);
	}

	text(path: string): string {
		return new TextDecoder().decode(this.#get(path));
	}

	bytes(path: string): Uint8Array {
		return this.#get(path);
	}

	copy(): MemoryFolder {
		const folder = new MemoryFolder();
		for (const [path, bytes] of this.files) {
			folder.files.set(path, bytes.slice());
		}
		return folder;
	}

	#get(path: string): Uint8Array {
		const bytes = this.files.get(path);
		if (bytes === undefined) throw new FileError(`${path}: no such file`);
		return bytes;
	}
}

class MemoryFile implements OutputFile {
	readonly #files: Map<string, Uint8Array>;
	readonly #path: string;
	readonly #inPlace: boolean;
	#bytes: Uint8Array;
	#length: number;
	#open = true;

	constructor(
		files: Map<string, Uint8Array>,
		path: string,
		bytes: Uint8Array,
		inPlace: boolean,
	) {
		this.#files = files;
		this.#path = path;
		this.#bytes = bytes;
		this.#length = bytes.length;
		this.#inPlace = inPlace;
		if (inPlace) this.#show();
	}

	async write(bytes: Uint8Array): Promise<void> {
		this.#requireOpen();
		const length = this.#length + bytes.length;
		if (length > this.#bytes.length) {
			const larger = new Uint8Array(Math.max(2 * this.#length, length));
			larger.set(this.#bytes.subarray(0, this.#length));
			this.#bytes = larger;
		}
		this.#bytes.set(bytes, this.#length);
		this.#length = length;
		if (this.#inPlace) this.#show();
	}

	async writeAt(position: number, bytes: Uint8Array): Promise<void> {
		this.#requireOpen();
		if (position > this.#length) {
			throw new FileError(`${this.#path}: writeAt after the end`);
		}
		const inside = this.#length - position;
		this.#bytes.set(bytes.subarray(0, inside), position);
		await this.write(bytes.subarray(inside));
	}

	async sync(): Promise<void> {
		this.#requireOpen();
	}

	async close(): Promise<void> {
		this.#requireOpen();
		this.#open = false;
		this.#show();
	}

	async discard(): Promise<void> {
		this.#requireOpen();
		this.#open = false;
	}

	#show(): void {
		this.#files.set(this.#path, this.#bytes.subarray(0, this.#length));
	}

	#requireOpen(): void {
		if (!this.#open) throw new FileError(`${this.#path}: it is closed`);
	}
}
