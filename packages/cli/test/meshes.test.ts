/** Meshes as people have them: with companions, flaws, and names that say something else. */
import {
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rm,
	writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeMesh } from "@pliant/files";
import { box, createMesh, grid, type Mesh, sphere } from "pliant/mesh";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { main } from "../src/command.ts";
import { memoryIo } from "./memoryIo.ts";

let folder = "";
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "pliant-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (...path: string[]) => join(folder, ...path);

async function run(...argv: string[]) {
	const { io, written } = memoryIo();
	const status = await main(argv, io);
	return { status, ...written };
}

async function write(mesh: Mesh, name: string): Promise<void> {
	const files = await writeMesh({ mesh, notes: [] }, name);
	for (const [file, bytes] of Object.entries(files))
		await writeFile(at(file), bytes);
}

const sheet = grid({ size: [0.2, 0.2], cells: [4, 4] });
const ball = createMesh({
	...sphere({ subdivisions: 2 }),
	positions: sphere({ subdivisions: 2 }).positions.map((x) => 0.1 * x),
});

describe("init", () => {
	it("takes both files of TetGen", async () => {
		await write(box({ size: [0.1, 0.1, 0.1], cells: [1, 1, 1] }), "a.ele");
		const mesh = ["--mesh", at("a.ele"), "--material", "liver"];
		expect((await run("init", at("new"), ...mesh)).status).toBe(0);
		expect(await readdir(at("new"))).toEqual(
			expect.arrayContaining(["a.ele", "a.node"]),
		);
	});

	it("takes the buffers of a glTF, in folders below it too", async () => {
		await write(sheet, "a.gltf");
		const json = JSON.parse(await readFile(at("a.gltf"), "utf8"));
		const [, data] = json.buffers[0].uri.split(",");
		json.buffers[0].uri = "data/a%20b.bin";
		await mkdir(at("data"));
		await writeFile(at("data", "a b.bin"), Buffer.from(data, "base64"));
		await writeFile(at("a.gltf"), JSON.stringify(json));
		const { status } = await run("init", at("new"), "--mesh", at("a.gltf"));
		expect(status).toBe(0);
		expect(await readdir(at("new", "data"))).toEqual(["a b.bin"]);
	});

	it("takes the colours of an OBJ", async () => {
		await write(sheet, "a.obj");
		const text = await readFile(at("a.obj"), "utf8");
		await writeFile(at("a.obj"), `mtllib paint.mtl\nusemtl red\n${text}`);
		await writeFile(at("paint.mtl"), "newmtl red\nKd 1 0 0\n");
		await run("init", at("new"), "--mesh", at("a.obj"));
		expect(await readdir(at("new"))).toContain("paint.mtl");
	});

	it("does not wait for a step that takes long", async () => {
		await write(sheet, "a.obj");
		let now = 0;
		vi.spyOn(performance, "now").mockImplementation(() => {
			now += 20_000;
			return now;
		});
		const mesh = ["--mesh", at("a.obj"), "--material", "silk"];
		const { status, stdout } = await run("init", at("new"), ...mesh);
		vi.restoreAllMocks();
		expect(status).toBe(0);
		expect(stdout).toMatch(
			/note: the first step .* takes this computer more than 10 s/,
		);
	});

	it("mends a broken mesh, and says so", async () => {
		const triangles = sheet.triangles.slice();
		triangles.set([triangles[1], triangles[0]], 0);
		await write({ ...sheet, triangles }, "a.obj");
		const { status, stdout } = await run(
			...["init", at("new"), "--mesh", at("a.obj")],
		);
		expect(status).toBe(0);
		expect(stdout).toContain(
			'note: the mesh is mended by "repair": true, which reversed 1 triangle to match the others\n',
		);
		expect(await readFile(at("new", "scene.jsonc"), "utf8")).toContain(
			'{ "file": "a.obj", "repair": true }',
		);
	});

	it("fills a closed surface for a solid material", async () => {
		await write(ball, "a.obj");
		const { status, stdout } = await run(
			...["init", at("new"), "--mesh", at("a.obj"), "--material", "liver"],
		);
		// 4/3 π (0.1 m)³ in 300 cells.
		expect(stdout).toContain("is filled with tetrahedra of 0.024 m");
		expect(status).toBe(0);
	});

	it("holds a solid by one end, not by a point", async () => {
		const size: [number, number, number] = [0.4, 0.1, 0.1];
		await write(box({ size, cells: [8, 2, 2] }), "a.vtu");
		await run("init", at("new"), "--mesh", at("a.vtu"), "--material", "liver");
		const { stdout } = await run("check", at("new", "scene.jsonc"));
		expect(stdout).toMatch(/^held +9 vertices$/m);
	});

	it("makes a sheet of an open surface and a solid material", async () => {
		await write(sheet, "a.obj");
		const { status, stdout } = await run(
			...["init", at("new"), "--mesh", at("a.obj"), "--material", "liver"],
		);
		expect(stdout).toContain("it is taken as a sheet of 0.0007 m");
		expect(status).toBe(0);
	});

	it("says why a scene cannot be simulated", async () => {
		await write(box({ cells: [1, 1, 1] }), "a.vtu");
		const { status, stdout } = await run(
			...["init", at("new"), "--mesh", at("a.vtu"), "--material", "silk"],
		);
		expect(status).toBe(1);
		expect(stdout).toMatch(
			/^Wrote .*scene\.jsonc, but it cannot be simulated yet: scene\.jsonc: 1 problem\n.*but 'orthotropic-membrane' is for triangles/,
		);
	});
});

describe("a file that is something else", () => {
	const gltf1 = {
		asset: { version: "1.0" },
		meshes: { a: { primitives: [] } },
		accessors: {},
	};
	it.each([
		["a.stl", "obj", "looks like a Wavefront OBJ: name it .obj"],
		["a.obj", "stl", "looks like a binary STL: name it .stl"],
		["a.ply", "off", "looks like an OFF: name it .off"],
		["a.msh", "vtu", "looks like a VTK XML file: name it .vtu"],
		["a.glb", "ply", "looks like a PLY: name it .ply"],
		["a.txt", "glb", "looks like a binary glTF: name it .glb"],
		["a.off", "vtk", "looks like a VTK legacy file: name it .vtk"],
	])("%s that is %s", async (name, format, message) => {
		const [bytes] = Object.values(
			await writeMesh({ mesh: sheet, notes: [] }, `b.${format}`),
		);
		await writeFile(at(name), bytes);
		const { status, stderr } = await run("check", at(name));
		expect(status).toBe(2);
		expect(stderr).toContain(message);
		const formatName = format === "glb" ? "gltf" : format;
		expect(stderr).toContain(`--from ${formatName} to convert`);
		const converted = ["convert", at(name), at("c.obj"), "--from", formatName];
		expect((await run(...converted)).status).toBe(0);
	});

	it.each([
		["glTF 1.0", "a.gltf", JSON.stringify(gltf1), /glTF of version 1; only/],
		["a ZIP", "a.obj", "PK\x03\x04", /looks like a ZIP archive; unpack it/],
		["an FBX", "a.fbx", "Kaydara FBX Binary", /looks like an FBX; export OBJ/],
	])("%s", async (_, name, content, message) => {
		await writeFile(at(name), content);
		const { status, stderr } = await run("check", at(name));
		expect(status).toBe(2);
		expect(stderr).toMatch(message);
	});

	it.each(["run", "modes"])("a mesh given to %s", async (command) => {
		await write(sheet, "a.obj");
		const { status, stderr } = await run(command, at("a.obj"));
		expect(status).toBe(2);
		expect(stderr).toBe(
			`pliant: ${at("a.obj")} is a mesh, not a scene; make one for it, then run that:  pliant init my-scene --mesh ${at("a.obj")}\n`,
		);
	});
});

it("converts to a glTF of one file, and back", async () => {
	await write(sheet, "a.obj");
	expect((await run("convert", at("a.obj"), at("a.gltf"))).status).toBe(0);
	const { stdout } = await run("check", at("a.gltf"));
	expect(stdout).toContain("vertices    25\ntriangles   32");
});

describe("--mesh-folder", () => {
	const scene = (file: string) => ({
		pliant: 1,
		objects: { a: { mesh: { file }, material: "silk" } },
		run: { steps: 1 },
	});

	it("is where meshes may lie, and nowhere else", async () => {
		await mkdir(at("meshes"));
		await mkdir(at("scenes"));
		await write(sheet, "meshes/a.obj");
		await write(sheet, "b.obj");
		const file = at("scenes", "s.json");
		const where = ["--mesh-folder", at("meshes")];
		await writeFile(file, JSON.stringify(scene("a.obj")));
		expect((await run("check", file)).status).toBe(1);
		expect((await run("check", file, ...where)).status).toBe(0);
		expect((await run("info", file, ...where)).stdout).toContain("25");
		await writeFile(file, JSON.stringify(scene("../b.obj")));
		const outside = await run("check", file, ...where);
		expect(outside.stdout).toContain("leads out of the folder");
	});
});
