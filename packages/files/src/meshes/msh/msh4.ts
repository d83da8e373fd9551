import { type NumberReader, readCount } from "../parts/numberReader.ts";
import {
	dimensionAndTag,
	groupsOf,
	type MshContents,
	nameVertex,
	readCell,
	requireCellType,
} from "./mshContents.ts";

/** $Entities of version 4.1: points, curves, surfaces and volumes of the geometry with their physical groups. */
export function readEntities4(
	reader: NumberReader,
	{ physicalTagsOfEntity }: MshContents,
): void {
	const counts = [0, 1, 2, 3].map(() =>
		readCount(reader, "uint64", "entities"),
	);
	counts.forEach((count, dimension) => {
		reader.require(5 * count, "int32", `${count} entities`);
		for (let i = 0; i < count; i++) {
			const tag = reader.number("int32", "entity tag");
			// A point has its position, the others their bounding box.
			const coordinates = dimension === 0 ? 3 : 6;
			for (let axis = 0; axis < coordinates; axis++) {
				reader.number("float64", "bound of an entity");
			}
			const physicalTags = readTags(reader);
			if (dimension > 0) readTags(reader);
			physicalTagsOfEntity.set(dimensionAndTag(dimension, tag), physicalTags);
		}
	});
}

function readTags(reader: NumberReader): number[] {
	const count = readCount(reader, "uint64", "tags");
	reader.require(count, "int32", `${count} tags`);
	return Array.from({ length: count }, () => reader.number("int32", "tag"));
}

/** $Nodes of version 4.1: blocks, each with all tags first and all positions after them. */
export function readNodes4(reader: NumberReader, contents: MshContents): void {
	const { blockCount } = readBlockCounts(reader, "vertices");
	for (let block = 0; block < blockCount; block++) {
		const dimension = reader.number("int32", "dimension of an entity");
		reader.number("int32", "entity tag");
		const isParametric = reader.number("int32", "mark for parameters") !== 0;
		const count = readCount(reader, "uint64", "vertices of a block");
		reader.require(4 * count, "float64", `${count} vertices`);
		const first = contents.builder.vertexCount;
		for (let i = 0; i < count; i++) {
			const tag = reader.number("uint64", "vertex tag");
			nameVertex(contents, tag, first + i, reader);
		}
		for (let i = 0; i < count; i++) {
			contents.builder.addNextVertex(reader, "float64");
			for (let j = 0; isParametric && j < Math.min(dimension, 3); j++) {
				reader.number("float64", "parameter of a vertex");
			}
		}
	}
}

/** $Elements of version 4.1: blocks of cells of the same kind on the same entity. */
export function readElements4(
	reader: NumberReader,
	contents: MshContents,
): void {
	const { blockCount } = readBlockCounts(reader, "cells");
	for (let block = 0; block < blockCount; block++) {
		const dimension = reader.number("int32", "dimension of an entity");
		const entity = reader.number("int32", "entity tag");
		const type = requireCellType(reader.number("int32", "kind"), reader);
		const count = readCount(reader, "uint64", "cells of a block");
		reader.require((1 + type.vertices) * count, "uint64", `${count} cells`);
		if (count === 0) continue; // Many such blocks on an entity with many groups would take long.
		const physicalTags =
			contents.physicalTagsOfEntity.get(dimensionAndTag(dimension, entity)) ??
			[];
		// A negative tag means the other orientation.
		const tags = physicalTags.map(Math.abs);
		const groups = groupsOf(contents, dimension, tags);
		for (let i = 0; i < count; i++) {
			reader.number("uint64", "cell tag");
			readCell(contents, reader, type, "uint64", groups);
		}
	}
}

function readBlockCounts(
	reader: NumberReader,
	what: string,
): { blockCount: number } {
	const blockCount = readCount(reader, "uint64", `blocks of ${what}`);
	reader.require(4 * blockCount, "int32", `${blockCount} blocks of ${what}`);
	const total = readCount(reader, "uint64", what);
	reader.require(total, "uint64", `${total} ${what}`);
	reader.number("uint64", "lowest tag");
	reader.number("uint64", "highest tag");
	return { blockCount };
}
