import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cellCount, cellKinds, vertexCount } from "pliant/mesh";
import { afterAll, describe, expect, it, type TestContext } from "vitest";
import type { MemoryFolder } from "../memoryFolder.ts";
import { bodies, frameAt, quadraticBodies, record } from "./recording.ts";

const python = "/usr/bin/python3";
const folder = mkdtempSync(join(tmpdir(), "pliant-vtu-"));
afterAll(() => rmSync(folder, { recursive: true }));

const names = ["sheet", "jelly", "block", "cable", "kite_tail_1_"];

interface Reading {
	points: number;
	cells: number;
	bounds: number[];
	arrays: string[];
	lastVelocity: number[];
	firstStrain: number[];
}

const readers = {
	vtk: `
import json, math, sys, vtk
result = []
for path in sys.argv[1:]:
    reader = vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(path)
    reader.Update()
    assert reader.GetErrorCode() == 0
    grid = reader.GetOutput()
    points, cells = grid.GetPointData(), grid.GetCellData()
    bounds = grid.GetPoints().GetBounds()
    strain = cells.GetArray("strain")
    result.append(dict(
        points=grid.GetNumberOfPoints(), cells=grid.GetNumberOfCells(),
        bounds=[bounds[i] for i in (0, 2, 4, 1, 3, 5)],
        arrays=[d.GetArrayName(i) for d in (points, cells) for i in range(d.GetNumberOfArrays())],
        lastVelocity=points.GetArray("velocity").GetTuple(grid.GetNumberOfPoints() - 1),
        firstStrain=next(t for t in map(strain.GetTuple, range(strain.GetNumberOfTuples())) if not math.isnan(t[0]))))
print(json.dumps(result))`,
	meshio: `
import json, math, sys, meshio
result = []
for path in sys.argv[1:]:
    mesh = meshio.read(path)
    strain = [t for block in mesh.cell_data["strain"] for t in block.tolist()]
    result.append(dict(
        points=len(mesh.points), cells=sum(len(block.data) for block in mesh.cells),
        bounds=mesh.points.min(axis=0).tolist() + mesh.points.max(axis=0).tolist(),
        arrays=list(mesh.point_data) + list(mesh.cell_data),
        lastVelocity=mesh.point_data["velocity"][-1].tolist(),
        firstStrain=next(t for t in strain if not math.isnan(t[0]))))
print(json.dumps(result))`,
};

describe.each(Object.entries(readers))("%s", (module, program) => {
	it("reads our VTU files as we mean them", async (context) => {
		skipWithout(module, context);
		await save(await record("vtu", 2));
		const readings = runPython<Reading[]>(
			program,
			names.map((name) => join(folder, `run/${name}-000001.vtu`)),
		);
		for (const [index, reading] of readings.entries()) {
			const { mesh } = bodies[index];
			const { positions, velocities, fields } = frameAt(1).bodies[index];
			expect(reading.points).toBe(vertexCount(mesh));
			expect(reading.cells).toBe(
				cellKinds.reduce((sum, kind) => sum + cellCount(mesh, kind), 0),
			);
			const axes = [0, 1, 2].map((a) =>
				positions.filter((_, i) => i % 3 === a),
			);
			const bounds = [
				...axes.map((values) => Math.min(...values)),
				...axes.map((values) => Math.max(...values)),
			];
			expect(reading.bounds).toEqual(bounds);
			expect(reading.arrays.toSorted()).toEqual([
				"displacement",
				"strain",
				"temperature",
				"velocity",
			]);
			expectClose(reading.lastVelocity, velocities.slice(-3));
			expectClose(reading.firstStrain, fields[1].values.slice(0, 6));
		}
	});
});

const quadraticReaders = {
	vtk: `
import json, sys, vtk
result = []
for path in sys.argv[1:]:
    reader = vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(path)
    reader.Update()
    grid = reader.GetOutput()
    quality = vtk.vtkCellSizeFilter()
    quality.SetInputData(grid)
    quality.Update()
    sizes = quality.GetOutput().GetCellData().GetArray("Volume")
    result.append(dict(
        types=sorted({grid.GetCellType(i) for i in range(grid.GetNumberOfCells())}),
        points=grid.GetNumberOfPoints(),
        volume=sum(sizes.GetValue(i) for i in range(sizes.GetNumberOfTuples()))))
print(json.dumps(result))`,
	meshio: `
import json, sys, meshio
codes = {"tetra10": 24, "hexahedron20": 25}
result = []
for path in sys.argv[1:]:
    mesh = meshio.read(path)
    result.append(dict(types=sorted(codes[block.type] for block in mesh.cells), points=len(mesh.points)))
print(json.dumps(result))`,
};

describe.each(Object.entries(quadraticReaders))("%s", (module, program) => {
	it("reads quadratic cells with their middles", async (context) => {
		skipWithout(module, context);
		await save(await record("vtu", 1, quadraticBodies));
		const readings = runPython<
			{ types: number[]; points: number; volume?: number }[]
		>(
			program,
			quadraticBodies.map(({ name }) => join(folder, `run/${name}-000000.vtu`)),
		);
		for (const [index, { types, points, volume }] of readings.entries()) {
			expect(types).toEqual([24 + index]);
			expect(points).toBe(vertexCount(quadraticBodies[index].mesh));
			if (volume !== undefined) expect(volume).toBeGreaterThan(0);
		}
	});
});

const surfaceReaders = {
	vtk: `
import json, sys, vtk
sizes = []
for path in sys.argv[1:]:
    reader = vtk.vtkOBJReader() if path.endswith(".obj") else vtk.vtkPLYReader()
    reader.SetFileName(path)
    reader.Update()
    sizes.append([reader.GetOutput().GetNumberOfPoints(), reader.GetOutput().GetNumberOfPolys()])
print(json.dumps(sizes))`,
	meshio: `
import json, sys, meshio
meshes = map(meshio.read, sys.argv[1:])
print(json.dumps([[len(mesh.points), sum(len(block.data) for block in mesh.cells)] for mesh in meshes]))`,
};

describe.each(Object.entries(surfaceReaders))("%s", (module, program) => {
	it("reads our OBJ and PLY files", async (context) => {
		skipWithout(module, context);
		// Without cables, which not all of these readers know.
		const solids = bodies.slice(0, 3);
		await save(await record("obj", 1, solids));
		await save(await record("ply", 1, solids));
		const files = ["000000.obj", "sheet-000000.ply", "jelly-000000.ply"];
		expect(
			runPython(
				program,
				files.map((file) => join(folder, "run", file)),
			),
		).toEqual([
			[20 + 26 + 34, 24 + 48 + 32],
			[20, 24],
			[26, 48],
		]);
	});
});

function skipWithout(module: string, context: TestContext): void {
	const missing = spawnSync(python, ["-c", `import ${module}`]).status !== 0;
	context.skip(missing, `${python} has no module ${module}`);
}

async function save({ files }: MemoryFolder): Promise<void> {
	for (const [path, bytes] of files) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), bytes);
	}
}

function runPython<T>(program: string, paths: readonly string[]): T {
	return JSON.parse(
		execFileSync(python, ["-c", program, ...paths], { encoding: "utf8" }),
	);
}

function expectClose(found: number[], expected: Float64Array): void {
	expect(found.length).toBe(expected.length);
	for (const [i, value] of found.entries()) {
		expect(value).toBeCloseTo(expected[i], 5);
	}
}
