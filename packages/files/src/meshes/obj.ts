import type { MeshFile, MeshFormat, MeshSource } from "./meshFormat.ts";
import { readMtl } from "./mtl.ts";
import { countedNote } from "./parts/countedNote.ts";
import {
	type GrowingArray,
	growingFloats,
	growingIndices,
} from "./parts/growingArray.ts";
import { MeshBuilder, seamNote } from "./parts/meshBuilder.ts";
import { surfaceOf } from "./parts/surfaceOf.ts";
import { quotable, requireText, TextScanner } from "./parts/textScanner.ts";
import { TextWriter } from "./parts/textWriter.ts";

/** Wavefront OBJ: faces, lines and points with named groups and colours of materials; normals and curved surfaces are not read. */
export const obj: MeshFormat = {
	name: "obj",
	about:
		"Wavefront OBJ: surfaces and lines with groups and texture coordinates",
	extensions: [".obj"],
	read: (source) => new ObjReader(source).read(),
	write: async (file, name) => ({ [name]: writeObj(file) }),
};

/** Statements that say nothing about the shape. */
const ignored = new Set(
	"vn vp s mg usemap maplib lod bevel c_interp d_interp shadow_obj trace_obj".split(
		" ",
	),
);
const slash = 47;
/** Files of materials that are opened. */
const mostLibraries = 8;

class ObjReader {
	readonly #scanner: TextScanner;
	readonly #builder: MeshBuilder;
	#groups: GrowingArray<Uint32Array>[] = [];
	/** The material of faces. */
	#material: string | undefined;
	readonly #libraries = new Set<string>();
	readonly #open: MeshSource["open"];
	readonly #texturePoints = growingFloats();
	/** One more than the texture point of each vertex; 0 if none is known yet. */
	readonly #textureOfVertex = growingIndices();
	#hasSeams = false;
	readonly #corner: number[] = [];
	readonly #vertices: number[] = [];
	#unknownCount = 0;
	#unknownWord = "";

	constructor({ name, bytes, open }: MeshSource) {
		this.#open = open;
		requireText(name, bytes, "an OBJ text");
		this.#scanner = new TextScanner(name, bytes, {
			comment: "#",
			joinsLines: true,
		});
		this.#builder = new MeshBuilder(name, bytes.length);
	}

	async read(): Promise<MeshFile> {
		while (this.#scanner.nextLine()) this.#readStatement();
		await this.#readLibraries();
		if (this.#unknownCount > 0) {
			const lines = countedNote(this.#unknownCount, "line", "ignored");
			this.#builder.note(
				`${lines}: "${quotable(this.#unknownWord)}" is not a statement that is read`,
			);
		}
		this.#giveTexture();
		return this.#builder.finish();
	}

	#readStatement(): void {
		const scanner = this.#scanner;
		const builder = this.#builder;
		const keyword = scanner.word() ?? "";
		if (keyword === "v") {
			builder.addVertexInLine(scanner);
			this.#textureOfVertex.push(0);
		} else if (keyword === "f") {
			const count = this.#readVertices();
			builder.addPolygon(this.#vertices, count);
			if (this.#material !== undefined) {
				const group = builder.look({ name: this.#material });
				for (let i = 0; i < count; i++)
					builder.join([group], this.#vertices[i]);
			}
		} else if (keyword === "vt") {
			this.#readTexturePoint();
		} else if (keyword === "l") {
			const count = this.#readVertices();
			builder.addPolyline(this.#vertices, count);
		} else if (keyword === "p") {
			this.#readVertices();
		} else if (keyword === "g") {
			this.#startGroups();
		} else if (keyword === "o") {
			const name = scanner.restOfLine();
			this.#groups = name ? [builder.group(name)] : [];
		} else if (keyword === "usemtl") {
			const name = scanner.restOfLine();
			this.#material = name || undefined;
		} else if (keyword === "mtllib") {
			if (this.#libraries.size < mostLibraries)
				this.#libraries.add(scanner.restOfLine());
		} else if (!ignored.has(keyword)) {
			this.#unknownCount++;
			this.#unknownWord ||= keyword;
		}
	}

	/** Colours are a help: files of them that are missing are not missed. */
	async #readLibraries(): Promise<void> {
		for (const file of this.#libraries) {
			const bytes = await this.#open(file).catch(() => undefined);
			if (bytes)
				for (const look of readMtl(bytes).values()) this.#builder.colour(look);
		}
	}

	#readTexturePoint(): void {
		const scanner = this.#scanner;
		this.#texturePoints.push(scanner.numberInLine("texture coordinate"));
		this.#texturePoints.push(
			scanner.hasWord() ? scanner.numberInLine("texture coordinate") : 0,
		);
	}

	#startGroups(): void {
		this.#groups = [];
		for (;;) {
			const name = this.#scanner.word();
			if (name === undefined) return;
			// The format's name for what is in no group.
			if (name !== "default") this.#groups.push(this.#builder.group(name));
		}
	}

	/** The vertices of an element, which also join the current groups; how many there are. */
	#readVertices(): number {
		let count = 0;
		for (;;) {
			const parts = this.#scanner.integersInWord(slash, this.#corner);
			if (parts === 0) return count;
			const vertex = this.#resolve(
				"vertex",
				this.#corner[0],
				this.#builder.vertexCount,
			);
			this.#vertices[count++] = vertex;
			this.#builder.join(this.#groups, vertex);
			if (parts > 1 && this.#corner[1] !== 0) this.#setTexture(vertex);
		}
	}

	/** From 0, of an index that counts from 1, or from −1 back from the last one so far. */
	#resolve(what: string, index: number, count: number): number {
		const resolved = index < 0 ? count + index : index - 1;
		if (resolved >= 0 && resolved < count) return resolved;
		const plural = what === "vertex" ? "vertices" : `${what}s`;
		throw this.#scanner.error(
			`${what} index ${index} does not exist; the file has ${count} ${plural} so far`,
		);
	}

	#setTexture(vertex: number): void {
		const point = this.#resolve(
			"texture coordinate",
			this.#corner[1],
			this.#texturePoints.length / 2,
		);
		const textureOfVertex = this.#textureOfVertex.view();
		const before = textureOfVertex[vertex];
		textureOfVertex[vertex] = point + 1;
		if (before === 0 || before === point + 1) return;
		const points = this.#texturePoints.view();
		const same =
			points[2 * point] === points[2 * before - 2] &&
			points[2 * point + 1] === points[2 * before - 1];
		if (!same) this.#hasSeams = true;
	}

	#giveTexture(): void {
		const textureOfVertex = this.#textureOfVertex.view();
		const points = this.#texturePoints.view();
		if (!textureOfVertex.some((point) => point !== 0)) return;
		const flaw = this.#hasSeams
			? seamNote
			: textureOfVertex.includes(0)
				? "texture coordinates were left out: some vertices have none"
				: points.every(Number.isFinite)
					? undefined
					: "texture coordinates were left out: some are not finite";
		if (flaw) {
			this.#builder.note(flaw);
			return;
		}
		const uv = new Float32Array(2 * textureOfVertex.length);
		textureOfVertex.forEach((point, vertex) => {
			uv[2 * vertex] = points[2 * point - 2];
			uv[2 * vertex + 1] = points[2 * point - 1];
		});
		this.#builder.textureCoordinates = uv;
	}
}

function writeObj(file: MeshFile): Uint8Array {
	const { mesh, textureCoordinates } = surfaceOf(file);
	const text = new TextWriter();
	for (let i = 0; i < mesh.positions.length; i += 3) {
		text.line("v", ...mesh.positions.subarray(i, i + 3));
	}
	if (textureCoordinates) {
		for (let i = 0; i < textureCoordinates.length; i += 2) {
			text.line("vt", ...textureCoordinates.subarray(i, i + 2));
		}
	}
	const corner = (vertex: number) =>
		textureCoordinates ? `${vertex + 1}/${vertex + 1}` : `${vertex + 1}`;
	const { triangles, edges } = mesh;
	for (let i = 0; i < triangles.length; i += 3) {
		text.line(
			"f",
			corner(triangles[i]),
			corner(triangles[i + 1]),
			corner(triangles[i + 2]),
		);
	}
	for (let i = 0; i < edges.length; i += 2) {
		text.line("l", corner(edges[i]), corner(edges[i + 1]));
	}
	// Groups of vertices become groups of points, as OBJ has no other way to name vertices.
	for (const [name, vertices] of Object.entries(mesh.groups)) {
		text.line("g", name.replace(/\s+/g, "_"));
		for (let i = 0; i < vertices.length; i += 16) {
			text.line("p", ...vertices.subarray(i, i + 16).map((v) => v + 1));
		}
	}
	return text.bytes();
}
