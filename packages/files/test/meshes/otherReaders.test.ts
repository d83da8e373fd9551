import { execFileSync, spawnSync } from "node:child_process";
import {
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMesh, writeMesh } from "@pliant/files";
import { validateBytes } from "gltf-validator";
import { box, grid, line, type Mesh, mergeMeshes } from "pliant/mesh";
import { afterAll, describe, expect, test } from "vitest";
import { type Files, sourceOf } from "./sourceOf.ts";

/** Debian's, which has the packages python3-meshio and python3-vtk9. */
const python = "/usr/bin/python3";
const script = fileURLToPath(new URL("./otherReaders.py", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "pliant-meshes-"));
afterAll(() => rmSync(folder, { recursive: true }));

const isInstalled = (command: string, ...words: string[]) =>
	spawnSync(command, words, { timeout: 60_000 }).status === 0;
const has = {
	meshio: isInstalled(python, "-c", "import meshio"),
	vtk: isInstalled(python, "-c", "import vtk"),
	gmsh: isInstalled("gmsh", "--version"),
};

const meshes = {
	sheet: grid({ cells: [3, 4], size: [0.5, 2] }),
	tetrahedra: box({ cells: [2, 2, 2], origin: [1, -1, 0] }),
	hexahedra: box({ cells: [2, 1, 3], elements: "hexahedra" }),
	line: line({ segments: 4, to: [1, 2, 3] }),
	all: mergeMeshes([
		grid({ cells: [2, 2] }),
		line({ segments: 3, from: [5, 0, 0], to: [6, 1, 0] }),
		box({ cells: [1, 1, 1], origin: [0, 0, 4] }),
	]),
};

/** What each of the others reads of what we write; meshio has no lines in OBJ and PLY, VTK keeps STL's corners apart. */
const combinations = [
	["meshio", "msh", ["sheet", "tetrahedra", "hexahedra", "line", "all"]],
	["meshio", "vtk", ["sheet", "tetrahedra", "hexahedra", "line", "all"]],
	["meshio", "vtu", ["sheet", "tetrahedra", "hexahedra", "line", "all"]],
	["meshio", "obj", ["sheet", "tetrahedra", "hexahedra"]],
	["meshio", "ply", ["sheet", "tetrahedra", "hexahedra"]],
	["meshio", "off", ["sheet", "tetrahedra", "hexahedra"]],
	["meshio", "stl", ["sheet", "tetrahedra", "hexahedra"]],
	["meshio", "node", ["tetrahedra"]],
	["vtk", "vtk", ["sheet", "tetrahedra", "hexahedra", "line", "all"]],
	["vtk", "vtu", ["sheet", "tetrahedra", "hexahedra", "line", "all"]],
	["vtk", "obj", ["sheet", "tetrahedra", "hexahedra", "line", "all"]],
	["vtk", "ply", ["sheet", "tetrahedra", "hexahedra"]],
	["vtk", "stl", ["sheet", "tetrahedra", "hexahedra"]],
] as const;

interface Summary {
	vertices: number;
	cells: number;
	box: number[];
}

function summary({ positions, ...mesh }: Mesh): Summary {
	const columns = [0, 1, 2].map((axis) =>
		positions.filter((_, i) => i % 3 === axis),
	);
	return {
		vertices: positions.length / 3,
		cells:
			mesh.edges.length / 2 +
			mesh.triangles.length / 3 +
			mesh.tetrahedra.length / 4 +
			mesh.hexahedra.length / 8,
		box: [
			...columns.map((column) => Math.min(...column)),
			...columns.map((column) => Math.max(...column)),
		],
	};
}

async function writeFiles(name: keyof typeof meshes, extension: string) {
	const fileName = `${name}.${extension}`;
	const files = await writeMesh({ mesh: meshes[name], notes: [] }, fileName);
	for (const [file, bytes] of Object.entries(files))
		writeFileSync(join(folder, file), bytes);
	return { files, fileName };
}

describe.each(["meshio", "vtk"] as const)("%s", (library) => {
	test
		.skipIf(!has[library])
		.each(combinations.filter(([other]) => other === library))(
		`%s reads our .%s (skipped where ${python} has no ${library})`,
		async (_, extension, names) => {
			const expected: Record<string, Summary> = {};
			for (const name of names) {
				const { files, fileName } = await writeFiles(name, extension);
				const { mesh } = await readMesh(sourceOf(files));
				expected[fileName] = summary(mesh);
			}
			const paths = Object.keys(expected).map((name) => join(folder, name));
			const output = execFileSync(python, [script, library, "read", ...paths]);
			const found: Record<string, Summary> = JSON.parse(
				output.toString().trim().split("\n").at(-1) ?? "",
			);
			for (const [name, { vertices, cells, box }] of Object.entries(expected)) {
				expect([name, found[name].vertices]).toEqual([name, vertices]);
				expect([name, found[name].cells]).toEqual([name, cells]);
				box.forEach((bound, i) => {
					expect(found[name].box[i]).toBeCloseTo(bound, 6);
				});
			}
		},
	);

	test.skipIf(!has[library])(
		`we read what it writes (skipped where ${python} has no ${library})`,
		async () => {
			const own = mkdtempSync(join(folder, library));
			execFileSync(python, [script, library, "write", own]);
			const files: Files = Object.fromEntries(
				readdirSync(own).map((name) => [name, readFileSync(join(own, name))]),
			);
			expect(Object.keys(files).length).toBeGreaterThan(17);
			for (const name of Object.keys(files)) {
				const { mesh } = await readMesh(
					sourceOf({ [name]: files[name], ...files }),
				);
				const isSolid = mesh.tetrahedra.length > 0;
				expect([name, [...mesh.tetrahedra]]).toEqual([
					name,
					isSolid ? [4, 5, 6, 8] : [],
				]);
				expect([name, [...mesh.triangles]]).toEqual([
					name,
					isSolid ? [] : [0, 1, 2, 0, 2, 3],
				]);
				expect(mesh.positions.length).toBe(isSolid ? 27 : 12);
			}
		},
	);
});

test.skipIf(!has.gmsh).each(["msh2", "msh41", "msh41 -bin", "vtk"])(
	"gmsh reads our .msh and writes it as %s (skipped where gmsh is not installed)",
	async (target) => {
		const [format, ...flags] = target.split(" ");
		for (const name of ["sheet", "tetrahedra", "hexahedra", "all"] as const) {
			const { fileName, files } = await writeFiles(name, "msh");
			const { mesh } = await readMesh(sourceOf(files));
			const result = join(folder, format === "vtk" ? "back.vtk" : "back.msh");
			const output = execFileSync("gmsh", [
				join(folder, fileName),
				...["-save", "-format", format, "-o", result],
				...flags,
			]).toString();
			expect(output).not.toMatch(/error/i);
			const back = await readMesh(sourceOf({ [result]: readFileSync(result) }));
			expect(summary(back.mesh)).toEqual(summary(mesh));
		}
	},
);

test.skipIf(!has.gmsh)(
	"we read what gmsh makes of a geometry with physical groups (skipped where gmsh is not installed)",
	async () => {
		const geometry = join(folder, "box.geo");
		writeFileSync(
			geometry,
			`SetFactory("OpenCASCADE"); Box(1) = {0, 0, 0, 1, 1, 1}; MeshSize {:} = 0.5;
			Physical Surface("left side") = {1}; Physical Volume("body") = {1};\n`,
		);
		const result = join(folder, "box.msh");
		const found: Record<string, unknown>[] = [];
		for (const format of ["msh2", "msh41"]) {
			for (const flags of [[], ["-bin"], ["-order", "2"]]) {
				execFileSync("gmsh", [
					geometry,
					...["-3", "-format", format, "-o", result, ...flags],
				]);
				const file = { [result]: readFileSync(result) };
				const { mesh, notes } = await readMesh(sourceOf(file));
				const left = mesh.groups["left side"];
				const isQuadratic = flags[0] === "-order";
				// Triangles of the surface are reduced to their corners.
				expect(notes.length).toBe(isQuadratic ? 1 : 0);
				expect(Object.keys(mesh.groups).sort()).toEqual(["body", "left side"]);
				expect(mesh.groups.body.length).toBe(mesh.positions.length / 3);
				for (const vertex of left) expect(mesh.positions[3 * vertex]).toBe(0);
				if (!isQuadratic) {
					found.push({ ...summary(mesh), left: left.length });
					continue;
				}
				const { midpoints = [], positions: X } = mesh;
				expect(midpoints.length).toBeGreaterThan(0);
				for (let i = 0; i < midpoints.length; i += 3)
					for (let k = 0; k < 3; k++) {
						const [a, b, middle] = midpoints.slice(i, i + 3);
						const mean = (X[3 * a + k] + X[3 * b + k]) / 2;
						expect(X[3 * middle + k]).toBeCloseTo(mean, 12);
					}
			}
		}
		for (const one of found) expect(one).toEqual(found[0]);
	},
);

test.each(Object.keys(meshes) as (keyof typeof meshes)[])(
	"Khronos' validator accepts our GLB of %s",
	async (name) => {
		const { files, fileName } = await writeFiles(name, "glb");
		const { issues } = await validateBytes(files[fileName]);
		expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
	},
);
