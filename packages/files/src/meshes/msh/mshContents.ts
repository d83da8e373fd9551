import type { CellType } from "../parts/cellType.ts";
import type { GrowingArray } from "../parts/growingArray.ts";
import type { MeshBuilder } from "../parts/meshBuilder.ts";
import type { NumberReader, NumberType } from "../parts/numberReader.ts";
import { mshCellTypes } from "./mshCellTypes.ts";

/** What the sections of a file add to, one after the other. */
export interface MshContents {
	readonly builder: MeshBuilder;
	/** Vertices have any whole numbers as names. */
	readonly vertexOfTag: Map<number, number>;
	/** By `dimensionAndTag`. */
	readonly physicalNames: Map<string, string>;
	/** Version 4: the physical groups of each geometrical entity, by `dimensionAndTag`. */
	readonly physicalTagsOfEntity: Map<string, readonly number[]>;
	isBinary: boolean;
}

export const dimensionAndTag = (dimension: number, tag: number) =>
	`${dimension}/${tag}`;

/**
 * The physical group that we write around all cells, since Gmsh drops those in no group once there are any. It says
 * nothing, so it does not become a group again.
 */
export const allCells = "all cells";

const entityNames = ["point", "curve", "surface", "volume"];

/** The groups that physical ones become, "surface-3" for one without a name. */
export function groupsOf(
	{ physicalNames, builder }: MshContents,
	dimension: number,
	tags: readonly number[],
): GrowingArray<Uint32Array>[] {
	const names = tags
		.map((tag) => {
			const name = physicalNames.get(dimensionAndTag(dimension, tag));
			return name ?? `${entityNames[dimension] ?? "group"}-${tag}`;
		})
		.filter((name) => name !== allCells);
	return [...new Set(names)].map((name) => builder.group(name));
}

export function nameVertex(
	{ vertexOfTag }: MshContents,
	tag: number,
	vertex: number,
	reader: NumberReader,
): void {
	if (vertexOfTag.has(tag)) {
		throw reader.error(`vertex ${tag} is given twice`);
	}
	vertexOfTag.set(tag, vertex);
}

export function requireCellType(type: number, reader: NumberReader): CellType {
	if (Object.hasOwn(mshCellTypes, type)) return mshCellTypes[type];
	throw reader.error(
		`cells of kind ${type} are not known, so that the rest cannot be read; write the mesh with lower order`,
	);
}

/** Reads the vertices of a cell, adds it, and its vertices to the groups. */
export function readCell(
	{ builder, vertexOfTag }: MshContents,
	reader: NumberReader,
	type: CellType,
	tagType: NumberType,
	groups: readonly GrowingArray<Uint32Array>[],
): void {
	const vertices: number[] = [];
	for (let i = 0; i < type.vertices; i++) {
		const tag = reader.number(tagType, "vertex of a cell");
		const vertex = vertexOfTag.get(tag);
		if (vertex === undefined) {
			throw reader.error(
				`vertex ${tag} does not exist; the file has ${builder.vertexCount} vertices`,
			);
		}
		vertices.push(vertex);
	}
	builder.addCell(type, vertices);
	for (const vertex of vertices) builder.join(groups, vertex);
}
