/** Objects whose surface is filled with cubes, and bricks, in scene files. */
import { loadScene, Recorder, readMesh } from "@pliant/files";
import { Body, simulate } from "pliant";
import { cellCount } from "pliant/mesh";
import { expect, test } from "vitest";
import { MemoryFolder } from "../memoryFolder.ts";
import { folderOf } from "./folderOf.ts";

const moduli = { youngModulus: 1e4, poissonRatio: 0.3 };

const sceneOf = (objects: object, more: object = {}) =>
	folderOf({ "s.json": JSON.stringify({ pliant: 1, objects, ...more }) });

const ball = {
	mesh: {
		sphere: { radius: 0.5, subdivisions: 2 },
		voxels: 0.2,
		translate: [1, 0, 0],
	},
	models: [{ model: "brick", ...moduli }],
	density: 1000,
};

test("a closed surface with voxels is a solid with a skin, which animations show and VTU does not", async () => {
	const loaded = await loadScene(
		"s.json",
		sceneOf(
			{ ball },
			{
				outputs: [
					{ format: "obj", everySteps: 1 },
					{ format: "vtu", everySteps: 1 },
				],
			},
		),
	);
	const [body] = loaded.bodies;
	if (!(body instanceof Body)) throw new Error("it is a body of a mesh");
	expect(cellCount(body.mesh, "hexahedron")).toBeGreaterThan(50);
	const skin = body.skin?.mesh;
	expect(skin && cellCount(skin, "triangle")).toBe(320);
	const simulation = await simulate(loaded.scene, loaded.options);
	simulation.step();
	const folder = new MemoryFolder();
	const recorder = await Recorder.open({
		loaded,
		simulation,
		folder,
		name: "run",
	});
	await recorder.record({ always: true });
	await recorder.close({ complete: true });
	const files = [...folder.files.keys()];
	const read = async (end: string) => {
		const name = files.find((file) => file.endsWith(end)) ?? "";
		const bytes = folder.files.get(name) as Uint8Array;
		return (await readMesh({ name, bytes, open: () => Promise.reject() })).mesh;
	};
	const shown = await read(".obj");
	expect(cellCount(shown, "triangle")).toBe(320);
	const { positions } = simulation.skin(body);
	for (const [i, x] of shown.positions.entries())
		expect(Math.abs(x - positions[i])).toBeLessThan(1e-5);
	expect(cellCount(await read(".vtu"), "hexahedron")).toBe(
		cellCount(body.mesh, "hexahedron"),
	);
});

test("bricks merged, and in the plane", async () => {
	const { bodies } = await loadScene(
		"s.json",
		sceneOf({
			block: {
				mesh: { box: { cells: [2, 2, 2], elements: "hexahedra" } },
				models: [
					{ model: "brick-correction", ...moduli },
					{ model: "brick-springs", ...moduli },
				],
				density: 1000,
			},
			sheet: {
				mesh: { grid: { cells: [3, 3] } },
				models: [
					{ model: "plane-brick", youngModulus2d: 100, poissonRatio: 0.3 },
				],
				arealDensity: 0.1,
			},
		}),
	);
	expect(bodies.map(({ models }) => models.length)).toEqual([2, 1]);
});

test("frames and rigid bodies have no such voxels", async () => {
	const { models, density, ...rest } = ball;
	await expect(
		loadScene("s.json", sceneOf({ stone: { ...rest, density, rigid: {} } })),
	).rejects.toThrow(
		"voxels: is for objects with models of solids; this one is rigid",
	);
	await expect(
		loadScene(
			"s.json",
			sceneOf({
				jelly: { ...rest, models, frames: { places: [[1, 0, 0]] } },
			}),
		),
	).rejects.toThrow("frames have voxels of their own");
	await expect(
		loadScene(
			"s.json",
			sceneOf({
				sheet: {
					...ball,
					mesh: { grid: {}, voxels: 0.1 },
				},
			}),
		),
	).rejects.toThrow("does not bound a volume");
});
