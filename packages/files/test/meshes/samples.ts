import { zlibSync } from "fflate";
import { base64, packBytes } from "./packBytes.ts";
import type { Files } from "./sourceOf.ts";

/** A small file made by hand, and what is in it. */
export interface Sample {
	readonly format: string;
	readonly variant: string;
	/** The first one is read. */
	readonly files: Files;
	/** Absent if what is in it is looked at elsewhere. */
	readonly holds?: keyof typeof shapes;
}

const squarePoints = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
const cubePoints = [
	...squarePoints,
	...[0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1],
	...[0.5, 0.5, 2],
];

export const shapes = {
	/** A unit square of two triangles. */
	square: { positions: squarePoints, triangles: [0, 1, 2, 0, 2, 3] },
	/** One with an edge along its lower side. */
	framedSquare: {
		positions: squarePoints,
		triangles: [0, 1, 2, 0, 2, 3],
		edges: [0, 1],
	},
	/** The square's diagonal as a chain. */
	chain: { positions: squarePoints, edges: [0, 1, 1, 2, 2, 3] },
	/** A cube and a tetrahedron on its top. */
	solids: {
		positions: cubePoints,
		tetrahedra: [4, 5, 6, 8],
		hexahedra: [0, 1, 2, 3, 4, 5, 6, 7],
	},
	tetrahedron: {
		positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
		tetrahedra: [0, 1, 2, 3],
	},
} as const;

const squareRows = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";
const rowsOf = (values: readonly number[], size: number) => {
	const rows: string[] = [];
	for (let i = 0; i < values.length; i += size)
		rows.push(values.slice(i, i + size).join(" "));
	return `${rows.join("\n")}\n`;
};
const cubeRows = rowsOf(cubePoints, 3);

function obj(): Sample[] {
	const rows = squareRows.replace(/^/gm, "v ").trimEnd().slice(0, -2);
	const sample = (
		variant: string,
		text: string,
		holds: keyof typeof shapes,
	) => ({
		format: "obj",
		variant,
		files: { "a.obj": text },
		holds,
	});
	const vertices = `v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n`;
	return [
		sample("triangles", `# a\n${vertices}f 1 2 3\nf 1 3 4\n`, "square"),
		sample("negative", `${vertices}f -4 -3 -2\nf -4 -2 -1\n`, "square"),
		sample(
			"slashes",
			`mtllib a.mtl\no thing\n${vertices}vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn 0 0 1\ng one two\nusemtl m\ns off\nf 1/1/1 2/2/1 3/3/1\nf 1/1 3/3 4/4\n`,
			"square",
		),
		sample("lines", `${vertices}l 1 2 3 \\\n 4\n`, "chain"),
		sample("returns", `${rows}\nf 1 2 3\rf 1//1 3//1 4//1\r`, "square"),
		sample("quad and line", `${vertices}f 1 2 3 4\nl 1 2\n`, "framedSquare"),
	];
}

function stl(): Sample[] {
	const corners = [
		[0, 0, 0, 1, 0, 0, 1, 1, 0],
		[0, 0, 0, 1, 1, 0, -0, 1, 0],
	];
	const facets = corners.map(
		(c) =>
			`facet normal 0 0 1\n outer loop\n  vertex ${c.slice(0, 3).join(" ")}\n  vertex ${c.slice(3, 6).join(" ")}\n  vertex ${c.slice(6).join(" ")}\n endloop\nendfacet\n`,
	);
	const triangles = corners.map((c) =>
		packBytes("little", ["Float32", 0, 0, 1, ...c], ["Uint16", 0]),
	);
	const binary = (head: string) =>
		packBytes(
			"little",
			head.padEnd(80, " "),
			["Uint32", 2],
			triangles[0],
			triangles[1],
		);
	const sample = (variant: string, content: string | Uint8Array): Sample => ({
		format: "stl",
		variant,
		files: { "a.stl": content },
		holds: "square",
	});
	return [
		sample("text", `solid a\n${facets.join("")}endsolid a\n`),
		sample("binary", binary("made by hand")),
		sample("binary that begins with solid", binary("solid a")),
	];
}

function ply(): Sample[] {
	const header = (format: string) =>
		`ply\nformat ${format} 1.0\ncomment by hand\nelement vertex 4\nproperty float x\nproperty double y\nproperty short z\nproperty uchar red\nelement face 2\nproperty list uchar int vertex_indices\nproperty list uchar float quality\nelement edge 1\nproperty int vertex1\nproperty uint vertex2\nelement extra 1\nproperty list int ushort x\nend_header\n`;
	const binary = (order: "little" | "big") => {
		const vertices: Uint8Array[] = [];
		for (let i = 0; i < 12; i += 3) {
			const [x, y, z] = squarePoints.slice(i, i + 3);
			vertices.push(
				packBytes(
					order,
					["Float32", x],
					["Float64", y],
					["Int16", z],
					["Uint8", 9],
				),
			);
		}
		return packBytes(
			order,
			header(`binary_${order}_endian`),
			...vertices,
			...[["Uint8", 3] as const, ["Int32", 0, 1, 2] as const],
			...[["Uint8", 1] as const, ["Float32", 0.5] as const],
			...[["Uint8", 3] as const, ["Int32", 0, 2, 3] as const],
			["Uint8", 0],
			["Int32", 0],
			["Uint32", 1],
			["Int32", 2],
			["Uint16", 7, 8],
		);
	};
	const sample = (
		variant: string,
		content: string | Uint8Array,
		holds: keyof typeof shapes,
	): Sample => ({
		format: "ply",
		variant,
		files: { "a.ply": content },
		holds,
	});
	const rows = squareRows.replaceAll("\n", " 9\n");
	return [
		sample(
			"ascii",
			`${header("ascii")}${rows}3 0 1 2 1 0.5\n3 0 2 3 0\n0 1\n2 7 8\n`,
			"framedSquare",
		),
		sample("little-endian", binary("little"), "framedSquare"),
		sample("big-endian", binary("big"), "framedSquare"),
		sample(
			"strips before vertices, texture",
			`ply\nformat ascii 1.0\nelement tristrips 1\nproperty list int int vertex_indices\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nproperty float s\nproperty float t\nend_header\n7 0 1 2 -1 0 2 3\n0 0 0 0 0\n1 0 0 1 0\n1 1 0 1 1\n0 1 0 0 1\n`,
			"square",
		),
	];
}

function off(): Sample[] {
	const sample = (variant: string, text: string): Sample => ({
		format: "off",
		variant,
		files: { "a.off": text },
		holds: "square",
	});
	return [
		sample("plain", `OFF\n4 2 0\n${squareRows}3 0 1 2\n3 0 2 3 255 0 0\n`),
		sample("counts beside", `# a\nOFF 4 1 4\n${squareRows}4 0 1 2 3 0.5 1 1\n`),
		sample(
			"colours",
			`COFF\n# b\n4 2 0\n${squareRows.replaceAll("\n", " 1 0 0 1\n")}3 0 1 2\n3 0 2 3\n`,
		),
	];
}

function gltf(): Sample[] {
	const positions = packBytes("little", ["Float32", ...squarePoints]);
	const indices = packBytes("little", ["Uint16", 0, 1, 2, 0, 2, 3]);
	const buffer = packBytes("little", positions, indices);
	const json = (
		uri: string | undefined,
		primitive: object = { indices: 1 },
		node: object = {},
	) => ({
		asset: { version: "2.0" },
		scene: 0,
		scenes: [{ nodes: [0] }],
		nodes: [{ children: [1] }, { mesh: 0, name: "sheet", ...node }],
		meshes: [{ primitives: [{ attributes: { POSITION: 0 }, ...primitive }] }],
		accessors: [
			{
				bufferView: 0,
				componentType: 5126,
				count: 4,
				type: "VEC3",
				min: [0, 0, 0],
				max: [1, 1, 0],
			},
			{ bufferView: 1, componentType: 5123, count: 6, type: "SCALAR" },
		],
		bufferViews: [
			{ buffer: 0, byteLength: 48 },
			{ buffer: 0, byteOffset: 48, byteLength: 12 },
		],
		buffers: [{ byteLength: buffer.length, ...(uri && { uri }) }],
	});
	const glb = (value: object) => {
		const text = JSON.stringify(value);
		const padded = text.padEnd(Math.ceil(text.length / 4) * 4, " ");
		return packBytes(
			"little",
			"glTF",
			["Uint32", 2, 12 + 8 + padded.length + 8 + buffer.length],
			["Uint32", padded.length],
			"JSON",
			padded,
			["Uint32", buffer.length],
			"BIN\0",
			buffer,
		);
	};
	const dataUri = `data:application/octet-stream;base64,${base64(buffer)}`;
	const sample = (
		variant: string,
		files: Files,
		holds: keyof typeof shapes = "square",
	): Sample => ({ format: "gltf", variant, files, holds });
	// Undoes itself: a quarter turn about z in the matrix of the parent, and back in the rotation of the child.
	const turned = json(dataUri, undefined, {
		rotation: [0, 0, -Math.SQRT1_2, Math.SQRT1_2],
		translation: [0, 0, 0],
		scale: [1, 1, 1],
	});
	const turn = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
	const [root, ...others] = turned.nodes;
	const turnedBack = {
		...turned,
		nodes: [{ ...root, matrix: turn }, ...others],
	};
	return [
		sample("glb", { "a.glb": glb(json(undefined)) }),
		sample("data URI", { "a.gltf": JSON.stringify(json(dataUri)) }),
		sample("external", {
			"a.gltf": JSON.stringify(json("data/a%20b.bin")),
			"data/a b.bin": buffer,
		}),
		sample("fan", { "a.gltf": JSON.stringify(json(dataUri, { mode: 6 })) }),
		sample(
			"line strip",
			{ "a.gltf": JSON.stringify(json(dataUri, { mode: 3 })) },
			"chain",
		),
		sample("transforms", { "a.gltf": JSON.stringify(turnedBack) }),
	];
}

function msh(): Sample[] {
	const names = `$PhysicalNames\n2\n2 7 "the skin"\n3 1 "body"\n$EndPhysicalNames\n`;
	const nodes2 = cubePoints.length / 3;
	const cells2 = [
		"1 5 2 1 1 1 2 3 4 5 6 7 8",
		"2 4 2 1 1 5 6 7 9",
		"3 15 2 0 1 1",
	];
	const text2 = `$MeshFormat\n2.2 0 8\n$EndMeshFormat\n${names}$Nodes\n${nodes2}\n${cubeRows
		.trimEnd()
		.split("\n")
		.map((row, i) => `${i + 1} ${row}`)
		.join(
			"\n",
		)}\n$EndNodes\n$Elements\n3\n${cells2.join("\n")}\n$EndElements\n`;
	const binary2 = (order: "little" | "big") =>
		packBytes(
			order,
			"$MeshFormat\n2.2 1 8\n",
			["Int32", 1],
			`\n$EndMeshFormat\n${names}$Nodes\n${nodes2}\n`,
			...Array.from({ length: nodes2 }, (_, i) =>
				packBytes(
					order,
					["Int32", i + 1],
					["Float64", ...cubePoints.slice(3 * i, 3 * i + 3)],
				),
			),
			"\n$EndNodes\n$Elements\n2\n",
			["Int32", 5, 1, 2, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8],
			["Int32", 4, 1, 2, 2, 1, 1, 5, 6, 7, 9],
			"\n$EndElements\n",
		);
	const text4 = `$MeshFormat\n4.1 0 8\n$EndMeshFormat\n${names}$Entities\n0 0 0 1\n1 0 0 0 1 1 2 1 1 0\n$EndEntities\n$Nodes\n2 ${nodes2} 10 ${nodes2 * 10}\n3 1 0 4\n10\n20\n30\n40\n${rowsOf(cubePoints.slice(0, 12), 3)}2 1 1 5\n50\n60\n70\n80\n90\n${rowsOf(cubePoints.slice(12), 3).replaceAll("\n", " 0.1 0.2\n")}$EndNodes\n$Elements\n2 2 1 2\n3 1 5 1\n1 10 20 30 40 50 60 70 80\n3 1 4 1\n2 50 60 70 90\n$EndElements\n$Periodic\n0\n$EndPeriodic\n`;
	const binary4 = (order: "little" | "big") =>
		packBytes(
			order,
			"$MeshFormat\n4.1 1 8\n",
			["Int32", 1],
			`\n$EndMeshFormat\n${names}$Entities\n`,
			["BigUint64", 0, 0, 0, 1],
			["Int32", 1],
			["Float64", 0, 0, 0, 1, 1, 2],
			["BigUint64", 1],
			["Int32", 1],
			["BigUint64", 0],
			"\n$EndEntities\n$Nodes\n",
			["BigUint64", 1, nodes2, 1, nodes2],
			["Int32", 3, 1, 0],
			["BigUint64", nodes2, ...Array.from({ length: nodes2 }, (_, i) => i + 1)],
			["Float64", ...cubePoints],
			"\n$EndNodes\n$Elements\n",
			["BigUint64", 2, 2, 1, 2],
			["Int32", 3, 1, 5],
			["BigUint64", 1, 1, 1, 2, 3, 4, 5, 6, 7, 8],
			["Int32", 3, 1, 4],
			["BigUint64", 1, 2, 5, 6, 7, 9],
			"\n$EndElements\n",
		);
	const sample = (variant: string, content: string | Uint8Array): Sample => ({
		format: "msh",
		variant,
		files: { "a.msh": content },
		holds: "solids",
	});
	return [
		sample("2.2 text", text2),
		sample("2.2 binary", binary2("little")),
		sample("2.2 binary, big-endian", binary2("big")),
		sample("4.1 text", text4),
		sample("4.1 binary", binary4("little")),
		sample("4.1 binary, big-endian", binary4("big")),
	];
}

function vtk(): Sample[] {
	const head = (version: string, encoding: string, dataset: string) =>
		`# vtk DataFile Version ${version}\nby hand\n${encoding}\nDATASET ${dataset}\n`;
	const sample = (
		variant: string,
		content: string | Uint8Array,
		holds: keyof typeof shapes,
	): Sample => ({
		format: "vtk",
		variant,
		files: { "a.vtk": content },
		holds,
	});
	const connectivity = [0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 8];
	const field = "FIELD FieldData 1\ntime 1 2 double\n0.5 0.6\n";
	return [
		sample(
			"grid 2.0 text",
			`${head("2.0", "ASCII", "UNSTRUCTURED_GRID")}${field}POINTS 9 float\n${cubeRows}CELLS 2 14\n8 0 1 2 3 4 5 6 7\n4 4 5 6 8\nCELL_TYPES 2\n12 10\nPOINT_DATA 9\nSCALARS a float\n`,
			"solids",
		),
		sample(
			"grid 3.0 binary",
			packBytes(
				"big",
				`${head("3.0", "BINARY", "UNSTRUCTURED_GRID")}POINTS 9 double\n`,
				["Float64", ...cubePoints],
				"\nCELLS 2 14\n",
				["Int32", 8, 0, 1, 2, 3, 4, 5, 6, 7, 4, 4, 5, 6, 8],
				"\nCELL_TYPES 2\n",
				["Int32", 12, 10],
				"\nCELL_DATA 2\n",
			),
			"solids",
		),
		sample(
			"grid 5.1 text",
			`${head("5.1", "ASCII", "UNSTRUCTURED_GRID")}POINTS 9 double\n${cubeRows}METADATA\nINFORMATION 1\nNAME L2 LOCATION v\nDATA 1\n\nCELLS 3 12\nOFFSETS vtktypeint64\n0 8 12\nCONNECTIVITY vtktypeint64\n${connectivity.join(" ")}\nCELL_TYPES 2\n12\n10\n`,
			"solids",
		),
		sample(
			"grid 5.1 binary",
			packBytes(
				"big",
				`${head("5.1", "BINARY", "UNSTRUCTURED_GRID")}POINTS 9 float\n`,
				["Float32", ...cubePoints],
				"\nCELLS 3 12\nOFFSETS vtktypeint64\n",
				["BigUint64", 0, 8, 12],
				"\nCONNECTIVITY vtktypeint64\n",
				["BigUint64", ...connectivity],
				"\nCELL_TYPES 2\n",
				["Int32", 12, 10],
				"\n",
			),
			"solids",
		),
		sample(
			"polygons 3.0 text",
			`${head("3.0", "ASCII", "POLYDATA")}POINTS 4 float\n${squareRows}LINES 1 3\n2 0 1\nPOLYGONS 1 4\n3 0 1 2\nTRIANGLE_STRIPS 1 4\n3 0 2 3\n`,
			"framedSquare",
		),
		sample(
			"polygons 5.1 text",
			`${head("5.1", "ASCII", "POLYDATA")}POINTS 4 float\n${squareRows}VERTICES 2 1\nOFFSETS vtktypeint64\n0 1\nCONNECTIVITY vtktypeint64\n0\nPOLYGONS 2 4\nOFFSETS vtktypeint64\n0 4\nCONNECTIVITY vtktypeint64\n0 1 2 3\n`,
			"square",
		),
	];
}

function vtu(): Sample[] {
	type Numbers = Exclude<Parameters<typeof packBytes>[1], string | Uint8Array>;
	interface Options {
		format: "ascii" | "binary" | "raw" | "base64";
		order?: "little" | "big";
		header?: "UInt32" | "UInt64";
		compress?: boolean;
		wide?: boolean;
	}
	const make = (options: Options) => {
		const { format, order = "little", header = "UInt32" } = options;
		const headerNumber = header === "UInt32" ? "Uint32" : "BigUint64";
		const [floatType, integerType] = options.wide
			? (["Float64", "BigUint64"] as const)
			: (["Float32", "Int32"] as const);
		let appended: Uint8Array = new Uint8Array(0);
		const store = ([type, ...values]: Numbers) => {
			const data = packBytes(order, [type, ...values]);
			let head: Uint8Array;
			let body: Uint8Array = data;
			if (options.compress) {
				const half = Math.ceil(data.length / 2);
				const blocks = [data.subarray(0, half), data.subarray(half)].map((b) =>
					zlibSync(b),
				);
				const last = data.length - half;
				head = packBytes(order, [
					headerNumber,
					...[2, half, last === half ? 0 : last],
					...blocks.map((b) => b.length),
				]);
				body = packBytes(order, ...blocks);
			} else head = packBytes(order, [headerNumber, data.length]);
			const text = options.compress
				? base64(head) + base64(body)
				: base64(packBytes(order, head, body));
			if (format === "binary") return { text };
			const offset = appended.length;
			appended = packBytes(
				order,
				appended,
				...(format === "raw" ? [head, body] : [text]),
			);
			return { offset };
		};
		const array = (name: string, type: string, numbers: Numbers) => {
			const [, ...values] = numbers;
			const attributes = `type="${type}" Name="${name}"${name === "Points" ? ' NumberOfComponents="3"' : ""}`;
			if (format === "ascii")
				return `<DataArray ${attributes} format="ascii">\n${values.join(" ")}\n</DataArray>`;
			const { text, offset } = store(numbers);
			return text === undefined
				? `<DataArray ${attributes} format="appended" offset="${offset}"/>`
				: `<DataArray ${attributes} format="binary">\n  ${text}\n</DataArray>`;
		};
		const integer = options.wide ? "Int64" : "Int32";
		const piece = [
			`<Piece NumberOfPoints="9" NumberOfCells="2"><Points>`,
			array("Points", floatType, [floatType, ...cubePoints]),
			"</Points><Cells>",
			array("connectivity", integer, [
				integerType,
				...[0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 8],
			]),
			array("offsets", integer, [integerType, 8, 12]),
			array("types", "UInt8", ["Uint8", 12, 10]),
			"</Cells></Piece>",
		].join("\n");
		return packBytes(
			order,
			`<?xml version="1.0"?>\n<VTKFile type="UnstructuredGrid" version="1.0" byte_order="${order === "little" ? "LittleEndian" : "BigEndian"}" header_type="${header}"${options.compress ? ' compressor="vtkZLibDataCompressor"' : ""}>\n<UnstructuredGrid>\n${piece}\n</UnstructuredGrid>\n`,
			...(appended.length > 0
				? [
						`<AppendedData encoding="${format}">\n_`,
						appended,
						"\n</AppendedData>",
					]
				: []),
			"\n</VTKFile>\n",
		);
	};
	const variants: Options[] = [
		{ format: "ascii" },
		{ format: "binary" },
		{ format: "binary", header: "UInt64", wide: true, order: "big" },
		{ format: "binary", compress: true },
		{ format: "raw", header: "UInt64", wide: true },
		{ format: "raw", compress: true, header: "UInt64" },
		{ format: "raw", compress: true, order: "big", wide: true },
		{ format: "base64" },
		{ format: "base64", compress: true },
	];
	return variants.map((options) => ({
		format: "vtu",
		variant: Object.entries(options).join(" ").replaceAll(",", " "),
		files: { "a.vtu": make(options) },
		holds: "solids",
	}));
}

function tetgen(): Sample[] {
	const node =
		"# vertices\n4 3 1 1\n0 0 0 0 9.5 1\n1 1 0 0 9.5 1\n2 0 1 0 9.5 2\n3 0 0 1 9.5 0\n";
	const ele = "1 4 1\n0 0 1 2 3 7\n# end\n";
	const sample = (variant: string, files: Files): Sample => ({
		format: "tetgen",
		variant,
		files,
		holds: "tetrahedron",
	});
	return [
		sample("from 0", { "a.node": node, "a.ele": ele }),
		sample("the other first", { "a.ele": ele, "a.node": node }),
		sample("from 1", {
			"a.node": "4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n",
			"a.ele": "1 4 0\n1 1 2 3 4\n",
		}),
	];
}

function svg(): Sample[] {
	const sample = (variant: string, text: string): Sample => ({
		format: "svg",
		variant,
		files: { "a.svg": text },
	});
	return [
		sample(
			"shapes",
			`<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="50mm" viewBox="0 0 100 50"><g transform="translate(10 5) rotate(10)"><rect id="front" x="0" y="0" width="40" height="30"/><circle cx="20" cy="15" r="5"/></g><polygon points="70,10 90,10 80,30"/></svg>`,
		),
		sample(
			"path",
			`<svg xmlns="http://www.w3.org/2000/svg"><path id="leaf" d="M 10 10 C 40 -10 60 20 50 50 s -20 20 -30 0 q -5 -10 -5 -20 A 8 8 0 0 1 10 10 z m 5 -100 l 10 0 l 0 10 z"/></svg>`,
		),
	];
}

export const samples: readonly Sample[] = [
	...obj(),
	...stl(),
	...ply(),
	...off(),
	...gltf(),
	...msh(),
	...vtk(),
	...vtu(),
	...tetgen(),
	...svg(),
];
