/** How far points are to be moved, of which those of some surfaces go together. */
import type { Tangle } from "./tangle.ts";

export class Pushes {
	private readonly tangle: Tangle;
	private readonly x: Float64Array;
	/** The longest push of each point, or of a surface that goes as a whole. */
	private readonly ofPoints = new Map<number, Float64Array>();
	private readonly ofWholes = new Map<number, Float64Array>();

	constructor(tangle: Tangle, x: Float64Array) {
		this.tangle = tangle;
		this.x = x;
	}

	/** Asks a point to be moved [m]. What cannot move stays. */
	add(point: number, by: ArrayLike<number>): void {
		const { surfaces, isFixed, contact } = this.tangle;
		const surface = contact.surfaces.surfaceOfPoint[point];
		const { isWhole, isFree } = surfaces[surface];
		if (!isFree || (!isWhole && isFixed[point])) return;
		const [all, key] = isWhole
			? [this.ofWholes, surface]
			: [this.ofPoints, point];
		const before = all.get(key);
		if (!before || length(before) < length(by))
			all.set(key, Float64Array.from(by));
	}

	/** Ways of all points; nothing where none is to be moved. */
	ways(): Float64Array | undefined {
		const { ofPoints, ofWholes, tangle, x } = this;
		if (ofPoints.size + ofWholes.size === 0) return undefined;
		const ways = new Float64Array(x.length);
		for (const [point, by] of ofPoints) ways.set(by, 3 * point);
		for (const [surface, by] of ofWholes)
			for (const { first, last } of tangle.contact.surfaces.all[surface].ranges)
				for (let point = first; point < last; point++) ways.set(by, 3 * point);
		return ways;
	}

	/** Moves the points; false where none is to be moved. */
	apply(): boolean {
		const ways = this.ways();
		if (!ways) return false;
		for (let i = 0; i < ways.length; i++) this.x[i] += ways[i];
		return true;
	}
}

const length = (v: ArrayLike<number>) => Math.hypot(v[0], v[1], v[2]);
