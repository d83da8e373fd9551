/** What is to be untangled. */
import type { SurfaceContact } from "./surfaceContact.ts";

/** How a surface may be moved. */
export interface TangledSurface {
	/** Whether it can be moved at all. */
	readonly isFree: boolean;
	/** Whether all of it goes the same way. */
	readonly isWhole: boolean;
	/** Those with larger numbers belong outside. */
	readonly layer?: number | undefined;
}

export interface Tangle {
	readonly contact: SurfaceContact;
	/** As they are numbered. */
	readonly surfaces: readonly TangledSurface[];
	/** Flags of points that cannot be moved, and the mass of each [kg]. */
	readonly isFixed: Uint8Array;
	readonly weights: Float64Array;
	/** Tells how far points at positions x are to be moved out of colliders of exact shape. */
	readonly pushOut: (
		x: Float64Array,
		push: (point: number, by: ArrayLike<number>) => void,
	) => void;
}
