import { readMesh } from "@pliant/files";
import { triangleArea } from "pliant/mesh";
import { expect, test } from "vitest";
import { base64, packBytes } from "./packBytes.ts";
import { samples } from "./samples.ts";
import { sourceOf } from "./sourceOf.ts";

const readText = (name: string, text: string) =>
	readMesh(sourceOf({ [name]: text }));

const sampleFiles = (format: string, variant: string) => {
	const found = samples.find(
		(sample) => sample.format === format && sample.variant === variant,
	);
	if (!found) throw new Error(`no sample ${format} ${variant}`);
	return found.files;
};

test("extensions may be in capitals, and a format may be named", async () => {
	const text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n";
	expect((await readText("A.OBJ", text)).mesh.triangles.length).toBe(3);
	const source = sourceOf({ "a.txt": text });
	expect((await readMesh(source, "obj")).mesh.triangles.length).toBe(3);
});

test("groups, objects and materials of an OBJ become groups of vertices", async () => {
	const { mesh, textureCoordinates, notes } = await readMesh(
		sourceOf(sampleFiles("obj", "slashes")),
	);
	expect(mesh.groups).toEqual({
		one: Uint32Array.of(0, 1, 2, 3),
		two: Uint32Array.of(0, 1, 2, 3),
		"material m": Uint32Array.of(0, 1, 2, 3),
	});
	expect(textureCoordinates).toEqual(Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1));
	expect(notes).toEqual([]);
});

test("a group may be called __proto__", async () => {
	const text = "v 0 0 0\nv 1 0 0\nv 1 1 0\ng __proto__\nf 1 2 3\n";
	const { mesh } = await readText("a.obj", text);
	expect(Object.keys(mesh.groups)).toEqual(["__proto__"]);
});

test("texture seams of an OBJ are noted", async () => {
	const text =
		"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 1\nf 1/1 2/1 3/1\nf 1/2 3/1 4/1\n";
	const { textureCoordinates, notes } = await readText("a.obj", text);
	expect(textureCoordinates).toBeUndefined();
	expect(notes).toEqual([
		expect.stringMatching(/^texture coordinates .*seams/),
	]);
});

test("unknown statements of an OBJ are noted", async () => {
	const text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nfoo 1\nf 1 2 3\n";
	const { notes } = await readText("a.obj", text);
	expect(notes).toEqual([
		'1 line was ignored: "foo" is not a statement that is read',
	]);
});

test("quads are cut along the shorter diagonal", async () => {
	const text = "v 0 0 0\nv 4 0 0\nv 5 1 0\nv 1 1 0\nf 1 2 3 4\n";
	const { mesh, notes } = await readText("a.obj", text);
	expect([...mesh.triangles]).toEqual([1, 2, 3, 1, 3, 0]);
	expect(notes).toEqual(["1 quad was split into triangles"]);
});

test.each([
	["concave quad", [0, 0, 4, 0, 1, 1, 0, 4], 4],
	["L", [0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2], 3],
	["vertices along the sides", [0, 0, 1, 0, 2, 0, 2, 1, 2, 2, 0, 2], 4],
	[
		"comb",
		[0, 0, 7, 0, 7, 3, 6, 3, 6, 1, 4, 1, 4, 3, 3, 3, 3, 1, 1, 1, 1, 3, 0, 3],
		13,
	],
])("polygon: %s", async (_, outline, area) => {
	for (const reversed of [false, true]) {
		const corners: string[] = [];
		for (let i = 0; i < outline.length; i += 2)
			corners.push(`v 3 ${outline[i]} ${outline[i + 1]}`);
		const order = corners.map((__, i) => i + 1);
		if (reversed) order.reverse();
		const text = `${corners.join("\n")}\nf ${order.join(" ")}\n`;
		const { mesh } = await readText("a.obj", text);
		const { positions: x, triangles } = mesh;
		expect(triangles.length / 3).toBe(corners.length - 2);
		let sum = 0;
		for (let i = 0; i < triangles.length; i += 3) {
			const [a, b, c] = triangles.subarray(i, i + 3);
			const size = triangleArea(x, a, b, c);
			expect(size).toBeGreaterThan(0);
			sum += size;
			const turn =
				(x[3 * b + 1] - x[3 * a + 1]) * (x[3 * c + 2] - x[3 * a + 2]) -
				(x[3 * b + 2] - x[3 * a + 2]) * (x[3 * c + 1] - x[3 * a + 1]);
			expect(turn > 0).toBe(!reversed);
		}
		expect(sum).toBeCloseTo(area, 12);
	}
});

test("a polygon that crosses itself becomes as many triangles as any other", async () => {
	const star = [0, 2, 4, 1, 3].map((i) => {
		const angle = (2 * Math.PI * i) / 5;
		return `v ${Math.cos(angle)} ${Math.sin(angle)} 0`;
	});
	const { mesh } = await readText("a.obj", `${star.join("\n")}\nf 1 2 3 4 5\n`);
	expect(mesh.triangles.length).toBe(9);
});

test("huge polygons: convex ones are cut, concave ones refused", async () => {
	const ring = (radius: (i: number) => number) => {
		const count = 5000;
		const rows = Array.from({ length: count }, (_, i) => {
			const angle = (2 * Math.PI * i) / count;
			return `v ${radius(i) * Math.cos(angle)} ${radius(i) * Math.sin(angle)} 0`;
		});
		return `${rows.join("\n")}\nf ${rows.map((_, i) => i + 1).join(" ")}\n`;
	};
	const { mesh } = await readText(
		"a.obj",
		ring(() => 1),
	);
	expect(mesh.triangles.length / 3).toBe(4998);
	const spiky = ring((i) => 1 + (i % 2));
	await expect(readText("a.obj", spiky)).rejects.toThrow(
		/concave.*5000 corners/,
	);
});

test("equal vertices of an STL become one", async () => {
	const { mesh, notes } = await readMesh(sourceOf(sampleFiles("stl", "text")));
	expect(mesh.positions.length / 3).toBe(4);
	expect(notes).toEqual(["2 vertices were merged with equal ones"]);
});

test("physical groups of Gmsh become groups of vertices", async () => {
	for (const variant of ["2.2 text", "2.2 binary", "4.1 text", "4.1 binary"]) {
		const files = sampleFiles("msh", variant);
		const { mesh, notes } = await readMesh(sourceOf(files));
		expect(mesh.groups).toEqual({
			body: Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8),
		});
		expect(notes).toEqual([]);
	}
	const text = String(sampleFiles("msh", "2.2 text")["a.msh"]);
	const unnamed = text.replace("2 4 2 1 1", "2 4 2 9 1");
	const { mesh } = await readText("a.msh", unnamed);
	expect(mesh.groups["volume-9"]).toEqual(Uint32Array.of(4, 5, 6, 8));
});

test("TetGen's markers become groups", async () => {
	const { mesh } = await readMesh(sourceOf(sampleFiles("tetgen", "from 0")));
	expect(mesh.groups).toEqual({
		"marker-1": Uint32Array.of(0, 1),
		"marker-2": Uint32Array.of(2),
	});
});

const vtkHead = (points: number) =>
	`# vtk DataFile Version 3.0\n\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS ${points} double\n${Array.from({ length: points }, (_, i) => `${i} ${i * i} ${i ** 3}`).join("\n")}\n`;

test("quadratic solid cells keep the middles of their edges", async () => {
	const text = `${vtkHead(10)}CELLS 1 11\n10 0 1 2 3 4 5 6 7 8 9\nCELL_TYPES 1\n24\n`;
	const { mesh, notes } = await readText("a.vtk", text);
	expect([...mesh.tetrahedra]).toEqual([0, 1, 2, 3]);
	expect([...(mesh.midpoints ?? [])]).toEqual([
		...[0, 1, 4, 1, 2, 5, 2, 0, 6],
		...[0, 3, 7, 1, 3, 8, 2, 3, 9],
	]);
	expect(mesh.positions.length / 3).toBe(10);
	expect(notes).toEqual([]);
});

test("Gmsh has the last two middles of a tetrahedron the other way round", async () => {
	const nodes = Array.from(
		{ length: 10 },
		(_, i) => `${i + 1} ${i} 0 ${i * i}`,
	);
	const text = `$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n10\n${nodes.join("\n")}\n$EndNodes\n$Elements\n1\n1 11 2 1 1 1 2 3 4 5 6 7 8 9 10\n$EndElements\n`;
	const { mesh } = await readText("a.msh", text);
	expect([...(mesh.midpoints ?? [])].slice(-6)).toEqual([2, 3, 8, 1, 3, 9]);
});

test("triquadratic hexahedra keep corners and the middles of edges, and only those vertices", async () => {
	const vertices = Array.from({ length: 27 }, (_, i) => i).join(" ");
	const text = `${vtkHead(27)}CELLS 1 28\n27 ${vertices}\nCELL_TYPES 1\n29\n`;
	const { mesh, notes } = await readText("a.vtk", text);
	expect(mesh.positions.length / 3).toBe(20);
	expect([...(mesh.midpoints ?? [])].slice(-3)).toEqual([3, 7, 19]);
	expect(notes).toEqual([
		"1 higher-order hexahedron was reduced to the corners and the middles of edges",
		"7 vertices were left out, which no cell that is kept uses",
	]);
});

test("other cells of higher order keep their corners, and only those vertices", async () => {
	const text = `${vtkHead(6)}CELLS 1 7\n6 0 1 2 3 4 5\nCELL_TYPES 1\n22\n`;
	const { mesh, notes } = await readText("a.vtk", text);
	expect([...mesh.triangles]).toEqual([0, 1, 2]);
	expect(mesh.positions.length / 3).toBe(3);
	expect(notes).toEqual([
		"1 higher-order triangle was reduced to the corners",
		"3 vertices were left out, which no cell that is kept uses",
	]);
});

test("cells that meshes cannot hold are left out and counted", async () => {
	const cells = "CELLS 3 17\n5 0 1 2 3 4\n6 0 1 2 3 4 5\n3 0 1 2\n";
	const text = `${vtkHead(6)}${cells}CELL_TYPES 3\n14 13 5\n`;
	const { mesh, notes } = await readText("a.vtk", text);
	expect([...mesh.triangles]).toEqual([0, 1, 2]);
	expect(notes.slice(0, 2)).toEqual([
		"1 pyramid was left out",
		"1 wedge was left out",
	]);
	const nothing = `${vtkHead(5)}CELLS 1 6\n5 0 1 2 3 4\nCELL_TYPES 1\n14\n`;
	await expect(readText("a.vtk", nothing)).rejects.toThrow(
		/no edges, triangles, tetrahedra or hexahedra \(1 pyramid was left out\)/,
	);
});

test("pixels, voxels, strips and polylines of VTK", async () => {
	const text = `${vtkHead(8)}CELLS 4 24\n4 0 1 2 3\n8 0 1 2 3 4 5 6 7\n4 0 1 2 3\n4 4 5 6 7\nCELL_TYPES 4\n8 11 6 4\n`;
	const { mesh } = await readText("a.vtk", text);
	expect([...mesh.hexahedra]).toEqual([0, 1, 3, 2, 4, 5, 7, 6]);
	expect([...mesh.edges]).toEqual([4, 5, 5, 6, 6, 7]);
	expect([...mesh.triangles.subarray(6)]).toEqual([0, 1, 2, 1, 3, 2]);
});

test("several pieces of a VTU follow each other", async () => {
	const text = new TextDecoder().decode(
		sampleFiles("vtu", "format ascii")["a.vtu"] as Uint8Array,
	);
	const piece = /<Piece.*<\/Piece>/s.exec(text)?.[0] ?? "";
	const { mesh } = await readText("a.vtu", text.replace(piece, piece + piece));
	expect(mesh.positions.length / 3).toBe(18);
	expect([...mesh.tetrahedra]).toEqual([4, 5, 6, 8, 13, 14, 15, 17]);
});

const triangleGltf = (change: {
	primitive?: object;
	node?: object;
	accessor?: object;
	bufferViews?: object[];
	buffer?: Uint8Array;
}) => {
	const buffer =
		change.buffer ??
		packBytes("little", ["Float32", 0, 0, 0, 1, 0, 0, 0, 1, 0]);
	return JSON.stringify({
		asset: { version: "2.0" },
		nodes: [{ mesh: 0, ...change.node }],
		meshes: [
			{ primitives: [{ attributes: { POSITION: 0 }, ...change.primitive }] },
		],
		accessors: [
			{
				bufferView: 0,
				componentType: 5126,
				count: 3,
				type: "VEC3",
				...change.accessor,
			},
		],
		bufferViews: change.bufferViews ?? [
			{ buffer: 0, byteLength: buffer.length },
		],
		buffers: [
			{
				byteLength: buffer.length,
				uri: `data:;base64,${base64(buffer)}`,
			},
		],
	});
};

test("nodes move, turn, scale and mirror", async () => {
	const node = { translation: [1, 2, 3], scale: [-2, 1, 1], name: "sail" };
	const { mesh } = await readText("a.gltf", triangleGltf({ node }));
	expect([...mesh.positions]).toEqual([1, 2, 3, -1, 2, 3, 1, 3, 3]);
	expect([...mesh.triangles]).toEqual([0, 2, 1]);
	expect(mesh.groups).toEqual({ sail: Uint32Array.of(0, 1, 2) });
});

test("skins and morph targets of glTF are noted", async () => {
	const { notes } = await readText(
		"a.gltf",
		triangleGltf({
			node: { skin: 0 },
			primitive: { targets: [{ POSITION: 0 }] },
		}),
	);
	expect(notes).toEqual([
		"skins were ignored: the shape at rest was read",
		"morph targets were ignored: the base shape was read",
	]);
});

test("glTF: normalized, interleaved and sparse values", async () => {
	const quantized = packBytes(
		"little",
		["Int16", 0, 0, 0, 9, 32767, 0, 0, 9, 0, -32768, 0, 9],
		["Uint8", 2, 0],
		["Int16", 0, 32767, 32767],
	);
	const { mesh } = await readText(
		"a.gltf",
		triangleGltf({
			buffer: quantized,
			bufferViews: [
				{ buffer: 0, byteLength: 24, byteStride: 8 },
				{ buffer: 0, byteOffset: 24, byteLength: 1 },
				{ buffer: 0, byteOffset: 26, byteLength: 6 },
			],
			accessor: {
				componentType: 5122,
				normalized: true,
				sparse: {
					count: 1,
					indices: { bufferView: 1, componentType: 5121 },
					values: { bufferView: 2 },
				},
			},
		}),
	);
	expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 1]);
});
