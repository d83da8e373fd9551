import { FileError, meshFormats, readMesh } from "@pliant/files";
import { zlibSync } from "fflate";
import { describe, expect, test } from "vitest";
import { base64, packBytes } from "./packBytes.ts";
import { samples } from "./samples.ts";
import { type Files, sourceOf } from "./sourceOf.ts";

const png = packBytes(
	"big",
	["Uint8", 0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
	["Uint32", 13],
	"IHDR",
	["Uint32", 16, 16],
);

const sampleOf = (format: string) => {
	const found = samples.find((sample) => sample.format === format);
	if (!found) throw new Error(`no sample for ${format}`);
	return found.files;
};

describe.each(meshFormats)("$name", ({ name, extensions }) => {
	const others = sampleOf(name);

	test.each([
		["empty", ""],
		["only spaces", " \n\n "],
		["a PNG", png],
		["another text", "Dear reader,\nthis is a letter.\n"],
	])("%s", async (_, content) => {
		const source = sourceOf({ [`x${extensions[0]}`]: content, ...others });
		await expect(readMesh(source)).rejects.toThrow(FileError);
	});

	test("every sample, cut at many places", async () => {
		for (const { files, format } of samples) {
			if (format !== name) continue;
			const [[file, content]] = Object.entries(files);
			const bytes =
				typeof content === "string"
					? new TextEncoder().encode(content)
					: content;
			for (let length = 0; length < bytes.length; length += 7) {
				const cut = { ...files, [file]: bytes.subarray(0, length) };
				// A text may still be whole; never is it anything but a mesh or a FileError.
				await readMesh(sourceOf(cut)).catch((error) =>
					expect(error).toBeInstanceOf(FileError),
				);
			}
			const half = { ...files, [file]: bytes.subarray(0, bytes.length * 0.4) };
			await expect(readMesh(sourceOf(half))).rejects.toThrow(FileError);
		}
	});
});

/** Replaces text in the first of the files. */
const changed = (files: Files, from: string, to: string): Files => {
	const [[name, content], ...rest] = Object.entries(files);
	if (typeof content !== "string" || !content.includes(from))
		throw new Error(`no "${from}" in ${name}`);
	return { [name]: content.replace(from, to), ...Object.fromEntries(rest) };
};

const sampleNamed = (format: string, variant: string): Files => {
	const found = samples.find(
		(sample) => sample.format === format && sample.variant === variant,
	);
	if (!found) throw new Error(`no sample ${format} ${variant}`);
	return found.files;
};
const textOf = (files: Files): Files =>
	Object.fromEntries(
		Object.entries(files).map(([name, content]) => [
			name,
			typeof content === "string" ? content : new TextDecoder().decode(content),
		]),
	);

const vtu = textOf(sampleNamed("vtu", "format ascii"));
const gltf = sampleNamed("gltf", "data URI");
const external = sampleNamed("gltf", "external");

const square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
const plyHead =
	"ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n";

test.each<[string, Files, RegExp]>([
	[
		"OBJ: index",
		{ "sheet.obj": `${square}f 1 2 99\n` },
		/^sheet\.obj, line 5: vertex index 99 does not exist; the file has 4 vertices so far$/,
	],
	[
		"OBJ: negative index",
		{ "a.obj": `${square}f -1 -2 -5\n` },
		/line 5: vertex index -5 does not exist/,
	],
	["OBJ: index 0", { "a.obj": `${square}f 0 1 2\n` }, /vertex index 0/],
	["OBJ: NaN", { "a.obj": "v 0 nan 0\n" }, /line 1: vertex 0 .*NaN.* finite/],
	["OBJ: infinity", { "a.obj": "v 0 1e999 0\n" }, /finite/],
	["OBJ: no number", { "a.obj": "v 0 one 0\n" }, /"one", not a number/],
	["OBJ: no cells", { "a.obj": square }, /4 vertices but no edges/],
	[
		"STL: header",
		{ "part.stl": new Uint8Array(80) },
		/^part\.stl: ends after 80 of 84 bytes of header/,
	],
	[
		"STL: count",
		{
			"a.stl": packBytes(
				"little",
				"".padEnd(80),
				["Uint32", 4e9],
				new Uint8Array(1000),
			),
		},
		/1000 of 200000000000 bytes of 4000000000 triangles/,
	],
	[
		"STL: NaN",
		{
			"a.stl": packBytes(
				"little",
				"".padEnd(80),
				["Uint32", 1],
				["Float32", 0, 0, 1, Number.NaN, ...[0, 0, 0, 0, 0, 0, 0, 0]],
				["Uint16", 0],
			),
		},
		/finite/,
	],
	[
		"STL: no end",
		{ "a.stl": "solid a\nfacet normal 0 0 1\n" },
		/without endsolid/,
	],
	[
		"PLY: index",
		{ "a.ply": `${plyHead}0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n` },
		/line 13: vertex index 3 does not exist; the file has 3 vertices/,
	],
	[
		"PLY: count",
		{ "a.ply": plyHead.replace("vertex 3", "vertex 4294967295") },
		/4294967295 .* bytes/,
	],
	[
		"PLY: list length",
		{ "a.ply": `${plyHead}0 0 0\n1 0 0\n0 1 0\n4000000000 0 1 3\n` },
		/4000000000 numbers need/,
	],
	[
		"PLY: NaN",
		{ "a.ply": `${plyHead}0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n` },
		/line 11.*finite/,
	],
	["OFF: count", { "a.off": "OFF\n4000000000 1 0\n0 0 0\n" }, /4000000000/],
	[
		"OFF: index",
		{ "a.off": "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 7\n" },
		/line 6: vertex index 7/,
	],
	["OFF: binary", { "a.off": "OFF BINARY\n" }, /binary OFF is not read/],
	[
		"msh: count",
		{
			"a.msh": `$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4000000000\n1 0 0 0\n$EndNodes\n`,
		},
		/4000000000 vertices/,
	],
	[
		"msh: vertex",
		changed(sampleNamed("msh", "2.2 text"), "5 6 7 9\n", "5 6 7 99\n"),
		/vertex 99 does not exist/,
	],
	[
		"msh: version",
		changed(sampleNamed("msh", "4.1 text"), "4.1 0 8", "4 0 8"),
		/version 4 is not read; write 4.1 or 2.2/,
	],
	[
		"msh: kind",
		changed(sampleNamed("msh", "2.2 text"), "2 4 2", "2 777 2"),
		/kind 777/,
	],
	[
		"VTK: count",
		changed(sampleNamed("vtk", "grid 2.0 text"), "POINTS 9", "POINTS 4e9"),
		/4000000000 vertices/,
	],
	[
		"VTK: NaN",
		changed(sampleNamed("vtk", "grid 2.0 text"), "0.5 0.5 2", "0.5 nan 2"),
		/finite/,
	],
	[
		"VTK: index",
		changed(sampleNamed("vtk", "grid 2.0 text"), "4 5 6 8", "4 5 6 9"),
		/vertex index 9 does not exist; the file has 9 vertices/,
	],
	[
		"VTK: dataset",
		{
			"a.vtk":
				"# vtk DataFile Version 3.0\n\nASCII\nDATASET STRUCTURED_POINTS\n",
		},
		/STRUCTURED_POINTS.*POLYDATA and UNSTRUCTURED_GRID/,
	],
	[
		"VTU: count",
		changed(vtu, 'NumberOfPoints="9"', 'NumberOfPoints="4000000000"'),
		/12000000000 numbers/,
	],
	[
		"VTU: index",
		changed(vtu, "4 5 6 8", "4 5 6 9"),
		/DataArray "connectivity".*vertex index 9/,
	],
	["VTU: NaN", changed(vtu, "0.5 0.5 2", "0.5 nan 2"), /finite/],
	[
		"VTU: compressor",
		changed(vtu, "byte_order", 'compressor="vtkLZ4DataCompressor" byte_order'),
		/vtkLZ4DataCompressor; write it with vtkZLibDataCompressor/,
	],
	[
		"VTU: entities",
		{
			"a.vtu": `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><VTKFile type="UnstructuredGrid">&b;</VTKFile>`,
		},
		/entity/,
	],
	["VTU: depth", { "a.vtu": "<a>".repeat(100_000) }, /nest deeper than 32/],
	[
		"glTF: accessor",
		changed(gltf, '"count":4', '"count":4000000000'),
		/accessor 0: 4000000000 elements need/,
	],
	[
		"glTF: index",
		changed(gltf, '"count":4', '"count":3'),
		/accessor 1: vertex index 3 does not exist/,
	],
	[
		"glTF: cycle",
		changed(gltf, '"children":[1]', '"children":[0]'),
		/node 0 is reached twice/,
	],
	[
		"glTF: buffer",
		changed(gltf, '"byteLength":60', '"byteLength":4000000000'),
		/60 of 4000000000 bytes/,
	],
	[
		"glTF: compression",
		changed(gltf, "{", '{"extensionsRequired":["KHR_draco_mesh_compression"],'),
		/KHR_draco_mesh_compression/,
	],
	[
		"glTF: no version",
		changed(gltf, '"version":"2.0"', '"name":1'),
		/asset\.version/,
	],
	[
		"TetGen: count",
		{ "a.node": "4000000000 3 0 0\n", "a.ele": "1 4 0\n" },
		/4000000000 vertices/,
	],
	[
		"TetGen: index",
		{ ...sampleOf("tetgen"), "a.ele": "1 4 0\n0 0 1 2 4\n" },
		/a\.ele, line 2: vertex 4 does not exist; the vertices are 0 to 3/,
	],
	[
		"TetGen: other file",
		{ "b.node": "1 3 0 0\n0 0 0 0\n" },
		/b\.ele: does not exist/,
	],
])("%s", async (_, files, message) => {
	const reading = readMesh(sourceOf(files));
	await expect(reading).rejects.toThrow(message);
	await expect(reading).rejects.toBeInstanceOf(FileError);
});

test.each([
	"../x.bin",
	"a/../../x.bin",
	"%2e%2e/x.bin",
	"/etc/passwd",
	"http://example.org/x.bin",
	"file:///x.bin",
	"..\\x.bin",
	"%",
	"",
])('glTF does not open "%s"', async (uri) => {
	const source = sourceOf(changed(external, "data/a%20b.bin", uri));
	const open = async () => {
		throw new Error("must not be called");
	};
	await expect(readMesh({ ...source, open })).rejects.toBeInstanceOf(FileError);
});

test("a VTU whose blocks inflate to more than they declare is refused", async () => {
	const bomb = zlibSync(new Uint8Array(50_000_000));
	const header = (inflated: number) =>
		base64(packBytes("little", ["Uint32", 1, inflated, 0, bomb.length]));
	const file = (points: number, inflated: number) =>
		`<VTKFile type="UnstructuredGrid" byte_order="LittleEndian" compressor="vtkZLibDataCompressor"><UnstructuredGrid><Piece NumberOfPoints="${points}" NumberOfCells="0"><Points><DataArray type="Float64" NumberOfComponents="3" format="binary">${header(inflated)}${base64(bomb)}</DataArray></Points></Piece></UnstructuredGrid></VTKFile>`;
	for (const text of [
		file(1, 24),
		file(1, 50_000_000),
		file(1e9, 24e9 % 2 ** 32),
	])
		await expect(readMesh(sourceOf({ "a.vtu": text }))).rejects.toThrow(
			FileError,
		);
});

test("a glTF that shows one mesh without end is refused", async () => {
	const json = JSON.parse(String(gltf["a.gltf"]));
	const vertices = 100_000;
	json.accessors[0].count = vertices;
	json.bufferViews[0] = { buffer: 0, byteLength: 12 * vertices };
	json.buffers[0] = { byteLength: 12 * vertices, uri: "big.bin" };
	delete json.meshes[0].primitives[0].indices;
	json.nodes = Array.from({ length: 1000 }, () => ({ mesh: 0 }));
	json.scenes[0].nodes = json.nodes.map((_: unknown, i: number) => i);
	const files = {
		"a.gltf": JSON.stringify(json),
		"big.bin": new Uint8Array(12 * vertices),
	};
	await expect(readMesh(sourceOf(files))).rejects.toThrow(/fewer nodes/);
});

test("unknown extensions and formats name the valid ones and the nearest", async () => {
	const source = sourceOf({ "a.objx": "" });
	await expect(readMesh(source)).rejects.toThrow(
		/^a\.objx: there is no mesh format with the extension '\.objx'; did you mean '\.obj'\? There are \.obj, \.stl/,
	);
	await expect(readMesh(source, "vtx")).rejects.toThrow(
		/^a\.objx: there is no mesh format 'vtx'; did you mean 'vtk' or 'vtu'\?/,
	);
	await expect(readMesh(sourceOf({ a: "" }))).rejects.toThrow(FileError);
});

/** Each would take far more time or memory than its size, if nothing stopped it. */
test.each<[string, () => Files, RegExp]>([
	[
		"OBJ: many groups times many vertices",
		() => {
			const names = Array.from({ length: 20_000 }, (_, i) => `g${i}`).join(" ");
			return {
				"a.obj": `${square}g ${names}\nl ${"1 2 ".repeat(20_000)}\n`,
			};
		},
		/groups have more than \d+ members/,
	],
	[
		"OBJ: many concave faces",
		() => {
			const ring = Array.from({ length: 900 }, (_, i) => {
				const [angle, radius] = [(Math.PI * i) / 450, 1 + (i % 2)];
				return `v ${radius * Math.cos(angle)} ${radius * Math.sin(angle)} 0`;
			});
			const face = `f ${ring.map((_, i) => i + 1).join(" ")}\n`;
			return { "a.obj": `${ring.join("\n")}\n${face.repeat(2000)}` };
		},
		/takes too long to split/,
	],
	[
		"VTU: pieces that share their data",
		() => {
			const count = 10_000;
			const points = packBytes(
				"little",
				["BigUint64", 24 * count],
				new Uint8Array(24 * count),
			);
			const piece = `<Piece NumberOfPoints="${count}" NumberOfCells="0"><Points><DataArray type="Float64" NumberOfComponents="3" format="appended" offset="0"/></Points></Piece>`;
			return {
				"a.vtu": packBytes(
					"little",
					`<VTKFile type="UnstructuredGrid" byte_order="LittleEndian" header_type="UInt64"><UnstructuredGrid>${piece.repeat(10_000)}</UnstructuredGrid><AppendedData encoding="raw">_`,
					points,
					"</AppendedData></VTKFile>",
				),
			};
		},
		/more bytes than the file has/,
	],
	[
		"SVG: a scribble",
		() => {
			let state = 1;
			const next = () => {
				state = (state * 48271) % 2147483647;
				return state % 1000;
			};
			const points = Array.from({ length: 4900 }, () => `${next()},${next()}`);
			return { "a.svg": `<svg><polygon points="${points.join(" ")}"/></svg>` };
		},
		/cross/,
	],
])("%s", async (_, files, message) => {
	const reading = readMesh(sourceOf(files()));
	await expect(reading).rejects.toThrow(message);
	await expect(reading).rejects.toBeInstanceOf(FileError);
});

test("VTU: as many kinds of cells as cells do not take quadratic time", async () => {
	const count = 100_000;
	const numbers = Array.from({ length: count }, (_, i) => i);
	const text = `<VTKFile type="UnstructuredGrid"><UnstructuredGrid><Piece NumberOfPoints="1" NumberOfCells="${count}"><Points><DataArray type="Float64" NumberOfComponents="3">0 0 0</DataArray></Points><Cells><DataArray type="Int32" Name="connectivity">0</DataArray><DataArray type="Int32" Name="offsets">${numbers.map(() => 1).join(" ")}</DataArray><DataArray type="Int32" Name="types">${numbers.map((i) => i + 100).join(" ")}</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>`;
	await expect(readMesh(sourceOf({ "a.vtu": text }))).rejects.toThrow(
		/100000 cells of another kind were left out/,
	);
});
