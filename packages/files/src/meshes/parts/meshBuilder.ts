import type { Mesh } from "pliant";
import { FileError } from "../../fileError.ts";
import type { Look, MeshFile } from "../meshFormat.ts";
import type { CellType } from "./cellType.ts";
import { countedNote } from "./countedNote.ts";
import { equalVertices } from "./equalVertices.ts";
import {
	type GrowingArray,
	growingFloats,
	growingIndices,
} from "./growingArray.ts";
import {
	missingVertex,
	type NumberReader,
	type NumberType,
} from "./numberReader.ts";
import {
	distinctIndices,
	type MeshWithLooks,
	numberUsedVertices,
	renumberVertices,
} from "./renumberVertices.ts";
import { mostConcaveCorners, splitPolygon } from "./splitPolygon.ts";
import type { TextScanner } from "./textScanner.ts";

/**
 * Members of all groups: some always, and one more for each byte of the file. Every cell may be in every group, so a small
 * file could ask for far more than its own size.
 */
const alwaysMemberships = 1e6;

/** Larger than anything in any unit; from here on areas, volumes and their products would overflow. */
const largestCoordinate = 1e30;

/** In steps of `splitPolygon`: a second or two. */
const mostSplitting = 1e8;

const isPlace = (coordinate: number): boolean =>
	Math.abs(coordinate) <= largestCoordinate;

/** Takes what a reader finds, in any order, and makes a mesh of it whose indices and positions are valid. */
export class MeshBuilder {
	readonly #file: string;
	readonly #mostMemberships: number;
	readonly #positions = growingFloats();
	readonly #edges = growingIndices();
	readonly #polygons = growingIndices();
	readonly #polygonEnds = growingIndices();
	readonly #tetrahedra = growingIndices();
	readonly #hexahedra = growingIndices();
	/** Of edges of quadratic cells: end, end, middle. */
	readonly #midpoints = growingIndices();
	readonly #edgesWithMiddle = new Set<string>();
	readonly #groups = new Map<string, GrowingArray<Uint32Array>>();
	readonly #notes: string[] = [];
	readonly #leftOut = new Map<string, number>();
	/** Cells by name that lost vertices, by what they kept besides corners. */
	readonly #reduced = new Map<string, Map<string, number>>();
	readonly #looks = new Map<string, Look>();
	#memberships = 0;
	/** uv per vertex. */
	textureCoordinates: Float32Array | undefined;

	/** @param byteLength of the file, which decides how much it may ask for */
	constructor(file: string, byteLength: number) {
		this.#file = file;
		this.#mostMemberships = alwaysMemberships + byteLength;
	}

	get vertexCount(): number {
		return this.#positions.length / 3;
	}

	get positions(): Float64Array {
		return this.#positions.view();
	}

	addVertex(x: number, y: number, z: number, context: ErrorContext): void {
		if (!(isPlace(x) && isPlace(y) && isPlace(z))) {
			throw context.error(
				`vertex ${this.vertexCount} (the first is 0) is at (${x}, ${y}, ${z}); coordinates must be finite, and at most ${largestCoordinate}`,
			);
		}
		this.#positions.push(x);
		this.#positions.push(y);
		this.#positions.push(z);
	}

	/** From the next three words of a line. */
	addVertexInLine(scanner: TextScanner): void {
		const x = scanner.numberInLine("coordinate");
		const y = scanner.numberInLine("coordinate");
		const z = scanner.numberInLine("coordinate");
		this.addVertex(x, y, z, scanner);
	}

	/** From the next three numbers. */
	addNextVertex(reader: NumberReader, type: NumberType): void {
		const x = reader.number(type, "coordinate");
		const y = reader.number(type, "coordinate");
		const z = reader.number(type, "coordinate");
		this.addVertex(x, y, z, reader);
	}

	addEdge(a: number, b: number): void {
		this.#edges.push(a);
		this.#edges.push(b);
	}

	addTriangle(a: number, b: number, c: number): void {
		this.#polygons.push(a);
		this.#polygons.push(b);
		this.#polygons.push(c);
		this.#polygonEnds.push(this.#polygons.length);
	}

	/** Adds the polygon of the first `count` vertices given. */
	addPolygon(vertices: ArrayLike<number>, count = vertices.length): void {
		if (count < 3) {
			this.leaveOut("face with fewer than 3 corners");
			return;
		}
		for (let i = 0; i < count; i++) this.#polygons.push(vertices[i]);
		this.#polygonEnds.push(this.#polygons.length);
	}

	addPolyline(vertices: ArrayLike<number>, count = vertices.length): void {
		if (count < 2) this.leaveOut("line with fewer than 2 vertices");
		for (let i = 1; i < count; i++) this.addEdge(vertices[i - 1], vertices[i]);
	}

	/** Triangles of which each has the last two vertices of the one before, every other one reversed. */
	addStrip(vertices: ArrayLike<number>, count = vertices.length): void {
		if (count < 3) this.leaveOut("strip with fewer than 3 vertices");
		for (let i = 0; i + 2 < count; i++) {
			const odd = i % 2;
			this.addTriangle(
				vertices[i],
				vertices[i + 1 + odd],
				vertices[i + 2 - odd],
			);
		}
	}

	addTetrahedron(vertices: ArrayLike<number>): void {
		for (let i = 0; i < 4; i++) this.#tetrahedra.push(vertices[i]);
	}

	addHexahedron(vertices: ArrayLike<number>): void {
		for (let i = 0; i < 8; i++) this.#hexahedra.push(vertices[i]);
	}

	addCell(type: CellType, vertices: ArrayLike<number>): void {
		const { middles = [] } = type;
		if (type.becomes && type.vertices > type.corners + middles.length) {
			const kept = middles.length > 0 ? " and the middles of edges" : "";
			const counts = this.#reduced.get(kept) ?? new Map<string, number>();
			this.#reduced.set(kept, counts);
			counts.set(type.name, (counts.get(type.name) ?? 0) + 1);
		}
		for (const [i, [a, b]] of middles.entries())
			this.#addMiddle(vertices[a], vertices[b], vertices[type.corners + i]);
		switch (type.becomes) {
			case "point": // The vertex itself is kept; a cell of it would say nothing more.
				break;
			case "edge":
				this.addEdge(vertices[0], vertices[1]);
				break;
			case "polygon":
				this.addPolygon(vertices, type.corners);
				break;
			case "tetrahedron":
				this.addTetrahedron(vertices);
				break;
			case "hexahedron":
				this.addHexahedron(vertices);
				break;
			default:
				this.leaveOut(type.name);
		}
	}

	/** Cells that share an edge share its middle. */
	#addMiddle(a: number, b: number, middle: number): void {
		const edge = `${Math.min(a, b)} ${Math.max(a, b)}`;
		if (this.#edgesWithMiddle.has(edge)) return;
		this.#edgesWithMiddle.add(edge);
		for (const vertex of [a, b, middle]) this.#midpoints.push(vertex);
	}

	/** Counts a cell that meshes cannot hold. */
	leaveOut(what: string): void {
		this.#leftOut.set(what, (this.#leftOut.get(what) ?? 0) + 1);
	}

	note(text: string): void {
		if (!this.#notes.includes(text)) this.#notes.push(text);
	}

	/** The vertices of a group, to push to; each may come several times. */
	group(name: string): GrowingArray<Uint32Array> {
		const known = this.#groups.get(name);
		if (known) return known;
		const created = growingIndices();
		this.#groups.set(name, created);
		return created;
	}

	/** The vertices of what looks alike, to push to. */
	look(look: Omit<Look, "group">): GrowingArray<Uint32Array> {
		const group = `material ${look.name}`;
		if (!this.#looks.has(look.name))
			this.#looks.set(look.name, { group, ...look });
		return this.group(group);
	}

	/** Says more of a look that was used. */
	colour(look: Omit<Look, "group">): void {
		const known = this.#looks.get(look.name);
		if (known) this.#looks.set(look.name, { ...known, ...look });
	}

	/** Adds a vertex to groups. */
	join(groups: readonly GrowingArray<Uint32Array>[], vertex: number): void {
		this.#memberships += groups.length;
		if (this.#memberships > this.#mostMemberships) {
			throw new FileError(
				`${this.#file}: its groups have more than ${this.#mostMemberships} members in all, too many for its size; put cells into fewer groups`,
			);
		}
		for (const group of groups) group.push(vertex);
	}

	finish(options: { mergeEqualVertices?: boolean } = {}): MeshFile {
		let file: MeshWithLooks = { mesh: this.#mesh() };
		if (this.textureCoordinates) {
			file = { ...file, textureCoordinates: this.textureCoordinates };
		}
		const looks = [...this.#looks.values()].filter(({ group }) =>
			Object.hasOwn(file.mesh.groups, group),
		);
		if (looks.length > 0) file = { ...file, looks };
		for (const [name, count] of this.#leftOut) {
			this.note(countedNote(count, name, "left out"));
		}
		for (const [kept, counts] of this.#reduced)
			for (const [name, count] of counts)
				this.note(countedNote(count, name, `reduced to the corners${kept}`));
		this.#requireCells(file.mesh);
		if (options.mergeEqualVertices) file = this.#merge(file);
		if (this.#leftOut.size > 0 || this.#reduced.size > 0) {
			file = this.#withoutUnusedVertices(file);
		}
		return { ...file, notes: this.#notes };
	}

	#mesh(): Mesh {
		const positions = this.#positions.toArray();
		this.#requireIndices("edge", this.#edges, 2);
		this.#requireIndices("tetrahedron", this.#tetrahedra, 4);
		this.#requireIndices("hexahedron", this.#hexahedra, 8);
		this.#requireIndices("face corner", this.#polygons, 1);
		this.#requireIndices("middle of an edge", this.#midpoints, 3);
		const groups = [...this.#groups].map(([name, vertices]) => {
			this.#requireIndices(`member of group "${name}"`, vertices, 1);
			return [name, distinctIndices(vertices.view())] as const;
		});
		return {
			positions,
			edges: this.#edges.toArray(),
			triangles: this.#triangles(positions),
			tetrahedra: this.#tetrahedra.toArray(),
			hexahedra: this.#hexahedra.toArray(),
			...(this.#midpoints.length > 0 && {
				midpoints: this.#midpoints.toArray(),
			}),
			groups: Object.fromEntries(
				groups.filter(([, vertices]) => vertices.length > 0),
			),
		};
	}

	/** Readers that know the place refuse wrong indices themselves; this is for the others. */
	#requireIndices(
		what: string,
		vertices: GrowingArray<Uint32Array>,
		size: number,
	): void {
		const count = this.vertexCount;
		const wrong = vertices.view().findIndex((vertex) => vertex >= count);
		if (wrong < 0) return;
		throw new FileError(
			`${this.#file}, ${what} ${Math.floor(wrong / size)} (the first is 0): ${missingVertex(vertices.view()[wrong], count)}`,
		);
	}

	#triangles(positions: Float64Array): Uint32Array {
		const vertices = this.#polygons.view();
		const ends = this.#polygonEnds.view();
		if (vertices.length === 3 * ends.length) return vertices.slice();
		const triangles = growingIndices();
		let quads = 0;
		let others = 0;
		let steps = 0;
		let start = 0;
		for (const end of ends) {
			const polygon = vertices.subarray(start, end);
			steps += splitPolygon(positions, polygon, triangles);
			if (steps > mostSplitting) {
				throw new FileError(
					`${this.#file}: a concave face has ${polygon.length} corners, which takes too long to split; up to ${mostConcaveCorners} are possible in few faces, so split them into smaller ones`,
				);
			}
			if (end - start === 4) quads++;
			else if (end - start > 4) others++;
			start = end;
		}
		if (quads > 0)
			this.note(countedNote(quads, "quad", "split into triangles"));
		if (others > 0)
			this.note(countedNote(others, "polygon", "split into triangles"));
		return triangles.toArray();
	}

	#requireCells(mesh: Mesh): void {
		const { edges, triangles, tetrahedra, hexahedra } = mesh;
		if (edges.length || triangles.length) return;
		if (tetrahedra.length || hexahedra.length) return;
		const left = this.#notes.length > 0 ? ` (${this.#notes.join("; ")})` : "";
		throw new FileError(
			`${this.#file}: has ${this.vertexCount} vertices but no edges, triangles, tetrahedra or hexahedra${left}; a mesh needs at least one of them`,
		);
	}

	#merge(file: MeshWithLooks): MeshWithLooks {
		const numbers = equalVertices(file.mesh.positions);
		const merged = renumberVertices(file, numbers);
		const removed = numbers.length - merged.mesh.positions.length / 3;
		if (removed === 0) return file;
		this.note(countedNote(removed, "vertex", "merged with equal ones"));
		const { textureCoordinates: before } = file;
		const { textureCoordinates: after } = merged;
		const differs = before?.some(
			(value, i) => after?.[2 * numbers[i >> 1] + (i & 1)] !== value,
		);
		if (!differs) return merged;
		this.note(seamNote);
		const { textureCoordinates: _, ...untextured } = merged;
		return untextured;
	}

	#withoutUnusedVertices(file: MeshWithLooks): MeshWithLooks {
		const numbers = numberUsedVertices(file.mesh);
		const unused = numbers.filter((number) => number < 0).length;
		if (unused === 0) return file;
		this.note(
			countedNote(
				unused,
				"vertex",
				"left out, which no cell that is kept uses",
			),
		);
		return renumberVertices(file, numbers);
	}
}

/** Makes errors that say where something was read. */
export type ErrorContext = Pick<NumberReader, "error">;

export const seamNote =
	"texture coordinates were left out: the texture has seams, where a vertex has several";
