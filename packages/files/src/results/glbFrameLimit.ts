import { FileError } from "../fileError.ts";

const mostFrames = 240;

/** The format ends at 4 GiB, but programs have trouble long before. */
const mostBytes = 2 ** 30;

/** Bytes of one frame, and of the cells, which all frames share. */
export interface GlbSizes {
	readonly frame: number;
	readonly cells: number;
}

/** How many frames a GLB keeps at most. */
export function glbFrameLimit(
	name: string,
	{ frame, cells }: GlbSizes,
): number {
	const fitting = Math.floor((mostBytes - cells) / frame);
	if (fitting < 2) {
		const [perFrame, besides, possible] = [frame, cells, mostBytes].map(
			(bytes) => `${(bytes / 2 ** 20).toFixed()} MiB`,
		);
		throw new FileError(
			`"${name}": a GLB would have ${perFrame} per frame and ${besides} for cells, of ${possible} that are possible. Record these bodies as vtu or pc2`,
		);
	}
	return Math.min(fitting, mostFrames);
}
