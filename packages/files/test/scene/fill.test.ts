/** Objects whose surface is filled with tetrahedra, in scene files. */
import { loadScene, simulateScene } from "@pliant/files";
import { Body } from "pliant";
import { cellCount } from "pliant/mesh";
import { expect, test } from "vitest";
import { folderOf } from "./folderOf.ts";

const sceneOf = (objects: object) =>
	folderOf({ "s.json": JSON.stringify({ pliant: 1, objects }) });

const ball = {
	mesh: { sphere: { radius: 0.1, subdivisions: 2 }, fill: 0.04 },
	material: "gelatine-5",
	hold: [{ vertices: { box: { min: [-1, -1, -1], max: [1, -0.05, 1] } } }],
};

test("one line fills a surface, which then is the skin", async () => {
	const loaded = await loadScene("s.json", sceneOf({ ball }));
	const [body] = loaded.bodies;
	if (!(body instanceof Body)) throw new Error("it is a body of a mesh");
	expect(cellCount(body.mesh, "tetrahedron")).toBeGreaterThan(50);
	expect(body.skin && cellCount(body.skin.mesh, "triangle")).toBe(320);
	const simulation = await simulateScene(loaded);
	simulation.step();
	expect(simulation.skin(body).positions.length).toBe(3 * 162);
});

test("what cannot be filled is told", async () => {
	const load = (mesh: object, more: object = {}) =>
		loadScene("s.json", sceneOf({ ball: { ...ball, mesh, ...more } }));
	await expect(load({ grid: {}, fill: 0.1 })).rejects.toThrow(
		"does not bound a volume",
	);
	await expect(load({ sphere: {}, fill: 0.1, voxels: 0.1 })).rejects.toThrow(
		"give only one of them",
	);
	await expect(load({ sphere: {} })).rejects.toThrow(
		"`fill` of the mesh fills closed surfaces",
	);
});
