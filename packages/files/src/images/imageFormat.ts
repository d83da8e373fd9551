import type { Vector3 } from "pliant";
import type { VolumeImage } from "pliant/voxels";
import type { MeshSource } from "../meshes/meshFormat.ts";

/** What an image file holds. */
export interface ImageFile {
	/** In its own axes, in metres. */
	readonly image: VolumeImage;
	/** Directions of its x, y and z axes in the space of the file (of a patient, of a scanner), unit vectors. */
	readonly axes: readonly [Vector3, Vector3, Vector3];
	/** What was left out or taken for granted while reading, for people. */
	readonly notes: readonly string[];
}

/** What readers get. */
export type ImageSource = MeshSource;

export interface ImageOptions {
	/** Metres per unit of the file's lengths; what the file says by default, and millimetres where it says nothing. */
	readonly unit?: number;
}

export interface ImageFormat {
	/** Such as "nrrd". */
	readonly name: string;
	/** One line for people. */
	readonly about: string;
	/** In small letters with the dot. */
	readonly extensions: readonly string[];
	read(source: ImageSource, options: ImageOptions): Promise<ImageFile>;
}
