import { type NumberReader, readCount } from "../parts/numberReader.ts";
import {
	groupsOf,
	type MshContents,
	nameVertex,
	readCell,
	requireCellType,
} from "./mshContents.ts";

/** $Nodes of version 2: the count, then the tag and the position of each. */
export function readNodes2(reader: NumberReader, contents: MshContents): void {
	const count = readCount(reader, "int32", "vertices");
	reader.require(4 * count, "int32", `${count} vertices`);
	for (let i = 0; i < count; i++) {
		const tag = reader.number("int32", "vertex tag");
		nameVertex(contents, tag, contents.builder.vertexCount, reader);
		contents.builder.addNextVertex(reader, "float64");
	}
}

/**
 * $Elements of version 2. A text has lines of tag, kind, count of further tags, those tags, vertices. A binary file has
 * blocks of cells with the same kind and the same count of tags, which then stand before them.
 */
export function readElements2(
	reader: NumberReader,
	contents: MshContents,
): void {
	const count = readCount(reader, "int32", "cells");
	reader.require(2 * count, "int32", `${count} cells`);
	let read = 0;
	while (read < count) {
		if (!contents.isBinary) reader.number("int32", "cell tag");
		const type = requireCellType(reader.number("int32", "kind"), reader);
		const inBlock = contents.isBinary
			? readCount(reader, "int32", "cells of a block")
			: 1;
		const tagCount = readCount(reader, "int32", "tags");
		if (inBlock === 0) throw reader.error("a block of cells has none");
		reader.require(
			inBlock * (type.vertices + tagCount),
			"int32",
			`${inBlock} cells`,
		);
		for (let i = 0; i < inBlock; i++) {
			if (contents.isBinary) reader.number("int32", "cell tag");
			let physicalTags: number[] = [];
			for (let tag = 0; tag < tagCount; tag++) {
				const value = reader.number("int32", "tag");
				// The first tag is the physical group, 0 for none.
				if (tag === 0 && value !== 0) physicalTags = [value];
			}
			const groups = groupsOf(contents, type.dimension, physicalTags);
			readCell(contents, reader, type, "int32", groups);
		}
		read += inBlock;
	}
}
