/** What a file holds, by its first bytes, where its name says something else. */

export interface Content {
	/** For people: "a Wavefront OBJ". */
	readonly is: string;
	/** The mesh format by name, and the extension it goes by; absent where it is none that is read. */
	readonly format?: string;
	readonly extension?: string;
	/** What helps where it is not read. */
	readonly remedy?: string;
}

type Test = (start: string, bytes: Uint8Array) => boolean;

const starts =
	(pattern: RegExp): Test =>
	(start) =>
		pattern.test(start);

const exporting = "export OBJ, glTF 2.0 or STL from the program that made it";

/** Bytes of a text that tell what it is. */
const startLength = 4096;

const contents: readonly (Content & { readonly fits: Test })[] = [
	{
		is: "a glTF of version 1",
		remedy:
			"only glTF 2.0 is read: open it with a program that reads 1.0, such as gltf-pipeline, and write 2.0",
		fits: (start, bytes) =>
			(start.startsWith("glTF") && bytes[4] === 1) ||
			/^\s*\{.*"asset"\s*:\s*\{[^}]*"version"\s*:\s*"1\./s.test(start),
	},
	{
		is: "a binary glTF",
		format: "gltf",
		extension: ".glb",
		fits: starts(/^glTF/),
	},
	{
		is: "a glTF",
		format: "gltf",
		extension: ".gltf",
		fits: starts(/^\s*\{.*"(asset|accessors|bufferViews)"/s),
	},
	{
		is: "a scene of Pliant",
		remedy: "name it .json or .jsonc, and use `pliant run`",
		fits: starts(/"pliant"\s*:\s*\d/),
	},
	{ is: "a PLY", format: "ply", extension: ".ply", fits: starts(/^ply\s/) },
	{
		is: "an OFF",
		format: "off",
		extension: ".off",
		fits: starts(/^\s*(ST)?C?N?4?n?OFF\s/),
	},
	{
		is: "a Gmsh mesh",
		format: "msh",
		extension: ".msh",
		fits: starts(/^\s*\$MeshFormat/),
	},
	{
		is: "a VTK legacy file",
		format: "vtk",
		extension: ".vtk",
		fits: starts(/^# vtk DataFile/i),
	},
	{
		is: "a VTK XML file",
		format: "vtu",
		extension: ".vtu",
		fits: starts(/^.{0,200}<VTKFile/s),
	},
	{
		is: "an SVG",
		format: "svg",
		extension: ".svg",
		fits: starts(/^.{0,1000}<svg[\s>]/s),
	},
	{
		is: "a binary STL",
		format: "stl",
		extension: ".stl",
		fits: (_, bytes) =>
			bytes.length > 84 &&
			bytes.length ===
				84 +
					50 * new DataView(bytes.buffer, bytes.byteOffset).getUint32(80, true),
	},
	{
		is: "an STL",
		format: "stl",
		extension: ".stl",
		fits: starts(/^\s*solid\b[^\n]*\n\s*facet\b/i),
	},
	{
		is: "a Wavefront OBJ",
		format: "obj",
		extension: ".obj",
		fits: (start) =>
			/^\s*v[tn]?\s+[-+.\d]/.test(
				start
					.split("\n")
					.find((line) => !/^\s*($|#|(mtllib|usemtl|o|g|s)\s)/.test(line)) ??
					"",
			),
	},
	{
		is: "an FBX",
		remedy: exporting,
		fits: starts(/^(Kaydara FBX|; FBX)/),
	},
	{ is: "a file of Blender", remedy: exporting, fits: starts(/^BLENDER/) },
	{
		is: "a Collada file",
		remedy: exporting,
		fits: starts(/^.{0,200}<COLLADA/s),
	},
	{ is: "a STEP file", remedy: exporting, fits: starts(/^ISO-10303-21/) },
	{ is: "a ZIP archive", remedy: "unpack it", fits: starts(/^PK/) },
	{
		is: "compressed by gzip",
		remedy: "unpack it",
		fits: (_, bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b,
	},
	{
		is: "a PNG picture",
		remedy: "meshes are read, not pictures",
		fits: starts(/^.PNG/),
	},
	{
		is: "a JPEG picture",
		remedy: "meshes are read, not pictures",
		fits: (_, bytes) => bytes[0] === 0xff && bytes[1] === 0xd8,
	},
	{
		is: "a page of the web",
		remedy:
			"the address may have led to a page about the file, not to the file",
		fits: starts(/^\s*<(!doctype )?html/i),
	},
];

/** What the bytes are, if they tell. */
export function contentOf(bytes: Uint8Array): Content | undefined {
	const start = new TextDecoder("latin1").decode(
		bytes.subarray(0, startLength),
	);
	return contents.find(({ fits }) => fits(start, bytes));
}
