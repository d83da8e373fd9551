import { loadScene, SceneError } from "@pliant/files";
import { describe, expect, it } from "vitest";
import { folderOf } from "./folderOf.ts";

/** A scene that is right. */
const good = {
	pliant: 1,
	objects: {
		sheet: {
			mesh: { grid: { cells: [4, 4] } },
			models: [{ model: "trbs", youngModulus2d: 1000, poissonRatio: 0.3 }],
			arealDensity: 0.2,
			hold: [{ vertices: { corners: "+y" } }],
		},
	},
};

async function problemsOf(text: string, files: Record<string, string> = {}) {
	try {
		await loadScene("scene.json", folderOf({ "scene.json": text, ...files }));
	} catch (error) {
		if (error instanceof SceneError) return error;
		throw error;
	}
	return undefined;
}

/** "path: message" for each. */
const lines = (error: SceneError | undefined) =>
	(error?.message.split("\n").slice(1) ?? []).map((line) =>
		line.trim().replace(/^line \d+, /, ""),
	);

/** The scene with another value at a path; undefined takes it out. */
function changed(path: readonly (string | number)[], value: unknown): string {
	const scene = structuredClone(good) as never;
	let at: Record<string | number, unknown> = scene;
	for (const key of path.slice(0, -1)) {
		at[key] ??= {};
		at = at[key] as never;
	}
	const last = path[path.length - 1];
	if (value === undefined) delete at[last];
	else at[last] = value;
	return JSON.stringify(scene);
}

const sheet = ["objects", "sheet"];

describe("a scene", () => {
	it("that is right has no problems", async () => {
		expect(await problemsOf(JSON.stringify(good))).toBeUndefined();
	});

	it("with ten mistakes is refused with ten messages, each with its line", async () => {
		const text = `{
	"pliant": 2,
	"gravty": [0, 0, 0],
	"objects": {
		"a": { // comments are allowed
			"mesh": { "grid": { "size": [1, -1] } },
			"material": "slik",
		},
		"b": {
			"mesh": { "file": "../secret.obj" },
			"models": [
				{ "model": "trbs", "youngModulus2d": 1000, "poissonRatio": 1.2 }
			],
			"arealDensity": 0.1
		},
		"c": {
			"mesh": { "sphere": {} },
			"material": "silk",
			"hold": [
				{ "vertices": { "group": "rim" } },
				{ "vertices": { "box": { "min": [5, 5, 5], "max": [6, 6, 6] } } }
			]
		}
	},
	"probes": {
		"tip": { "object": "d", "vertices": "all" }
	},
	"outputs": [{ "format": "gltf" }]
}`;
		expect((await problemsOf(text))?.message.split("\n")).toEqual([
			"scene.json: 10 problems",
			"  line 2, pliant: is 2; it must be 1, the version of the scene format",
			"  line 3, gravty: there is no key 'gravty'; did you mean 'gravity'?",
			"  line 6, objects.a.mesh.grid.size[1]: is -1; it must be more than 0",
			"  line 7, objects.a.material: there is no material 'slik'; did you mean 'silk'?",
			"  line 10, objects.b.mesh.file: '../secret.obj' leads out of the folder with ..; give a path below the scene's folder, with / between its parts",
			"  line 12, objects.b.models[0].poissonRatio: is 1.2; it must be between -1 and 1 (both excluded)",
			"  line 20, objects.c.hold[0].vertices: there is no group 'rim'; the mesh has none",
			"  line 21, objects.c.hold[1].vertices: chooses none of the 642 vertices of 'c', which lies from [-1, -1, -1] to [1, 1, 1] m at rest",
			"  line 26, probes.tip.object: there is no object 'd'; there are a, b, c",
			"  line 28, outputs[0].format: there is no choice 'gltf'; there are vtu, glb, obj, ply, pc2, mdd, csv, jsonl",
		]);
	});

	it.each([
		["", "the scene: is empty; start with the scene that `pliant init` writes"],
		["{", "the scene: is not valid JSON: close brace expected at the end"],
		[
			'{"a": 1,,}',
			"the scene: is not valid JSON: property name expected before ',}'",
		],
		["[1]", "the scene: is [1]; it must be an object, { … }"],
		["null", "the scene: is null; it must be an object, { … }"],
		["\u0000\u0001", "the scene: is not valid JSON: invalid symbol"],
	])("of the text %j is refused", async (text, message) => {
		expect(lines(await problemsOf(text))[0]).toContain(message);
	});

	it("that has a key twice is refused, since one of them would be lost", async () => {
		const text = JSON.stringify(good).replace(
			'"pliant":1',
			'"pliant":1,"pliant":1',
		);
		expect(lines(await problemsOf(text))).toEqual([
			"pliant: is there twice; leave one of them out",
		]);
	});

	it.each<[readonly (string | number)[], unknown, string]>([
		[["pliant"], undefined, "pliant: is missing; it must be 1"],
		[["objects"], {}, "objects: is {}; it must have one object at least"],
		[
			["objects"],
			{ "2": good.objects.sheet },
			"objects.2: must start with a letter",
		],
		[["gravity"], [0, 1], "gravity: is [0,1]; it must be three numbers"],
		[["gravity"], "down", 'gravity: is "down"; it must be three numbers'],
		[["title"], 7, "title: is 7; it must be a text"],
		[
			[...sheet, "mesh"],
			{},
			"objects.sheet.mesh: needs one of file, grid, disc",
		],
		[
			[...sheet, "mesh", "disc"],
			{},
			"objects.sheet.mesh: has grid and disc; give only one of them",
		],
		[
			[...sheet, "mesh"],
			{ file: "lost.obj" },
			"objects.sheet.mesh.file: 'lost.obj' is missing",
		],
		[
			[...sheet, "mesh"],
			{ file: "/etc/passwd" },
			"objects.sheet.mesh.file: '/etc/passwd' is absolute",
		],
		[
			[...sheet, "mesh"],
			{ file: "C:\\mesh.obj" },
			"objects.sheet.mesh.file: 'C:\\mesh.obj' has a backslash",
		],
		[
			[...sheet, "mesh"],
			{ file: "https://example.org/mesh.obj" },
			"is absolute",
		],
		[
			[...sheet, "mesh"],
			{ file: "a.obj", repare: true },
			"objects.sheet.mesh.repare: there is no key 'repare'; did you mean 'repair'?",
		],
		[
			[...sheet, "mesh"],
			{ box: {} },
			"objects.sheet.mesh: has 64 hexahedra, but 'trbs' is for triangles",
		],
		[
			[...sheet, "mesh"],
			{ curve: { points: [[0, 0, 0]] } },
			"objects.sheet.mesh.curve.points: is [[0,0,0]]; it must have at least 2 entries",
		],
		[
			[...sheet, "mesh", "grid", "cells"],
			[1e6, 1e6],
			"objects.sheet.mesh.grid: would have 2000000000000 cells; at most 4000000 are made",
		],
		[
			[...sheet, "mesh", "grid", "cells"],
			[4, 4.5],
			"objects.sheet.mesh.grid.cells[1]: is 4.5; it must be a whole number",
		],
		[
			[...sheet, "mesh", "grid", "plane"],
			"zx",
			"objects.sheet.mesh.grid.plane: there is no choice 'zx'; did you mean 'xz'? There are xy, xz",
		],
		[
			[...sheet, "models", 0],
			{ model: "trbz" },
			"objects.sheet.models[0].model: there is no model 'trbz'; did you mean 'trbs'?",
		],
		[
			[...sheet, "models", 0],
			{ youngModulus2d: 1 },
			"objects.sheet.models[0].model: is missing; it must be one of quadratic-spring",
		],
		[
			[...sheet, "models", 0, "youngModulus2d"],
			undefined,
			"objects.sheet.models[0].youngModulus2d: is missing; it must be",
		],
		[
			[...sheet, "models", 0, "youngModulus2d"],
			[1, -2],
			"objects.sheet.models[0].youngModulus2d[1]: is -2; it must be positive",
		],
		[
			[...sheet, "material"],
			"silk",
			"objects.sheet: has models and material; give only one of them",
		],
		[
			[...sheet, "arealDensity"],
			undefined,
			"objects.sheet.arealDensity: is missing; give the object its mass",
		],
		[
			[...sheet, "density"],
			1000,
			"objects.sheet.density: is for other objects; this one is of triangles and takes arealDensity",
		],
		[
			["colliders"],
			{ floor: { friction: 0.3 } },
			"colliders.floor: needs one of box, capsule, cylinder, plane, sphere",
		],
		[
			["colliders"],
			{ floor: { plane: {}, sphere: { radius: 1 } } },
			"colliders.floor: has plane and sphere; give only one of them",
		],
		[
			["colliders"],
			{ ball: { sphere: { radius: -1 } } },
			"colliders.ball.sphere.radius: is -1; it must be more than 0",
		],
		[
			["colliders"],
			{ rod: { capsule: { from: [0, 0, 0], to: [0, 0, 0], radius: 1 } } },
			"colliders.rod: 'from' and 'to' are both [0,0,0]; they must differ",
		],
		[
			[...sheet, "hold", 0, "vertices"],
			"cornrs",
			"objects.sheet.hold[0].vertices: there is no choice 'cornrs'; did you mean 'corners'?",
		],
		[
			[...sheet, "hold", 0, "vertices"],
			{ bxo: 1 },
			"objects.sheet.hold[0].vertices.bxo: there is no key 'bxo'; did you mean 'box'?",
		],
		[
			[...sheet, "hold", 0, "vertices"],
			{ group: "left", indices: [1] },
			'objects.sheet.hold[0].vertices: is {"group":"left","indices":[1]}; it must have one key of',
		],
		[
			[...sheet, "hold", 0, "vertices"],
			{ indices: [25] },
			"objects.sheet.hold[0].vertices: there is no vertex 25; the mesh has 25",
		],
		[
			[...sheet, "hold", 0, "vertices"],
			{ not: "all" },
			"objects.sheet.hold[0].vertices: chooses none of the 25 vertices",
		],
		[
			[...sheet, "hold", 0, "slideOn"],
			{},
			"objects.sheet.hold[0].slideOn: needs one of plane, line",
		],
		[
			[...sheet, "hold", 0, "slideOn"],
			{ plane: [0, 0, 0] },
			"objects.sheet.hold[0].slideOn.plane: is [0,0,0]; it must not be zero",
		],
		[
			[...sheet, "hold", 0, "motion"],
			{ times: [0, 1], values: [[0, 0, 0]] },
			"must have as many values as times",
		],
		[
			[...sheet, "hold", 0, "motion"],
			{
				times: [1, 0],
				values: [
					[0, 0, 0],
					[1, 0, 0],
				],
			},
			"must have ascending times",
		],
		[
			[...sheet, "loads"],
			[{ force: [0, 0, 1] }],
			"objects.sheet.loads[0]: needs vertices: force does not act on the whole object",
		],
		[
			[...sheet, "loads"],
			[{ vertices: "all" }],
			"objects.sheet.loads[0]: needs one of force, lineLoad, surfaceLoad, acceleration, pressure",
		],
		[
			[...sheet, "loads"],
			[{ vertices: "corners", force: { each: [[0, 0, 1]] } }],
			"objects.sheet.loads[0]: pull: the force has 3 numbers for 4 vertices; give 12",
		],
		[
			[...sheet, "loads"],
			[{ pressure: { each: "no.txt" } }],
			"objects.sheet.loads[0]: 'no.txt' is missing",
		],
		[
			[...sheet, "loads"],
			[{ pressure: { each: "a.txt" } }],
			"objects.sheet.loads[0]: 'a.txt', line 2: 'p' is not a finite number; a line has the number of one vertex",
		],
		[
			[...sheet, "loads"],
			[{ acceleration: { each: "b.txt" } }],
			"objects.sheet.loads[0]: 'b.txt', line 1 has 2 numbers; a line has the three numbers of one vertex",
		],
		[
			[...sheet, "loads"],
			[{ surfaceLoad: { each: 3 } }],
			"objects.sheet.loads[0].surfaceLoad.each: is 3; it must be a list of values, or the name of a file that has them",
		],
		[
			[...sheet, "loads"],
			[{ surfaceLoad: { each: [[1, 2]] } }],
			"objects.sheet.loads[0].surfaceLoad.each[0]: is [1,2]; it must be three numbers, [x, y, z]",
		],
		[["run"], { seconds: 1, steps: 2 }, "run: has seconds and steps"],
		[["run"], null, "run: is null; it must be an object"],
		[["run"], { seconds: null }, "run.seconds: is null; it must be a number"],
		[["run"], { second: 1 }, "run.second: there is no key 'second'"],
		[
			["simulation"],
			{ timeStep: -1 },
			"simulation.timeStep: is -1; it must be more than 0",
		],
		[
			["simulation"],
			{ solver: "block-descent", newtonIterations: 2 },
			"simulation: newtonIterations is 2, but the solver 'block-descent' has none",
		],
		[
			["probes"],
			{ tip: { object: "shet", vertices: "all" } },
			"probes.tip.object: there is no object 'shet'; did you mean 'sheet'?",
		],
		[
			["outputs"],
			[{ format: "vtu", everySteps: 2, framesPerSecond: 3 }],
			"outputs[0]: has everySteps and framesPerSecond; give only one of them",
		],
		[
			["outputs"],
			[{ format: "glb", fields: ["strain"] }],
			"outputs[0].fields: is for vtu only; glb holds none",
		],
		[
			["outputs"],
			[{ format: "glb" }, { format: "glb" }],
			"outputs[1]: would write scene.glb as another output does; give it another name",
		],
		[
			["outputs"],
			[{ format: "glb", name: "../x" }],
			'outputs[0].name: is "../x"; it must be of letters, digits, - and _ only',
		],
	])("with %j being %j is told so", async (path, value, message) => {
		const files = { "a.txt": "1\np\n", "b.txt": "1 2\n" };
		const found = lines(await problemsOf(changed(path, value), files));
		expect(found.join("\n")).toContain(message);
		expect(found).toHaveLength(1);
	});

	it("whose mesh is broken is refused with the place and the remedy", async () => {
		const obj =
			"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 1 2 4\nf 2 1 3\n";
		const text = changed([...sheet, "mesh"], { file: "a.obj" });
		const found = lines(await problemsOf(text, { "a.obj": obj })).join("\n");
		expect(found).toContain("objects.sheet.mesh");
		expect(found).toMatch(/"repair": true (cuts|orients) the/);
	});

	it("never gives anything but a scene or its problems, whatever is changed", async () => {
		const values = [null, [], {}, "", -1, 1e308, "x", [[]], true];
		const walk = (
			value: unknown,
			path: (string | number)[],
		): (string | number)[][] => [
			path,
			...(value !== null && typeof value === "object"
				? Object.entries(value).flatMap(([key, inner]) =>
						walk(inner, [...path, Array.isArray(value) ? Number(key) : key]),
					)
				: []),
		];
		for (const path of walk(good, []).slice(1))
			for (const value of values) await problemsOf(changed(path, value));
	});
});
