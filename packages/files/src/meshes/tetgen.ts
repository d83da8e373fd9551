import { FileError } from "../fileError.ts";
import type { MeshFile, MeshFormat, MeshSource } from "./meshFormat.ts";
import { type CellType, cellType } from "./parts/cellType.ts";
import { MeshBuilder } from "./parts/meshBuilder.ts";
import { toCount } from "./parts/numberReader.ts";
import { requireText, TextScanner } from "./parts/textScanner.ts";
import { TextWriter } from "./parts/textWriter.ts";

/** TetGen: vertices in a .node file, tetrahedra in an .ele file of the same name; either names both. */
export const tetgen: MeshFormat = {
	name: "tetgen",
	about: "TetGen .node and .ele: tetrahedra with boundary markers",
	extensions: [".node", ".ele"],
	read: readTetgen,
	write: async (file, name) => writeTetgen(file, name),
};

/** Without folders and extension. */
function baseName(name: string): string {
	return name.slice(name.lastIndexOf("/") + 1).replace(/\.(node|ele)$/i, "");
}

async function readTetgen({
	name,
	bytes,
	open,
}: MeshSource): Promise<MeshFile> {
	const isNode = !name.toLowerCase().endsWith(".ele");
	const base = baseName(name);
	const otherName = `${base}.${isNode ? "ele" : "node"}`;
	const other = await open(otherName);
	const [nodeName, nodeBytes] = isNode ? [name, bytes] : [otherName, other];
	const [eleName, eleBytes] = isNode ? [otherName, other] : [name, bytes];
	const builder = new MeshBuilder(name, bytes.length + other.length);
	const first = readNodes(nodeName, nodeBytes, builder);
	readTetrahedra(eleName, eleBytes, builder, first);
	return builder.finish();
}

/** Returns the number of the first vertex, 0 or 1, from which the other file counts too. */
function readNodes(
	name: string,
	bytes: Uint8Array,
	builder: MeshBuilder,
): number {
	const { scanner, counts } = readHeader(name, bytes, "vertices");
	const [count, dimension, attributes = 0, markers = 0] = counts;
	if (dimension !== 3) {
		throw scanner.error(
			`the vertices have ${dimension} dimensions; only 3 are read`,
		);
	}
	scanner.require(4 * count, "float64", `${count} vertices`);
	let first = 0;
	for (let vertex = 0; vertex < count; vertex++) {
		scanner.requireLine(`vertex ${vertex} of ${count}`);
		const number = scanner.numberInLine("number of the vertex");
		if (vertex === 0) first = number;
		if (first !== 0 && first !== 1) {
			throw scanner.error(`the first vertex is number ${first}, not 0 or 1`);
		}
		if (number !== first + vertex) {
			throw scanner.error(
				`vertex number ${number} stands where ${first + vertex} is expected`,
			);
		}
		builder.addVertexInLine(scanner);
		if (markers !== 1) continue;
		for (let i = 0; i < attributes; i++) scanner.numberInLine("attribute");
		const marker = scanner.numberInLine("boundary marker");
		// 0 marks the inside.
		if (Number.isInteger(marker) && marker !== 0) {
			builder.group(`marker-${marker}`).push(vertex);
		}
	}
	return first;
}

function readTetrahedra(
	name: string,
	bytes: Uint8Array,
	builder: MeshBuilder,
	first: number,
): void {
	const { scanner, counts } = readHeader(name, bytes, "tetrahedra");
	const [count, size] = counts;
	if (size !== 4 && size !== 10) {
		throw scanner.error(
			`the tetrahedra have ${size} vertices; 4 or 10 are possible`,
		);
	}
	const type: CellType = cellType("tetrahedron", size);
	scanner.require(5 * count, "float64", `${count} tetrahedra`);
	const vertices: number[] = [];
	for (let cell = 0; cell < count; cell++) {
		scanner.requireLine(`tetrahedron ${cell} of ${count}`);
		scanner.numberInLine("number of the tetrahedron");
		for (let i = 0; i < size; i++) {
			const number = scanner.numberInLine("vertex number");
			vertices[i] = number - first;
			const exists =
				vertices[i] >= 0 &&
				vertices[i] < builder.vertexCount &&
				Number.isInteger(number);
			if (exists) continue;
			throw scanner.error(
				`vertex ${number} does not exist; the vertices are ${first} to ${first + builder.vertexCount - 1}`,
			);
		}
		builder.addCell(type, vertices);
	}
}

function readHeader(
	name: string,
	bytes: Uint8Array,
	what: string,
): { scanner: TextScanner; counts: number[] } {
	requireText(name, bytes, "a TetGen text");
	const scanner = new TextScanner(name, bytes, { comment: "#" });
	scanner.requireLine(`the number of ${what}`);
	const counts = [];
	do {
		counts.push(toCount(scanner, scanner.numberInLine(what), what));
	} while (counts.length < 4 && scanner.hasWord());
	return { scanner, counts };
}

function writeTetgen(
	{ mesh }: MeshFile,
	name: string,
): Record<string, Uint8Array> {
	const { positions, tetrahedra, groups } = mesh;
	if (tetrahedra.length === 0) {
		throw new FileError(
			`${name}: TetGen's files hold tetrahedra, and the mesh has none; write .msh, .vtk or .vtu`,
		);
	}
	const count = positions.length / 3;
	// A vertex has one marker at most; the last group wins.
	const markers = new Int32Array(count);
	for (const [group, vertices] of Object.entries(groups)) {
		const marker = /^marker-(-?\d{1,9})$/.exec(group)?.[1];
		if (marker) for (const vertex of vertices) markers[vertex] = Number(marker);
	}
	const hasMarkers = markers.some((marker) => marker !== 0);

	const nodes = new TextWriter();
	nodes.line(count, 3, 0, hasMarkers ? 1 : 0);
	for (let vertex = 0; vertex < count; vertex++) {
		const point = positions.subarray(3 * vertex, 3 * vertex + 3);
		if (hasMarkers) nodes.line(vertex, ...point, markers[vertex]);
		else nodes.line(vertex, ...point);
	}
	const cells = new TextWriter();
	cells.line(tetrahedra.length / 4, 4, 0);
	for (let cell = 0; cell < tetrahedra.length / 4; cell++) {
		cells.line(cell, ...tetrahedra.subarray(4 * cell, 4 * cell + 4));
	}
	const stem = name.replace(/\.(node|ele)$/i, "");
	return { [`${stem}.node`]: nodes.bytes(), [`${stem}.ele`]: cells.bytes() };
}
