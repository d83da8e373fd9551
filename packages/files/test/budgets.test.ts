/** Small files that ask for much: read or refused within the time and memory that docs/formats.md states. */
import {
	FileError,
	loadScene,
	readImage,
	readMesh,
	SceneError,
} from "@pliant/files";
import { gzipSync, zlibSync } from "fflate";
import { expect, test } from "vitest";
import { type Files, sourceOf } from "./meshes/sourceOf.ts";
import { folderOf } from "./scene/folderOf.ts";
import { spent } from "./spent.ts";

/** Of docs/formats.md: [s], [bytes]. */
const mostTime = 2;
const mostMemory = 300e6;

const nrrd = (
	fields: string,
	data: Uint8Array = new Uint8Array(8),
): Uint8Array =>
	Buffer.concat([
		Buffer.from(
			`NRRD0004\ntype: uint8\ndimension: 3\nsizes: 2 2 2\nencoding: raw\n${fields}\n\n`,
		),
		data,
	]);

function niftiBomb(side: number): Uint8Array {
	const header = new Uint8Array(352 + side ** 3);
	const view = new DataView(header.buffer);
	view.setInt32(0, 348, true);
	view.setInt16(40, 3, true);
	for (const axis of [1, 2, 3]) {
		view.setInt16(40 + 2 * axis, side, true);
		view.setFloat32(76 + 4 * axis, 1, true);
	}
	view.setInt16(70, 2, true);
	view.setInt16(72, 8, true);
	view.setFloat32(108, 352, true);
	header.set(new TextEncoder().encode("n+1\0"), 344);
	return gzipSync(header);
}

const nrrdBomb = (side: number) =>
	Buffer.concat([
		Buffer.from(
			`NRRD0004\ntype: uint8\ndimension: 3\nsizes: ${side} ${side} ${side}\nencoding: gzip\n\n`,
		),
		gzipSync(new Uint8Array(side ** 3)),
	]);

/** Two lines of very many groups, then faces that are in all of them. */
function manyGroups(): string {
	const names = Array.from({ length: 12_000 }, (_, i) => i.toString(36));
	const face = "f 1 2 3\n".repeat(2000);
	return `v 0 0 0\nv 1 0 0\nv 0 1 0\ng ${names.join(" ")}\n${face}`;
}

/** A mesh of many triangles that very many nodes show. */
function manyNodes(): string {
	const triangles = 2000;
	const positions = new Float32Array(9 * triangles).map((_, i) => i % 7);
	const bytes = Buffer.from(positions.buffer);
	return JSON.stringify({
		asset: { version: "2.0" },
		nodes: Array.from({ length: 10_000 }, () => ({ mesh: 0 })),
		meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
		accessors: [
			{
				bufferView: 0,
				componentType: 5126,
				count: 3 * triangles,
				type: "VEC3",
			},
		],
		bufferViews: [{ buffer: 0, byteLength: bytes.length }],
		buffers: [
			{
				byteLength: bytes.length,
				uri: `data:application/octet-stream;base64,${bytes.toString("base64")}`,
			},
		],
	});
}

function vtuBomb(points: number): string {
	const header = (inflated: number, packed: Uint8Array) =>
		Buffer.concat([
			Buffer.from(Uint32Array.of(1, inflated, 0, packed.length).buffer),
		]).toString("base64") + Buffer.from(packed).toString("base64");
	const array = (name: string, type: string, bytes: Uint8Array, width = 1) =>
		`<DataArray Name="${name}" type="${type}" format="binary" NumberOfComponents="${width}">${header(bytes.length, zlibSync(bytes))}</DataArray>`;
	return `<VTKFile type="UnstructuredGrid" byte_order="LittleEndian" compressor="vtkZLibDataCompressor"><UnstructuredGrid><Piece NumberOfPoints="${points}" NumberOfCells="1"><Points>${array("Points", "Float32", new Uint8Array(12 * points), 3)}</Points><Cells>${array("connectivity", "Int32", new Uint8Array(12))}${array("offsets", "Int32", Uint8Array.of(3, 0, 0, 0))}${array("types", "UInt8", Uint8Array.of(5))}</Cells></Piece></UnstructuredGrid></VTKFile>`;
}

const meshes: readonly [string, Files][] = [
	["OBJ: groups", { "a.obj": manyGroups() }],
	["OBJ: one face of many corners", { "a.obj": concaveFace(60_000) }],
	["glTF: nodes", { "a.gltf": manyNodes() }],
	["VTU: compressed points", { "a.vtu": vtuBomb(1_300_000) }],
	["VTU: more of them", { "a.vtu": vtuBomb(5_000_000) }],
	["SVG: many small shapes", { "a.svg": manyShapes() }],
];

function concaveFace(corners: number): string {
	const zigzag = Array.from(
		{ length: corners },
		(_, i) => `v ${i} ${(i % 2) * (i % 3)} 0\n`,
	);
	return `${zigzag.join("")}f ${zigzag.map((_, i) => i + 1).join(" ")}\n`;
}

function manyShapes(): string {
	const shapes = Array.from(
		{ length: 300 },
		(_, i) =>
			`<rect x="${3 * (i % 20)}" y="${3 * Math.floor(i / 20)}" width="2" height="2"/>`,
	);
	return `<svg xmlns="http://www.w3.org/2000/svg">${shapes.join("")}</svg>`;
}

const images: readonly [string, Files][] = [
	["NRRD: line skip", { "a.nrrd": nrrd("line skip: 1000000000000000") }],
	[
		"NRRD: brackets",
		{ "a.nrrd": nrrd(`space directions: ${"(".repeat(500_000)}`) },
	],
	["NRRD: quotes", { "a.nrrd": nrrd(`space units: ${'"'.repeat(500_001)}`) }],
	["NRRD: zeros", { "a.nrrd": nrrdBomb(300) }],
	["NRRD: too many zeros", { "a.nrrd": nrrdBomb(510) }],
	["NIfTI: zeros", { "a.nii.gz": niftiBomb(300) }],
	["NIfTI: too many zeros", { "a.nii.gz": niftiBomb(500) }],
];

const scene = (parts: object) =>
	JSON.stringify({
		pliant: 1,
		objects: {
			sheet: {
				mesh: { grid: {} },
				material: "silk",
			},
		},
		run: { steps: 1 },
		...parts,
	});
const framed = (mesh: object) =>
	scene({ objects: { a: { mesh, material: "liver", frames: {} } } });
const repeated = (count: number, value: unknown) =>
	Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]));
const nested = (depth: number, inner: unknown): unknown =>
	depth === 0 ? inner : { allOf: [nested(depth - 1, inner)] };

const scenes: readonly [string, string][] = [
	["nested lists", `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
	["lists without an end", "[".repeat(1_000_000)],
	["nested choices of vertices", nestedSelection()],
	["unknown keys", scene(repeated(20_000, 1))],
	["a very long key", scene({ ["x".repeat(1_000_000)]: 1 })],
	["wrong outputs", scene({ outputs: new Array(200_000).fill(1) })],
	["wrong objects", scene({ objects: repeated(4000, {}) })],
	["wrong probes", scene({ probes: repeated(5000, { object: "b" }) })],
	["frames of a bar", framed({ bar: { frames: 1e8 } })],
	["vertices of a turtle", framed({ turtle: { vertices: 4e6 } })],
	["a fine bar", framed({ bar: { edge: 1e-6 } })],
	["cells of a box", scene(box([1e3, 1e3, 1e3]))],
	["a filled sphere", scene(filled({ fill: 1e-5 }))],
	["cubes in a sphere", scene(filled({ voxels: 1e-5 }))],
];

function box(cells: number[]): object {
	const a = { mesh: { box: { cells } }, material: "liver" };
	return { objects: { a } };
}

function filled(how: object): object {
	const a = { mesh: { sphere: {}, ...how }, material: "liver" };
	return { objects: { a } };
}

function nestedSelection(): string {
	const vertices = nested(40, { nearest: "x" });
	const hold = [{ vertices }];
	const sheet = { mesh: { grid: {} }, material: "silk", hold };
	return scene({ objects: { sheet } });
}

/** Does it within the budgets; a refusal is told in words for people. */
async function withinBudget(work: () => Promise<unknown>): Promise<void> {
	let refusal: unknown;
	const { time, memory } = await spent(() =>
		work().catch((error: unknown) => {
			refusal = error;
		}),
	);
	if (refusal !== undefined) {
		expect([FileError, SceneError].map(String)).toContain(
			String((refusal as Error).constructor),
		);
		expect((refusal as Error).message.length).toBeLessThan(20_000);
	}
	expect({ time, memory }).toEqual({
		time: expect.toSatisfy((seconds: number) => seconds < mostTime),
		memory: expect.toSatisfy((bytes: number) => bytes < mostMemory),
	});
}

test.each(meshes)("a mesh within its budget: %s", (_, files) =>
	withinBudget(() => readMesh(sourceOf(files))),
);
test.each(images)("an image within its budget: %s", (_, files) =>
	withinBudget(() => readImage(sourceOf(files))),
);
test.each(scenes)("a scene within its budget: %s", (_, text) =>
	withinBudget(() => loadScene("a.json", folderOf({ "a.json": text }))),
);
