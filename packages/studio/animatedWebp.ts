/** Joins pictures in WebP to an animation that goes on and on: each becomes a frame of an extended file. */

export interface AnimationFrame {
	readonly picture: Uint8Array;
	/** How long it is shown. */
	readonly milliseconds: number;
}

export function animatedWebp(
	frames: readonly AnimationFrame[],
	{ width, height }: { readonly width: number; readonly height: number },
): Uint8Array {
	const isAnimation = 0x02;
	const size = [...bytes(width - 1, 3), ...bytes(height - 1, 3)];
	const coverAll = 0x02;
	const frame = ({ picture, milliseconds }: AnimationFrame) =>
		chunk("ANMF", [
			...[...bytes(0, 6), ...size, ...bytes(milliseconds, 3), coverAll],
			...imageChunks(picture),
		]);
	const file = [
		...Buffer.from("WEBP"),
		...chunk("VP8X", [isAnimation, 0, 0, 0, ...size]),
		// White behind it, and no end.
		...chunk("ANIM", [255, 255, 255, 255, 0, 0]),
		...frames.flatMap(frame),
	];
	return Uint8Array.from([
		...Buffer.from("RIFF"),
		...bytes(file.length, 4),
		...file,
	]);
}

/** What of a file is the picture itself. */
function imageChunks(file: Uint8Array): number[] {
	const kept: number[] = [];
	const view = new DataView(file.buffer, file.byteOffset, file.length);
	for (let at = 12; at < file.length; ) {
		const name = String.fromCharCode(...file.subarray(at, at + 4));
		const length = view.getUint32(at + 4, true);
		const end = at + 8 + length + (length % 2);
		if (["ALPH", "VP8 ", "VP8L"].includes(name))
			kept.push(...file.subarray(at, end));
		at = end;
	}
	return kept;
}

function chunk(name: string, content: readonly number[]): number[] {
	const padding = content.length % 2 === 1 ? [0] : [];
	const { length } = content;
	return [...Buffer.from(name), ...bytes(length, 4), ...content, ...padding];
}

/** The lowest first. */
const bytes = (value: number, count: number): number[] =>
	Array.from({ length: count }, (_, i) =>
		i < 4 ? (value >> (8 * i)) & 255 : 0,
	);
