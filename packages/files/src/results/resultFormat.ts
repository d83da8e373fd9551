import type { CellKind, Mesh } from "pliant/mesh";
import type { OutputFolder } from "../folder.ts";
import type { Appearance } from "../meshes/meshFormat.ts";

/** One body of a recording, as it is at rest. */
export interface RecordedBody {
	readonly name: string;
	readonly mesh: Mesh;
	/** For formats that show it. */
	readonly appearance?: Appearance;
}

/** Something that bodies cannot enter, for formats that show it. */
export interface Obstacle {
	readonly name: string;
	readonly moves: boolean;
	/** Its surface [m] at a time [s]; none of what has no end. */
	surfaceAt(time: number): Pick<Mesh, "positions" | "triangles"> | undefined;
}

/** Values per vertex or per cell, such as strain. */
export interface Field {
	readonly name: string;
	readonly on: "vertex" | CellKind;
	/** 1 for scalars, 3 for vectors, 6 for symmetric tensors (xx, yy, zz, xy, yz, xz), 9 for tensors by rows. */
	readonly components: 1 | 3 | 6 | 9;
	readonly values: Float64Array;
}

export interface BodyFrame {
	/** Positions [m] and velocities [m/s], xyz per vertex. */
	readonly positions: Float64Array;
	readonly velocities: Float64Array;
	readonly fields: readonly Field[];
}

/** One moment; its arrays are only valid until `add` has ended. */
export interface Frame {
	readonly step: number;
	/** [s] */
	readonly time: number;
	/** In the order of the recording's bodies. */
	readonly bodies: readonly BodyFrame[];
}

/** Takes frames one by one and holds none of them. */
export interface ResultWriter {
	add(frame: Frame): Promise<void>;
	/**
	 * Ends the files, which are then valid and hold all frames so far. With `complete` false the run was interrupted:
	 * what is needed to go on later stays.
	 */
	close(options: { readonly complete: boolean }): Promise<void>;
	/** Makes the files valid with all frames so far, where they are not at any moment; it may take a while. */
	publish?(): Promise<void>;
	/** Plain data (it is kept as JSON) from which `open` goes on after the frames so far, which are safe then, whatever was written since. */
	progress(): Promise<unknown>;
}

export interface RecordingOptions {
	readonly folder: OutputFolder;
	/** Name of the files, without extension. */
	readonly name: string;
	readonly bodies: readonly RecordedBody[];
	readonly obstacles?: readonly Obstacle[];
	/** Linear RGB from 0 to 1 per vertex of each of the bodies in their present state, for formats that show it. */
	readonly colors?: () => readonly (Float64Array | undefined)[];
	/** From an earlier writer, to go on where it was. */
	readonly progress?: unknown;
}

/** A way to write frames. */
export interface ResultFormat {
	/** As scenes and the command name it, such as "vtu". */
	readonly name: string;
	/** One line for people. */
	readonly about: string;
	/** Whether it holds cells of solids that have a skin; others hold the skin. */
	readonly holdsCells?: true;
	open(options: RecordingOptions): Promise<ResultWriter>;
}
