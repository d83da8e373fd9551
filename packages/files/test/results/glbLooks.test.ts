/** What a GLB shows besides motion: texture coordinates, groups, and what bodies cannot enter. */
import { WebIO } from "@gltf-transform/core";
import {
	loadScene,
	meshSource,
	Recorder,
	readMesh,
	simulateScene,
	writeMesh,
} from "@pliant/files";
import { expect, it } from "vitest";
import { MemoryFolder } from "../memoryFolder.ts";
import { folderOf } from "../scene/folderOf.ts";

const obj = `o scarf
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
vt 0 0
vt 0.5 0
vt 0.5 1
vt 0 1
f 1/1 2/2 3/3
g hem
f 1/1 3/3 4/4
`;

const scene = JSON.stringify({
	pliant: 1,
	objects: { cloth: { mesh: { file: "a.obj" }, material: "silk" } },
	colliders: {
		ball: { sphere: { centre: [0, -3, 0], radius: 0.5 } },
		lift: {
			box: { centre: [4, 0, 0], size: [1, 1, 1] },
			motion: {
				times: [0, 1],
				values: [
					[0, 0, 0],
					[0, 1, 0],
				],
			},
		},
		floor: { plane: { normal: [0, 1, 0], point: [0, -9, 0] } },
	},
	run: { steps: 2 },
	outputs: [{ format: "glb", everySteps: 1 }],
});

it("a GLB keeps texture coordinates and groups, and shows colliders in colours of their own", async () => {
	const files = folderOf({ "a.obj": obj, "a.json": scene });
	const loaded = await loadScene("a.json", files);
	const simulation = await simulateScene(loaded);
	const folder = new MemoryFolder();
	const options = { loaded, simulation, folder, name: "run" };
	const recorder = await Recorder.open(options);
	await recorder.record();
	for (let step = 0; step < 2; step++) {
		simulation.step();
		await recorder.record();
	}
	await recorder.close({ complete: true });
	const root = (
		await new WebIO().readBinary(folder.bytes("run.glb"))
	).getRoot();
	const meshes = root.listMeshes();
	expect(meshes.map((mesh) => mesh.getName())).toEqual([
		...["cloth", "ball", "lift"],
	]);
	const [cloth, ball, lift] = meshes.map((mesh) => mesh.listPrimitives()[0]);
	expect([...(cloth.getAttribute("TEXCOORD_0")?.getArray() ?? [])]).toEqual([
		...[0, 0, 0.5, 0, 0.5, 1, 0, 1],
	]);
	expect(meshes[0].getExtras()).toEqual({
		groups: { scarf: [0, 1, 2], hem: [0, 2, 3] },
	});
	const colours = [cloth, ball, lift].map((primitive) =>
		String(primitive.getMaterial()?.getBaseColorFactor()),
	);
	expect(new Set(colours).size).toBe(3);
	expect(ball.listTargets()).toHaveLength(0);
	const [first, last] = lift.listTargets();
	const rises = (target: typeof first) =>
		target.getAttribute("POSITION")?.getElement(0, [])[1] ?? Number.NaN;
	expect(rises(first)).toBeCloseTo(simulation.timeStep, 6);
	expect(rises(last)).toBeCloseTo(2 * simulation.timeStep, 6);
	const animation = root.listAnimations()[0];
	expect(
		animation
			.listChannels()
			.map((channel) => channel.getTargetNode()?.getName()),
	).toEqual(["cloth", "lift"]);
});

const painted = `mtllib paint.mtl
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 2 0 0
usemtl red
f 1 2 3
usemtl glass
f 1 3 4
g sleeve
usemtl red
f 2 5 3
`;
const paint = `newmtl red
Kd 0.8 0.1 0
map_Kd -s 1 1 1 weave.png
newmtl glass
Kd 0 0.2 0.9
d 0.5
`;

/** What each primitive of a GLB shows: its material, and its triangles by their vertices. */
async function shown(bytes: Uint8Array) {
	const root = (await new WebIO().readBinary(bytes)).getRoot();
	return root
		.listMeshes()[0]
		.listPrimitives()
		.map((primitive) => {
			const material = primitive.getMaterial();
			return {
				name: material?.getName(),
				colour: material?.getBaseColorFactor().map((c) => Number(c.toFixed(3))),
				texture: material?.getExtras().texture,
				group: primitive.getExtras().group,
				triangles: [...(primitive.getIndices()?.getArray() ?? [])],
			};
		});
}

const glass = {
	name: "glass",
	colour: [0, 0.2, 0.9, 0.5],
	texture: undefined,
	group: "material glass",
	triangles: [0, 2, 3],
};
const red = {
	name: "red",
	colour: [0.8, 0.1, 0, 1],
	texture: "weave.png",
	group: "material red",
	triangles: [0, 1, 2, 1, 4, 2],
};

it("materials of an OBJ are those of its conversion and of its simulation, and are read from there", async () => {
	const files = folderOf({
		"a.obj": painted,
		"paint.mtl": paint,
		"a.json": scene.replace('"silk"', '"cotton"'),
	});
	const read = await readMesh(await meshSource(files, "a.obj"));
	const { "a.glb": converted } = await writeMesh(read, "a.glb");
	expect(await shown(converted)).toEqual([glass, red]);
	const again = await readMesh({
		name: "a.glb",
		bytes: converted,
		open: () => Promise.reject(),
	});
	expect(again.looks?.map(({ name }) => name)).toEqual(["glass", "red"]);

	const loaded = await loadScene("a.json", files);
	const simulation = await simulateScene(loaded);
	const folder = new MemoryFolder();
	const options = { loaded, simulation, folder, name: "run" };
	const recorder = await Recorder.open(options);
	await recorder.record();
	await recorder.close({ complete: true });
	expect(await shown(folder.bytes("run.glb"))).toEqual([glass, red]);
});

it("an OBJ whose materials are missing is read; they have their names", async () => {
	const files = folderOf({ "a.obj": painted });
	const { looks, mesh } = await readMesh(await meshSource(files, "a.obj"));
	expect(looks).toEqual([
		{ group: "material red", name: "red" },
		{ group: "material glass", name: "glass" },
	]);
	expect([...mesh.groups["material glass"]]).toEqual([0, 2, 3]);
});
