/** Every public function, called with wrong arguments: each says what is wrong, in words of its own. */
import { describe, expect, it } from "vitest";
import * as colliders from "../src/contact/index.ts";
import * as frames from "../src/frames/index.ts";
import * as door from "../src/index.ts";
import * as materials from "../src/materials/index.ts";
import * as mesh from "../src/mesh/index.ts";
import * as models from "../src/models/index.ts";
import * as simulation from "../src/simulation/index.ts";
import * as voxels from "../src/voxels/index.ts";

// biome-ignore lint/suspicious/noExplicitAny: wrong arguments are the point
type AnyFunction = (...args: any[]) => unknown;

const sheet = mesh.grid({ cells: [2, 2] });
const cube = mesh.box({ cells: [2, 2, 2] });
const ballSurface = mesh.sphere({ radius: 0.1, subdivisions: 1 });
const spring = models.quadraticSpring({ axialStiffness: 1 });
const membrane = door.trbs({ youngModulus2d: 100, poissonRatio: 0.3 });
const rubber = door.stableNeoHookean({ youngModulus: 1e5, poissonRatio: 0.3 });
const sheetOptions = { membrane, arealDensity: 0.1 };
const solidOptions = { solid: rubber, density: 1000 };
const cableOptions = { spring, linearDensity: 0.1 };
const newScene = () => new door.Scene();
const newSheet = () => door.cloth.mesh(sheet, sheetOptions);
const newBlock = () =>
	door.rigidBody({ mass: 1, inertia: [1, 1, 1], mesh: ballSurface });

const ballVoxels = voxels.voxelise(ballSurface, { size: 0.05 });
const chain: readonly door.Vector3[] = [
	[0, 0, 0],
	[1, 0, 0],
];
const poles: readonly door.Vector3[] = [
	[0, -0.1, 0],
	[0, 0.1, 0],
];

/** A valid call of each, as a function to call and its arguments. Options that may be anything, such as names, are left out. */
const calls: Record<string, () => [AnyFunction, unknown[]]> = {
	"cloth.grid": () => [
		door.cloth.grid,
		[
			{
				size: [1, 1],
				cells: [2, 2],
				origin: [0, 0, 0],
				plane: "xy",
				diagonal: "left",
			},
			sheetOptions,
		],
	],
	"cloth.disc": () => [
		door.cloth.disc,
		[{ radius: 1, rings: 3 }, sheetOptions],
	],
	"cloth.sphere": () => [
		door.cloth.sphere,
		[{ radius: 1, subdivisions: 1 }, sheetOptions],
	],
	"cloth.tube": () => [
		door.cloth.tube,
		[{ radius: 1, length: 1, segments: 6, rings: 2 }, sheetOptions],
	],
	"cloth.mesh": () => [door.cloth.mesh, [sheet, sheetOptions]],
	"cable.line": () => [
		door.cable.line,
		[{ from: [0, 0, 0], to: [1, 0, 0], segments: 3 }, cableOptions],
	],
	"cable.curve": () => [
		door.cable.curve,
		[
			{
				points: [
					[0, 0, 0],
					[1, 0, 0],
				],
				segments: 4,
			},
			cableOptions,
		],
	],
	"cable.mesh": () => [door.cable.mesh, [mesh.line(), cableOptions]],
	"solid.box": () => [
		door.solid.box,
		[{ size: [1, 1, 1], cells: [1, 1, 1], origin: [0, 0, 0] }, solidOptions],
	],
	"solid.mesh": () => [door.solid.mesh, [cube, solidOptions]],
	"solid.fill": () => [
		door.solid.fill,
		[ballSurface, { ...solidOptions, cellSize: 0.05 }],
	],
	"solid.voxels": () => [
		door.solid.voxels,
		[ballSurface, { ...solidOptions, cellSize: 0.05 }],
	],
	rigidBody: () => [
		door.rigidBody,
		[
			{
				mass: 1,
				inertia: [1, 1, 1],
				centre: [0, 0, 0],
				mesh: ballSurface,
				origin: [0, 0, 0],
			},
		],
	],
	"rigidBody with density": () => [
		door.rigidBody,
		[{ mesh: ballSurface, density: 10 }],
	],
	Scene: () => [
		(o) => new door.Scene(o),
		[{ gravity: [0, 0, 0], contact: {} }],
	],
	"scene.add": () => [(b) => newScene().add(b), [newSheet()]],
	"scene.collide": () => {
		const scene = newScene();
		return [
			scene.collide.bind(scene),
			[
				door.collider.sphere({ radius: 1 }),
				{
					friction: 0,
					distance: 0.01,
					motion: () => [0, 0, 0],
					turn: { axis: [0, 1, 0], angle: () => 0, centre: [0, 0, 0] },
				},
			],
		];
	},
	"scene.attach": () => {
		const scene = newScene();
		const body = scene.add(newSheet());
		return [
			scene.attach.bind(scene),
			[body.vertexPoint(0), [0, 0, 0], { kind: door.ball(), breakForce: 1 }],
		];
	},
	"scene.sew": () => {
		const scene = newScene();
		const body = scene.add(newSheet());
		return [
			scene.sew.bind(scene),
			[[body.vertexPoint(0)], [body.vertexPoint(1)], {}],
		];
	},
	"body.pin": () => [(v) => newSheet().pin(v), [[0, 1]]],
	"body.move": () => [
		(v, d) => newSheet().move(v, d),
		[
			[0, 1],
			[0, 0, 0],
		],
	],
	"body.slide": () => [
		(v, o, d) => newSheet().slide(v, o, d),
		[[0, 1], { plane: [0, 1, 0] }, [0, 0, 0]],
	],
	"body.roll": () => [(v, a) => newSheet().roll(v, a), [[0, 1], () => 0]],
	"body.pull": () => [
		(v, d) => newSheet().pull(v, d),
		[
			[0, 1],
			[0, 0, 0],
		],
	],
	"body.lineLoad": () => [
		(v, d) => newSheet().lineLoad(v, d),
		["left", [0, 0, 0]],
	],
	"body.surfaceLoad": () => [(d) => newSheet().surfaceLoad(d), [[0, 0, 0]]],
	"body.accelerate": () => [(d) => newSheet().accelerate(d), [[0, 0, 0]]],
	"body.pressurize": () => [(d) => newSheet().pressurize(d), [() => 1]],
	"body.place": () => [(f) => newSheet().place(f), [() => [0, 0, 0]]],
	"body.launch": () => [(f) => newSheet().launch(f), [() => [0, 0, 0]]],
	"body.shake": () => [(d) => newSheet().shake(d), [0.1]],
	"body.group": () => [(d) => newSheet().group(d), ["left"]],
	"body.select": () => [(d) => newSheet().select(d), [{ group: "left" }]],
	"body.corners": () => [(d) => newSheet().corners(d), ["left"]],
	"body.where": () => [(d) => newSheet().where(d), [() => true]],
	"body.nearest": () => [(d) => newSheet().nearest(d), [[0, 0, 0]]],
	"body.vertexPoint": () => [(d) => newSheet().vertexPoint(d), [0]],
	"body.point": () => [(d) => newSheet().point(d), [[0, 0, 0]]],
	"rigid.move": () => [
		(d) => newBlock().move(d),
		[() => ({ position: [0, 0, 0] })],
	],
	"rigid.place": () => [
		(d) => newBlock().place(d),
		[{ position: [0, 0, 0], orientation: [0, 0, 0, 1] }],
	],
	"rigid.push": () => [
		(d) => newBlock().push(d),
		[{ force: [0, 0, 0], torque: [0, 0, 0] }],
	],
	"rigid.load": () => [
		(p, d) => newBlock().load(p, d),
		[
			[0, 0, 0],
			[0, 0, 0],
		],
	],
	"rigid.launch": () => [
		(p, d) => newBlock().launch(p, d),
		[
			[0, 0, 0],
			[0, 0, 0],
		],
	],
	"rigid.point": () => [(d) => newBlock().point(d), [[0, 0, 0]]],
	ball: () => [door.ball, [{ stiffness: 1, damping: 0 }]],
	weld: () => [door.weld, [{ stiffness: 1, damping: 0, arm: 1 }]],
	springBetween: () => [
		door.springBetween,
		[{ stiffness: 1, damping: 0, restLength: 1 }],
	],
	createMesh: () => [
		door.createMesh,
		[
			{
				positions: [0, 0, 0, 1, 0, 0, 0, 1, 0],
				triangles: [0, 1, 2],
				groups: { a: [0] },
			},
		],
	],
	material: () => [door.material, ["silk"]],
	fabric: () => [door.fabric, ["silk", { isotropic: false, warpAngle: 0.1 }]],
	sheetOf: () => [door.sheetOf, ["natural-rubber", { thickness: 1e-3 }]],
	cord: () => [
		door.cord,
		[
			Object.keys(materials.materials).find(
				(n) => materials.materials[n].kind === "cord",
			),
			{ bends: true },
		],
	],
	softSolid: () => [door.softSolid, ["natural-rubber", { poissonRatio: 0.3 }]],
	checkSimulation: () => [
		door.checkSimulation,
		[
			newScene(),
			{
				timeStep: 0.1,
				substeps: 1,
				tolerance: 1e-3,
				newtonIterations: 3,
				linear: {},
				damping: { mass: 0 },
			},
		],
	],
	"collider.plane": () => [
		door.collider.plane,
		[{ point: [0, 0, 0], normal: [0, 1, 0] }],
	],
	"collider.sphere": () => [
		door.collider.sphere,
		[{ centre: [0, 0, 0], radius: 1 }],
	],
	checkSurfaceContact: () => [
		colliders.checkSurfaceContact,
		[{ thickness: 0.01, friction: 0.1 }],
	],
	describeColliderMesh: () => [colliders.describeColliderMesh, [ballSurface]],
	"mesh.grid": () => [mesh.grid, [{ size: [1, 1] }]],
	"mesh.blocksSurface": () => [
		mesh.blocksSurface,
		[
			{
				planes: [
					[0, 1],
					[0, 1],
					[0, 1],
				],
				filled: () => true,
				edge: 0.5,
			},
		],
	],
	"mesh.curve": () => [
		mesh.curve,
		[
			{
				points: [
					[0, 0, 0],
					[1, 0, 0],
					[1, 1, 0],
				],
				closed: true,
				segments: 6,
			},
		],
	],
	"mesh.grade": () => [mesh.grade, [sheet, () => [0, 0, 0]]],
	"mesh.graded": () => [mesh.graded, [sheet, { ratio: [2, 1, 1] }]],
	"mesh.isosurface": () => [
		mesh.isosurface,
		[
			{
				field: (x: number, y: number, z: number) => 1 - Math.hypot(x, y, z),
				level: 0.5,
				low: [-2, -2, -2],
				high: [2, 2, 2],
				spacing: 0.4,
			},
		],
	],
	"mesh.jitter": () => [
		mesh.jitter,
		[sheet, { amount: 0.1, seed: 3, keepBoundary: true }],
	],
	"mesh.assertMesh": () => [
		(given) => mesh.assertMesh(given, "sheet"),
		[sheet],
	],
	"mesh.checkMesh": () => [mesh.checkMesh, [sheet]],
	"mesh.corners": () => [mesh.corners, [sheet]],
	"mesh.dihedralAngles": () => [mesh.dihedralAngles, [cube]],
	"mesh.largestAngles": () => [mesh.largestAngles, [sheet]],
	"mesh.boundingBox": () => [mesh.boundingBox, [sheet.positions]],
	"mesh.boxSides": () => [mesh.boxSides, [sheet.positions]],
	"mesh.cellMeasure": () => [mesh.cellMeasure, [sheet, "triangle"]],
	"mesh.mergeMeshes": () => [mesh.mergeMeshes, [[sheet, sheet]]],
	"mesh.cellCount": () => [mesh.cellCount, [sheet, "triangle"]],
	"mesh.cells": () => [mesh.cells, [sheet, "triangle"]],
	"mesh.vertexCount": () => [mesh.vertexCount, [sheet]],
	"mesh.cellQuality": () => [mesh.cellQuality, [sheet, "triangle"]],
	"mesh.refineMesh": () => [mesh.refineMesh, [sheet]],
	"mesh.repairMesh": () => [mesh.repairMesh, [sheet]],
	"mesh.selectVertices": () => [
		mesh.selectVertices,
		[sheet, { group: "left" }],
	],
	"mesh.boundaryEdges": () => [mesh.boundaryEdges, [sheet]],
	"mesh.boundaryFaces": () => [mesh.boundaryFaces, [cube, "tetrahedron"]],
	"mesh.boundaryLoops": () => [mesh.boundaryLoops, [sheet]],
	"mesh.boundaryVertices": () => [mesh.boundaryVertices, [sheet]],
	"mesh.components": () => [mesh.components, [sheet]],
	"mesh.edgesOf": () => [mesh.edgesOf, [sheet]],
	"mesh.edgeTopology": () => [mesh.edgeTopology, [sheet, "triangle"]],
	"mesh.hinges": () => [mesh.hinges, [sheet]],
	"mesh.rectangles": () => [mesh.rectangles, [sheet]],
	"mesh.skinTriangles": () => [mesh.skinTriangles, [cube]],
	"mesh.surfaceTriangles": () => [mesh.surfaceTriangles, [cube]],
	"mesh.vertexCells": () => [mesh.vertexCells, [sheet, "triangle"]],
	"mesh.vertexNormals": () => [
		mesh.vertexNormals,
		[sheet.positions, sheet.triangles, new Float64Array(27)],
	],
	"materials.axialStiffnessOf": () => [
		materials.axialStiffnessOf,
		[{ youngModulus: 1e6, radius: 0.01 }],
	],
	"materials.fromCantilever": () => [
		materials.fromCantilever,
		[{ overhang: 0.02, arealDensity: 0.1 }],
	],
	"materials.elasticConstants": () => [
		materials.elasticConstants,
		[{ youngModulus: 1, poissonRatio: 0.3 }],
	],
	"materials.fromShoreA": () => [materials.fromShoreA, [40]],
	"materials.fromTex": () => [materials.fromTex, [40]],
	"materials.fromDenier": () => [materials.fromDenier, [40]],
	"materials.fromGsm": () => [materials.fromGsm, [40]],
	"materials.fromOunces": () => [materials.fromOunces, [40]],
	"materials.plateRigidity": () => [
		materials.plateRigidity,
		[{ youngModulus: 1e6, poissonRatio: 0.3, thickness: 1e-3 }],
	],
	"materials.membraneOf": () => [
		materials.membraneOf,
		[{ youngModulus: 1e6, poissonRatio: 0.3, thickness: 1e-3 }],
	],
	"materials.foldEdge": () => [
		materials.foldEdge,
		[
			{
				youngModulus2d: 1000,
				bendingRigidity: 1e-5,
				arealDensity: 0.1,
				gravity: 9.81,
			},
		],
	],
	trbs: () => [door.trbs, [{ youngModulus2d: 100, poissonRatio: 0.3 }]],
	rod: () => [
		models.rod,
		[{ youngModulus: 1e6, poissonRatio: 0.3, radius: 0.01 }],
	],
	elementModel: () => [
		models.elementModel,
		[
			{
				name: "own",
				domain: "edge",
				material: {},
				rest: () => ({ c: 1 }),
				energy: ({ c }: { c: unknown }) => c,
			},
		],
	],
	warpAlong: () => [models.warpAlong, [sheet, new Float64Array(18)]],
	springStiffness: () => [
		models.springStiffness,
		[sheet, "van-gelder", { youngModulus2d: 1, poissonRatio: 0.3 }],
	],
	"frames.bar": () => [frames.bar, [{ size: [1, 0.1, 0.1], frames: 2 }]],
	"frames.bunny": () => [frames.bunny, [{ height: 0.1, vertices: 500 }]],
	"frames.turtle": () => [frames.turtle, [{ length: 0.3, vertices: 500 }]],
	"frames.tShape": () => [frames.tShape, [{}]],
	"frames.uShape": () => [frames.uShape, [{}]],
	"frames.puma": () => [frames.puma, [{ length: 1, vertices: 500 }]],
	"frames.barSamples": () => [
		frames.barSamples,
		[
			{
				...{ size: [1, 0.1, 0.1], origin: [0, 0, 0], axis: "x" },
				...{ planes: [0.2, 0.8], perSpan: 2, across: 2 },
			},
		],
	],
	"frames.boxSamples": () => [
		frames.boxSamples,
		[{ size: [1, 1, 1], counts: [2, 2, 2], origin: [0, 0, 0] }],
	],
	"frames.voxelSamples": () => [frames.voxelSamples, [ballVoxels]],
	"frames.reducedSamples": () => [
		frames.reducedSamples,
		[
			frames.boxSamples({ counts: [8, 3, 3] }),
			frames.linearWeights(chain),
			chain,
			{ count: 20, poissonRatio: 0.3 },
		],
	],
	"frames.linearWeights": () => [frames.linearWeights, [chain]],
	"frames.catmullRomWeights": () => [frames.catmullRomWeights, [chain]],
	"frames.euclideanWeights": () => [
		frames.euclideanWeights,
		[chain, { cutoff: 2 }],
	],
	"frames.cutoffWeights": () => [
		frames.cutoffWeights,
		[frames.linearWeights(chain), { below: 0.1 }],
	],
	"frames.geodesicWeights": () => [
		frames.geodesicWeights,
		[ballVoxels, chain, { cutoff: 3, boundary: "one-sided", partial: false }],
	],
	"frames.harmonicWeights": () => [
		frames.harmonicWeights,
		[
			ballVoxels,
			poles,
			{
				...{ regions: [], radius: 0.02, stencil: "faces" },
				boundary: "one-sided",
			},
		],
	],
	"frames.interpolatingWeights": () => [
		frames.interpolatingWeights,
		[frames.linearWeights(chain), chain, { radius: 0.1 }],
	],
	"frames.joinWeights": () => [
		frames.joinWeights,
		[[frames.linearWeights(chain)]],
	],
	"frames.rigidWeights": () => [
		frames.rigidWeights,
		[
			ballVoxels,
			frames.linearWeights(chain),
			[{ frame: 0, contains: () => true }],
			{ transition: 0.1, boundary: "one-sided" },
		],
	],
	"frames.splineWeights": () => [
		frames.splineWeights,
		[{ from: [0, 0, 0], to: [1, 0, 0], frames: 4 }],
	],
	"frames.voxelWeights": () => [
		frames.voxelWeights,
		[
			ballVoxels,
			1,
			new Float64Array(ballVoxels.voxels.length),
			{ boundary: "one-sided" },
		],
	],
	"frames.frameBody": () => [
		frames.frameBody,
		[
			{
				samples: frames.boxSamples({ counts: [4, 2, 2] }),
				frames: chain.map((position) => ({ position })),
				weights: frames.linearWeights(chain),
				law: models.laws.stVenantKirchhoff({
					...{ youngModulus: 1e5, poissonRatio: 0.3 },
				}),
				density: 1000,
				skinning: "linear-blend",
			},
		],
	],
	"frames.mannequin": () => [frames.mannequin, [{ height: 1, vertices: 500 }]],
	"voxels.voxelise": () => [voxels.voxelise, [ballSurface, { size: 0.05 }]],
	"voxels.fillSurface": () => [
		voxels.fillSurface,
		[ballSurface, { cellSize: 0.05 }],
	],
	"voxels.enclosedVolume": () => [voxels.enclosedVolume, [ballSurface]],
	"voxels.requireClosed": () => [voxels.requireClosed, [ballSurface]],
	"voxels.voxelMesh": () => [
		voxels.voxelMesh,
		[voxels.voxelise(ballSurface, { size: 0.05 })],
	],
	"voxels.voxelPieces": () => [
		voxels.voxelPieces,
		[voxels.voxelise(ballSurface, { size: 0.05 })],
	],
	"simulation.vonMises": () => [simulation.vonMises, [new Float64Array(6)]],
	"simulation.principalValues": () => [
		simulation.principalValues,
		[new Float64Array(6)],
	],
	"simulation.extrapolate": () => [
		simulation.extrapolate,
		[[1, 1.1, 1.11], { ratio: 2 }],
	],
};

const wrong: Record<string, unknown> = {
	number: 1,
	NaN: Number.NaN,
	negative: -1,
	null: null,
	string: "x",
	list: ["a"],
	object: { nothing: 1 },
};

/** What went wrong in saying what is wrong; nothing where that was said well. */
function flaw(f: AnyFunction, args: unknown[]): string | undefined {
	try {
		f(...args);
		return "accepted";
	} catch (error) {
		const { name, message } = error as Error;
		if (name !== "Error" && name !== "UnknownNameError")
			return `${name}: ${message}`;
		// What is wrong, its value, and what helps.
		return /; |\?|there is no/.test(message) ? undefined : `"${message}"`;
	}
}

/** Whether a value may well be right where another one is: any number for a number, unless it makes no sense. */
const mayBeRight = (kind: string, valid: unknown): boolean =>
	kind === "missing" || (kind === "number" && typeof valid === "number");

/** Functions and options that take more than the table's example. */
const alsoRight = new Set([
	"body.pressurize 0 number",
	"body.pressurize 0 negative",
	"mesh.jitter 1.seed negative",
	"mesh.isosurface 0.level number",
	"mesh.isosurface 0.level negative",
	"fabric 1.warpAngle negative",
	"frames.barSamples 0.axis string",
	"elementModel 0.name string",
	"elementModel 0.material object",
]);

const isPlain = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" &&
	value !== null &&
	Object.getPrototypeOf(value) === Object.prototype;

describe.each(Object.keys(calls))("%s", (name) => {
	it("says what is wrong with an argument", () => {
		const [valid, args] = calls[name]();
		valid(...args);
		const flaws: string[] = [];
		const attempt = (
			place: string,
			kind: string,
			was: unknown,
			change: (args: unknown[]) => void,
		) => {
			const [f, given] = calls[name]();
			change(given);
			const found = flaw(f, given);
			if (found === "accepted" && mayBeRight(kind, was)) return;
			if (found && !alsoRight.has(`${name} ${place} ${kind}`))
				flaws.push(`${name} ${place} ${kind}: ${found}`);
		};
		for (const [i, arg] of args.entries()) {
			for (const [kind, value] of [
				...Object.entries(wrong),
				["missing", undefined] as const,
			])
				attempt(String(i), kind, arg, (given) => {
					given[i] = value;
				});
			if (!isPlain(arg) || "positions" in arg || "kind" in arg) continue;
			for (const [key, was] of Object.entries(arg))
				for (const [kind, value] of Object.entries(wrong))
					attempt(`${i}.${key}`, kind, was, (given) => {
						given[i] = { ...(given[i] as object), [key]: value };
					});
		}
		expect(flaws).toEqual([]);
	});
});
