import type { Vector3 } from "../mesh/mesh.ts";

/** A three-dimensional image, such as a scan. */
export interface VolumeImage {
	/** Values along x, y, z. */
	readonly counts: Vector3;
	/** Distance of neighbouring values [m]. */
	readonly spacing: Vector3;
	/** Where the first value lies [m], in the image's own axes. */
	readonly origin: Vector3;
	/** x fastest, then y, then z. */
	readonly values: ArrayLike<number>;
}
