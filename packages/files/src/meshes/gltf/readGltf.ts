import { FileError } from "../../fileError.ts";
import type { MeshFile, MeshSource } from "../meshFormat.ts";
import { growingFloats } from "../parts/growingArray.ts";
import { MeshBuilder } from "../parts/meshBuilder.ts";
import { missingVertex } from "../parts/numberReader.ts";
import { readAccessor } from "./accessors.ts";
import { entry, type GltfPrimitive } from "./gltfJson.ts";
import { gltfLook } from "./gltfLook.ts";
import {
	isMirroring,
	type PlacedNode,
	placeNodes,
	transformPoint,
} from "./nodeTransforms.ts";
import { type OpenGltf, openGltf } from "./openGltf.ts";

/** Nodes may show one mesh many times; so many numbers are read of any file, and so many for each byte of its buffers. */
const alwaysRead = 3e6;
const readPerByte = 8;

/** What reading one costs, however small it is. */
const numbersPerPrimitive = 16;

const compressions = ["KHR_draco_mesh_compression", "EXT_meshopt_compression"];

export async function readGltf(source: MeshSource): Promise<MeshFile> {
	const gltf = await openGltf(source);
	return new GltfReader(source.name, gltf).read();
}

class GltfReader {
	readonly #file: string;
	readonly #gltf: OpenGltf;
	readonly #builder: MeshBuilder;
	readonly #texture = growingFloats();
	#hasTexture = true;
	/** How many more numbers may be read. */
	#budget: number;

	constructor(file: string, gltf: OpenGltf) {
		this.#file = file;
		this.#gltf = gltf;
		const byteLength = gltf.buffers.reduce(
			(sum, buffer) => sum + buffer.length,
			0,
		);
		this.#builder = new MeshBuilder(file, byteLength);
		this.#budget = alwaysRead + readPerByte * byteLength;
	}

	read(): MeshFile {
		const { json } = this.#gltf;
		const compression = json.extensionsRequired.find((name) =>
			compressions.includes(name),
		);
		if (compression) {
			throw this.#error(
				`is compressed with ${compression}, which is not read; write it without compression`,
			);
		}
		for (const placed of placeNodes(json, this.#error)) {
			if (placed.node.mesh !== undefined) {
				this.#readMesh(placed, placed.node.mesh);
			}
		}
		if (this.#hasTexture) {
			this.#builder.textureCoordinates = Float32Array.from(
				this.#texture.view(),
			);
		}
		return this.#builder.finish({ mergeEqualVertices: true });
	}

	readonly #error = (message: string) =>
		new FileError(`${this.#file}: ${message}`);

	#readMesh(placed: PlacedNode, index: number): void {
		const builder = this.#builder;
		const mesh = entry(this.#gltf.json.meshes, index, "mesh", this.#error);
		if (placed.node.skin !== undefined) {
			builder.note("skins were ignored: the shape at rest was read");
		}
		const first = builder.vertexCount;
		for (const primitive of mesh.primitives) {
			if (primitive.targets.length > 0) {
				builder.note("morph targets were ignored: the base shape was read");
			}
			this.#spend(numbersPerPrimitive);
			this.#readPrimitive(placed, primitive);
		}
		const name = placed.node.name || mesh.name;
		if (!name) return;
		const group = builder.group(name);
		for (let v = first; v < builder.vertexCount; v++) group.push(v);
	}

	#readPrimitive(placed: PlacedNode, primitive: GltfPrimitive): void {
		const { attributes, mode } = primitive;
		if (attributes.POSITION === undefined) {
			throw this.#error("a primitive has no POSITION");
		}
		if (mode === 0) {
			this.#builder.leaveOut("primitive of points");
			return;
		}
		const first = this.#builder.vertexCount;
		const positions = this.#read(attributes.POSITION, "VEC3");
		for (let i = 0; i < positions.length; i += 3) {
			const point = transformPoint(placed.matrix, positions, i);
			this.#builder.addVertex(...point, { error: this.#error });
		}
		const count = positions.length / 3;
		if (primitive.material !== undefined) {
			const look = gltfLook(this.#gltf.json, primitive.material);
			const group = this.#builder.look(look);
			for (let v = 0; v < count; v++) group.push(first + v);
		}
		this.#readTexture(attributes.TEXCOORD_0, count);
		this.#addCells(
			mode,
			this.#readIndices(primitive, count).map((vertex) => first + vertex),
			isMirroring(placed.matrix),
		);
	}

	#read(accessor: number, type: "SCALAR" | "VEC2" | "VEC3"): Float64Array {
		const values = readAccessor(this.#gltf, accessor, type, this.#error);
		this.#spend(values.length);
		return values;
	}

	#spend(numbers: number): void {
		this.#budget -= numbers;
		if (this.#budget >= 0) return;
		throw this.#error(
			"shows its meshes so often that they do not fit into memory; write fewer nodes",
		);
	}

	#readTexture(accessor: number | undefined, count: number): void {
		if (accessor === undefined) this.#hasTexture = false;
		if (!this.#hasTexture || accessor === undefined) return;
		const values = this.#read(accessor, "VEC2");
		if (values.length !== 2 * count || !values.every(Number.isFinite)) {
			this.#hasTexture = false;
			return;
		}
		for (const value of values) this.#texture.push(value);
	}

	#readIndices({ indices }: GltfPrimitive, vertexCount: number): Float64Array {
		if (indices === undefined) {
			return Float64Array.from({ length: vertexCount }, (_, i) => i);
		}
		const values = this.#read(indices, "SCALAR");
		const wrong = values.find(
			(vertex) =>
				!(vertex >= 0 && vertex < vertexCount && Number.isInteger(vertex)),
		);
		if (wrong === undefined) return values;
		throw this.#error(
			`accessor ${indices}: ${missingVertex(wrong, vertexCount)}`,
		);
	}

	#addCells(mode: number, vertices: Float64Array, isMirrored: boolean): void {
		const builder = this.#builder;
		const count = vertices.length;
		const addTriangle = (a: number, b: number, c: number) => {
			if (isMirrored) builder.addTriangle(a, c, b);
			else builder.addTriangle(a, b, c);
		};
		if (mode === 1) {
			for (let i = 0; i + 1 < count; i += 2) {
				builder.addEdge(vertices[i], vertices[i + 1]);
			}
		} else if (mode === 2 || mode === 3) {
			builder.addPolyline(vertices);
			if (mode === 2 && count > 2) {
				builder.addEdge(vertices[count - 1], vertices[0]);
			}
		} else if (mode === 4) {
			for (let i = 0; i + 2 < count; i += 3) {
				addTriangle(vertices[i], vertices[i + 1], vertices[i + 2]);
			}
		} else if (mode === 5) {
			for (let i = 0; i + 2 < count; i++) {
				const odd = i % 2;
				addTriangle(vertices[i], vertices[i + 1 + odd], vertices[i + 2 - odd]);
			}
		} else if (mode === 6) {
			for (let i = 1; i + 1 < count; i++) {
				addTriangle(vertices[0], vertices[i], vertices[i + 1]);
			}
		} else {
			throw this.#error(`a primitive has mode ${mode}; 0 to 6 are possible`);
		}
	}
}
