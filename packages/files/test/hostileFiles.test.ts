/** Files made to be misunderstood; each was once. */
import { loadScene, readImage, readMesh, writeMesh } from "@pliant/files";
import { createMesh, mergeMeshes, repairMesh } from "pliant/mesh";
import { expect, it } from "vitest";
import { packBytes } from "./meshes/packBytes.ts";
import { sourceOf } from "./meshes/sourceOf.ts";
import { folderOf } from "./scene/folderOf.ts";

const triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

it("keeps a group that is named __proto__", async () => {
	const text = `${triangle}g __proto__\nf 1 2 3\n`;
	const { mesh } = await readMesh(sourceOf({ "a.obj": text }));
	const names = (groups: object) => Object.keys(groups);
	expect(names(mesh.groups)).toEqual(["__proto__"]);
	expect(names(createMesh(mesh).groups)).toEqual(["__proto__"]);
	const other = createMesh({ positions: mesh.positions, triangles: [0, 1, 2] });
	expect(names(mergeMeshes([other, mesh]).groups)).toEqual(["__proto__"]);
	const loose = {
		...mesh,
		positions: Float64Array.of(...mesh.positions, 5, 5, 5),
	};
	expect(names(repairMesh(loose).mesh.groups)).toEqual(["__proto__"]);
	const written = await writeMesh({ mesh, notes: [] }, "b.obj");
	const again = await readMesh(sourceOf(written));
	expect(names(again.mesh.groups)).toEqual(["__proto__"]);
});

it.each([1e31, 1e308])("refuses a coordinate of %d", async (x) => {
	const text = `${triangle}v ${x} 0 0\nf 1 2 3\n`;
	await expect(readMesh(sourceOf({ "a.obj": text }))).rejects.toThrow(
		/^a.obj, line 4: vertex 3 \(the first is 0\) is at \(1e\+\d+, 0, 0\); coordinates must be finite, and at most 1e\+30$/,
	);
});

it.each([
	["signed bytes", 5120, ["Int8", -1, 0]],
	["floats", 5126, ["Float32", 0.5]],
] as const)("refuses sparse indices that are %s", async (_, type, index) => {
	const bytes = packBytes(
		"little",
		["Float32", 0, 0, 0, 1, 0, 0, 0, 1, 0],
		["Float32", 2, 2, 2],
		[index[0], ...index.slice(1)] as ["Int8", ...number[]],
	);
	const text = JSON.stringify({
		asset: { version: "2.0" },
		nodes: [{ mesh: 0 }],
		meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
		accessors: [
			{
				bufferView: 0,
				componentType: 5126,
				count: 3,
				type: "VEC3",
				sparse: {
					count: 1,
					indices: { bufferView: 2, componentType: type },
					values: { bufferView: 1 },
				},
			},
		],
		bufferViews: [
			{ buffer: 0, byteLength: 36 },
			{ buffer: 0, byteOffset: 36, byteLength: 12 },
			{ buffer: 0, byteOffset: 48, byteLength: bytes.length - 48 },
		],
		buffers: [{ byteLength: bytes.length, uri: "a.bin" }],
	});
	await expect(
		readMesh(sourceOf({ "a.gltf": text, "a.bin": bytes })),
	).rejects.toThrow(
		`a.gltf: accessor 0: its sparse indices are of componentType ${type}; they must be unsigned integers (5121, 5123 or 5125)`,
	);
});

it("says how many lines of an NRRD there are to skip", async () => {
	const text =
		"NRRD0004\ntype: uint8\ndimension: 3\nsizes: 1 1 1\nencoding: raw\nline skip: 1000000000000000\n\none\ntwo\n";
	await expect(readImage(sourceOf({ "a.nrrd": text }))).rejects.toThrow(
		'a.nrrd: "line skip" is 1000000000000000, but only 2 lines are there',
	);
});

it("tells keys of a scene that objects of JavaScript have for something else", async () => {
	const text = `{"pliant": 1,\n"objects": {"__proto__": {}}, "run": {"steps": 1}}`;
	await expect(
		loadScene("a.json", folderOf({ "a.json": text })),
	).rejects.toThrow(
		"line 2, objects.__proto__: cannot be used as a name; take another",
	);
});

it("tells the first hundred of a scene's problems and counts the others", async () => {
	const unknown = Array.from({ length: 150 }, (_, i) => `"k${i}": 1`);
	const text = `{"pliant": 1, "objects": {}, "run": {"steps": 1},\n${unknown.join(",\n")}}`;
	const error: Error = await loadScene(
		"a.json",
		folderOf({ "a.json": text }),
	).then(
		() => new Error("was read"),
		(refusal: Error) => refusal,
	);
	expect(error.message).toMatch(/^a.json: 151 problems\n/);
	expect(error.message.split("\n")).toHaveLength(102);
	expect(error.message).toMatch(/\n {2}line 50, k48: there is no key 'k48';/);
	expect(error.message).toMatch(/\n {2}… and 51 more$/);
});
