import type { OutputFolder } from "../folder.ts";

/** How much is read from a scratch file at a time. */
const pieceSize = 1 << 20;

/**
 * A scratch file of frames, all of the same size, for formats whose beginning can only be written when all frames are known.
 * It stays for a later run until it is removed.
 */
export interface PointFrames {
	/** Frames so far. */
	count(): number;
	add(parts: readonly Uint8Array[]): Promise<void>;
	/** To be called before a checkpoint counts on them. */
	sync(): Promise<void>;
	close(): Promise<void>;
	/** Part of a frame. */
	read(frame: number, start: number, length: number): Promise<Uint8Array>;
	/** All frames, in pieces. */
	pieces(): AsyncGenerator<Uint8Array>;
	remove(): Promise<void>;
}

export async function openPointFrames(
	folder: OutputFolder,
	path: string,
	frameSize: number,
	countBefore: number,
): Promise<PointFrames> {
	const file = await folder.extend(path, countBefore * frameSize);
	let count = countBefore;
	return {
		count: () => count,
		async add(parts) {
			for (const part of parts) await file.write(part);
			count++;
		},
		sync: () => file.sync(),
		close: () => file.close(),
		read: (frame, start, length) =>
			folder.read(path, frame * frameSize + start, length),
		async *pieces() {
			const size = count * frameSize;
			for (let start = 0; start < size; start += pieceSize) {
				yield folder.read(path, start, Math.min(pieceSize, size - start));
			}
		},
		remove: () => folder.remove(path),
	};
}
