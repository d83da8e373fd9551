import { type MeshFile, meshFormats, readMesh, writeMesh } from "@pliant/files";
import { box, grid, line, type Mesh, mergeMeshes } from "pliant/mesh";
import { describe, expect, test } from "vitest";
import { sourceOf } from "./sourceOf.ts";

const meshes: Readonly<Record<string, Mesh>> = {
	sheet: grid({ size: [0.3, 1.1], cells: [3, 4] }),
	tetrahedra: box({ cells: [2, 2, 2], size: [0.1, 1, 3] }),
	hexahedra: box({ cells: [2, 1, 2], elements: "hexahedra" }),
	line: line({ segments: 5, to: [0.1, 0.2, 0.3] }),
	all: mergeMeshes([
		grid({ cells: [2, 2] }),
		line({ segments: 3, from: [5, 0, 0], to: [6, 1, 0] }),
		box({ cells: [1, 1, 1], origin: [0, 0, 4] }),
	]),
};

const surfaceFormats = ["obj", "stl", "ply", "off", "gltf"];
/** What each format keeps of the edges, groups and digits of a mesh. */
const keepsEdges = ["obj", "ply", "gltf", "msh", "vtk", "vtu"];
const keepsGroups = ["obj", "msh"];
const singlePrecision = ["stl", "gltf"];

const wholeMesh = (mesh: Mesh): MeshFile => ({ mesh, notes: [] });

/** Positions of the cells' vertices, each cell begun with its lowest, in an order that does not depend on numbering. */
function cellsAsPoints(
	{ positions }: Mesh,
	cells: Uint32Array,
	size: number,
	digits: number,
): string[] {
	const points: string[] = [];
	for (let start = 0; start < cells.length; start += size) {
		const corners = [...cells.subarray(start, start + size)].map((v) =>
			[...positions.subarray(3 * v, 3 * v + 3)]
				.map((x) => (x + 0).toPrecision(digits))
				.join(","),
		);
		const lowest = corners.indexOf([...corners].sort()[0]);
		const isCycle = size === 3;
		points.push(
			(isCycle
				? [...corners.slice(lowest), ...corners.slice(0, lowest)]
				: corners
			).join(" "),
		);
	}
	return points.sort();
}

describe.each(meshFormats.flatMap((format) => (format.write ? [format] : [])))(
	"$name",
	(format) => {
		const digits = singlePrecision.includes(format.name) ? 6 : 15;
		const isSurface = surfaceFormats.includes(format.name);

		test.each(Object.entries(meshes))("%s", async (name, mesh) => {
			const fileName = `${name}${format.extensions[0]}`;
			const fits =
				format.name === "tetgen"
					? mesh.tetrahedra.length > 0
					: mesh !== meshes.line || keepsEdges.includes(format.name);
			const writing = writeMesh(wholeMesh(mesh), fileName);
			if (!fits) {
				await expect(writing).rejects.toThrow(/holds? (triangles|tetrahedra)/);
				return;
			}
			const back = (await readMesh(sourceOf(await writing))).mesh;
			if (keepsEdges.includes(format.name)) {
				expect(cellsAsPoints(back, back.edges, 2, digits)).toEqual(
					cellsAsPoints(mesh, mesh.edges, 2, digits),
				);
			}
			if (!isSurface) {
				expect(back.positions).toEqual(mesh.positions);
				expect(back.tetrahedra).toEqual(mesh.tetrahedra);
				if (format.name !== "tetgen") {
					expect(back.triangles).toEqual(mesh.triangles);
					expect(back.hexahedra).toEqual(mesh.hexahedra);
				}
			} else if (mesh.tetrahedra.length + mesh.hexahedra.length === 0) {
				expect(cellsAsPoints(back, back.triangles, 3, digits)).toEqual(
					cellsAsPoints(mesh, mesh.triangles, 3, digits),
				);
			} else {
				expect(back.tetrahedra.length + back.hexahedra.length).toBe(0);
			}
			const isWhole =
				!isSurface || mesh.tetrahedra.length + mesh.hexahedra.length === 0;
			if (keepsGroups.includes(format.name) && isWhole) {
				const sorted = Object.entries(mesh.groups).map(([group, vertices]) => [
					group,
					vertices.slice().sort(),
				]);
				expect(back.groups).toEqual(Object.fromEntries(sorted));
			}
		});
	},
);

test.each(["box.obj", "box.stl", "box.ply", "box.off", "box.glb"])(
	"%s is the boundary of a solid, facing outwards",
	async (name) => {
		for (const elements of ["tetrahedra", "hexahedra"] as const) {
			const mesh = box({ cells: [3, 3, 3], size: [1, 2, 3], elements });
			const files = await writeMesh(wholeMesh(mesh), name);
			const { mesh: surface } = await readMesh(sourceOf(files));
			const { positions: x, triangles } = surface;
			expect(triangles.length / 3).toBe(6 * 9 * 2);
			expect(x.length / 3).toBe(4 ** 3 - 2 ** 3);
			let volume = 0;
			for (let i = 0; i < triangles.length; i += 3) {
				const [a, b, c] = triangles.subarray(i, i + 3).map((v) => 3 * v);
				volume +=
					(x[a] * (x[b + 1] * x[c + 2] - x[b + 2] * x[c + 1]) +
						x[a + 1] * (x[b + 2] * x[c] - x[b] * x[c + 2]) +
						x[a + 2] * (x[b] * x[c + 1] - x[b + 1] * x[c])) /
					6;
			}
			expect(volume).toBeCloseTo(6, 5);
		}
	},
);

test.each(["cloth.obj", "cloth.ply", "cloth.glb"])(
	"%s keeps texture coordinates",
	async (name) => {
		const mesh = grid({ cells: [2, 3] });
		const textureCoordinates = Float32Array.from(
			{ length: (2 * mesh.positions.length) / 3 },
			(_, i) => mesh.positions[3 * (i >> 1) + (i & 1)],
		);
		const files = await writeMesh(
			{ mesh, textureCoordinates, notes: [] },
			name,
		);
		const back = await readMesh(sourceOf(files));
		expect(back.textureCoordinates).toEqual(textureCoordinates);
		expect(back.notes).toEqual([]);
	},
);

test("TetGen's markers become groups and back", async () => {
	const mesh: Mesh = {
		...box({ cells: [1, 1, 1] }),
		groups: { "marker-1": Uint32Array.of(0, 2), "marker-5": Uint32Array.of(7) },
	};
	const files = await writeMesh(wholeMesh(mesh), "a.ele");
	expect(Object.keys(files)).toEqual(["a.node", "a.ele"]);
	const back = await readMesh(sourceOf(files));
	expect(back.mesh.groups).toEqual(mesh.groups);
});

test("coordinates beyond single precision are refused by formats that have no more", async () => {
	const sheet = grid({ cells: [1, 1] });
	const scaled = (factor: number) => ({
		...sheet,
		positions: sheet.positions.map((x) => x * factor),
	});
	const mesh = scaled(1e300);
	for (const name of ["a.stl", "a.glb"])
		await expect(writeMesh(wholeMesh(mesh), name)).rejects.toThrow(
			"beyond single precision",
		);
	const large = scaled(1e30);
	const back = await readMesh(
		sourceOf(await writeMesh(wholeMesh(large), "a.obj")),
	);
	expect(back.mesh.positions).toEqual(large.positions);
});
