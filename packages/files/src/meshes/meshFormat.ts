import type { Mesh } from "pliant";

/** How the triangles look whose vertices are all in a group of the mesh. */
export interface Look {
	readonly group: string;
	/** Of the material in the file. */
	readonly name: string;
	/** Linear RGB and opacity, 0 to 1. */
	readonly colour?: readonly [number, number, number, number];
	/** Name of the image that colours it. */
	readonly texture?: string;
}

/** What a file says of the looks of a mesh. */
export interface Appearance {
	/** Texture coordinates, uv per vertex, where the file has one pair for each. */
	readonly textureCoordinates?: Float32Array;
	readonly looks?: readonly Look[];
}

/** What a mesh file holds. */
export interface MeshFile extends Appearance {
	readonly mesh: Mesh;
	/** Closed outlines of a flat pattern that have a name, by it. */
	readonly outlines?: ReadonlyMap<string, PatternOutline>;
	/** What was left out or changed while reading, for people: "12 quads were split into triangles". */
	readonly notes: readonly string[];
}

/** A closed line, from corner to corner. */
export interface PatternOutline {
	/** The vertices at the points of its path, in their order. */
	readonly corners: Uint32Array;
	/** Names of what is between a corner and the next, as far as they have some. */
	readonly sides: readonly string[];
}

/** What readers get. */
export interface MeshSource {
	/** The file's name, for messages and for the names of files that belong to it. */
	readonly name: string;
	readonly bytes: Uint8Array;
	/** Length of the edges that outlines are filled with [m]; chosen where left out. */
	readonly edge?: number;
	/** The bytes of another file that this one refers to, relative to its own folder. */
	readonly open: (path: string) => Promise<Uint8Array>;
}

export interface MeshFormat {
	/** As scenes and the command name it, such as "obj". */
	readonly name: string;
	/** One line for people. */
	readonly about: string;
	/** In small letters with the dot, the usual one first: [".obj"]. */
	readonly extensions: readonly string[];
	read?(source: MeshSource): Promise<MeshFile>;
	/** The files to write, by name. Formats for surfaces write the boundary of solids. */
	write?(mesh: MeshFile, name: string): Promise<Record<string, Uint8Array>>;
}
