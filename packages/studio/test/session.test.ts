import { meshFormats } from "@pliant/files";
import { unzipSync } from "fflate";
import type { Body } from "pliant";
import type { FrameBody } from "pliant/frames";
import { sphere } from "pliant/mesh";
import { describe, expect, test } from "vitest";
import { plainLooks, type SceneSource } from "../src/protocol.ts";
import { editScene } from "../src/ui/editScene.ts";
import { likelyChoices, meshScene } from "../src/ui/meshScene.ts";
import { completions } from "../src/worker/completions.ts";
import { exportFile } from "../src/worker/exportFile.ts";
import { inspect } from "../src/worker/inspect.ts";
import { energyDensity } from "../src/worker/pointValues.ts";
import { Session } from "../src/worker/session.ts";

const source: SceneSource = {
	name: "scene.jsonc",
	text: `// A small cloth.
{
	"pliant": 1,
	"objects": {
		"cloth": {
			"mesh": { "grid": { "size": [0.3, 0.3], "cells": [6, 6], "plane": "xz" } },
			"material": "linen", // stiff
			"hold": [{ "vertices": { "corners": "-z" } }]
		}
	},
	"run": { "seconds": 1 }
}
`,
	files: {},
};

const steps = (session: Session, count: number) => {
	for (let i = 0; i < count; i++) session.step();
};
const shape = ({ simulation, loaded }: Session) => [
	...simulation.positions(loaded.bodies[0]),
];

describe("a session", () => {
	test("replays what a hand did to the same bits", async () => {
		const first = await Session.open(source);
		steps(first, 3);
		const grip = { kind: "grip", body: 0, point: 24, stiffness: 5 } as const;
		first.apply({ ...grip, target: [0.1, 0.2, 0.1] });
		steps(first, 4);
		first.apply({ ...grip, target: [0.2, 0.2, 0.1] });
		first.apply({ kind: "pin", body: 0, point: 10 });
		steps(first, 4);
		first.apply({ kind: "release" });
		first.apply({ kind: "unpin", body: 0, point: 0 });
		steps(first, 4);
		const second = await Session.open(source);
		second.touch.replay(first.touch.record);
		steps(second, 15);
		expect(shape(second)).toEqual(shape(first));
		const untouched = await Session.open(source);
		steps(untouched, 15);
		expect(shape(untouched)).not.toEqual(shape(first));
	});

	test("goes on with another material where it is, its pins too", async () => {
		const first = await Session.open(source);
		first.apply({ kind: "pin", body: 0, point: 24 });
		steps(first, 8);
		const text = editScene(source.text, [
			[["objects", "cloth", "material"], "silk"],
		]);
		const next = await Session.open({ ...source, text });
		expect(next.continueFrom(first)).toBe(true);
		expect(shape(next)).toEqual(shape(first));
		expect([...next.touch.held(0)]).toEqual([...first.touch.held(0)]);
		const coarser = source.text.replace("[6, 6]", "[5, 5]");
		const other = await Session.open({ ...source, text: coarser });
		expect(other.continueFrom(first)).toBe(false);
	});

	test("takes other values at once, and replays them with all else to the same bits", async () => {
		const first = await Session.open(source);
		steps(first, 4);
		const [{ models }] = first.opened(0, false).substances;
		const softer = {
			kind: "values",
			object: "cloth",
			models: models.map(({ model, values }) => ({
				model,
				...Object.fromEntries(
					values.map(({ name, value }) => [
						name,
						/[Yy]oung|shear|bend/.test(name) ? 0.05 * value : value,
					]),
				),
			})),
		} as const;
		const changed = { ...source, text: `${source.text}// softer` };
		expect(first.takeValues(changed, softer)).toBe(true);
		expect(first.source).toBe(changed);
		first.apply({ kind: "wind", velocity: [3, 0, 1] });
		steps(first, 4);
		const push = { from: [0.15, -0.2, 0.15], radius: 0.05 } as const;
		first.apply({ kind: "push", ...push, centre: [0.15, 0, 0.15] });
		steps(first, 4);
		first.apply({ kind: "endPush" });
		steps(first, 3);
		const second = await Session.open(first.first);
		second.touch.replay(first.touch.record);
		steps(second, 15);
		expect(shape(second)).toEqual(shape(first));
		const without = await Session.open(source);
		without.touch.replay(
			first.touch.record.filter(({ change }) => change.kind !== "values"),
		);
		steps(without, 15);
		expect(shape(without)).not.toEqual(shape(first));
		const other = { ...softer, models: softer.models.slice(1) };
		expect(first.takeValues(changed, other)).toBe(false);
		// What could not be taken has changed nothing.
		first.step();
	});

	test("leads and inserts frames, and tells of weights, samples, contact and directions", async () => {
		const text = `{
			"pliant": 1,
			"objects": {
				"bar": {
					"mesh": { "bar": { "size": [0.3, 0.06, 0.06], "frames": 3 }, "translate": [0, 0.05, 0] },
					"models": [{ "model": "stvk", "youngModulus": 3e4, "poissonRatio": 0.3 }],
					"density": 1000,
					"frames": { "voxels": { "count": 200 }, "weights": { "linear": {} }, "samples": 40 }
				},
				"cloth": {
					"mesh": { "grid": { "size": [0.2, 0.2], "cells": [3, 3], "plane": "xz" }, "translate": [0, 0.002, 0.5] },
					"models": [{ "model": "trbs", "youngModulus2d": 20, "poissonRatio": 0.3 }],
					"arealDensity": 0.2
				}
			},
			"colliders": { "floor": { "plane": {}, "friction": 0.3 } },
			"run": { "seconds": 1 }
		}`;
		const run = async (record?: Session["touch"]["record"]) => {
			const session = await Session.open({ ...source, text });
			if (record) session.touch.replay(record);
			return session;
		};
		const first = await run();
		const { framed, canBlow } = first.opened(0, false);
		expect(framed).toEqual([
			{ canLead: true, canInsert: true },
			{ canLead: false, canInsert: false },
		]);
		expect(canBlow).toBe(true);
		steps(first, 2);
		const looks = {
			...plainLooks,
			...{ samples: true, directions: true },
			probes: [{ body: 1, point: 0 }],
		};
		const [poses] = first.frame(looks, false, []).frames;
		const count = poses.length / 7;
		const [x, y, z, a, b, c, w] = poses;
		const lead = { kind: "lead", body: 0, frame: 0 } as const;
		first.apply({
			...lead,
			position: [x, y + 0.05, z],
			orientation: [a, b, c, w],
		});
		first.apply({ kind: "insert", body: 0, place: [x, y, z] });
		steps(first, 6);
		const seen = first.frame({ ...looks, field: "weight" }, false, []);
		expect(seen.frames[0].length / 7).toBe(count + 1);
		expect(seen.frames[0][1]).toBeCloseTo(y + 0.05, 6);
		const { samples } = (first.loaded.bodies[0] as FrameBody).definition;
		expect(seen.marks.length).toBe(samples.positions.length);
		// Weights of one frame are between what none and all have, but for how they are smoothed.
		expect(Math.max(...(seen.values[0] ?? []))).toBeGreaterThan(0.8);
		expect(seen.values[1]).toBeUndefined();
		expect(seen.directions?.strains.length).toBe(18);
		expect(seen.probes[0].speed).toBeGreaterThan(0);
		const touching = first.frame({ ...looks, field: "contact" }, false, []);
		const weight = Array.from(touching.values[1] ?? []).reduce(
			(a, b) => a + b,
			0,
		);
		expect(weight).toBeGreaterThan(0);
		const second = await run(first.touch.record);
		steps(second, 8);
		expect(second.frame(looks, false, []).points).toEqual(
			first.frame(looks, false, []).points,
		);
	});

	test("has the stress of linear elasticity at small strain, however a solid is strained", async () => {
		const pull = (x: number, y: number) => ({
			vertices: { group: "x-max" },
			motion: {
				times: [0, 1],
				values: [
					[0, 0, 0],
					[x, y, 0],
				],
			},
		});
		for (const [x, y] of [
			[3e-3, 0],
			[0, 3e-3],
		]) {
			const text = JSON.stringify({
				pliant: 1,
				gravity: [0, 0, 0],
				objects: {
					bar: {
						mesh: { box: { size: [1, 0.5, 0.5], cells: [2, 1, 1] } },
						models: [
							{
								model: "stable-neo-hookean",
								youngModulus: 2e5,
								poissonRatio: 0.3,
							},
						],
						density: 1000,
						hold: [{ vertices: { group: "x-min" } }, pull(x, y)],
					},
				},
				run: { seconds: 1 },
				simulation: { timeStep: 0.5, damping: { mass: 50 } },
			});
			const session = await Session.open({ ...source, text });
			const [modulus] = session.opened(0, false).moduli;
			expect(modulus).toBeCloseTo((1.5 * 2e5) / 1.3, 6);
			steps(session, 3);
			const probes = [{ body: 0, point: 0 }];
			const [value] = session.frame(
				{ ...plainLooks, probes },
				false,
				[],
			).probes;
			expect(value.strain).toBeGreaterThan(5e-4);
			const found = (value.stress ?? 0) / (value.strain ?? 1);
			expect(found / (modulus ?? 1)).toBeCloseTo(1, 2);
		}
	});

	test("tells what objects are made of, such that a scene with those values is the same", async () => {
		const first = await Session.open(source);
		const [{ models, densityKey, density, presets, material }] = first.opened(
			0,
			false,
		).substances;
		expect(material).toBe("linen");
		expect(presets.map(({ name }) => name)).toContain("silk");
		const text = editScene(source.text, [
			[["objects", "cloth", "material"], undefined],
			[
				["objects", "cloth", "models"],
				models.map(({ model, values }) => ({
					model,
					...Object.fromEntries(values.map(({ name, value }) => [name, value])),
				})),
			],
			[["objects", "cloth", densityKey], density],
		]);
		const second = await Session.open({ ...source, text });
		steps(first, 10);
		steps(second, 10);
		for (const [i, x] of shape(second).entries())
			expect(x).toBeCloseTo(shape(first)[i], 9);
	});

	test.each([
		["linen", '{ "grid": { "cells": [2, 2] } }'],
		["leather", '{ "grid": { "cells": [2, 2] } }'],
		["nylon-line", '{ "line": { "segments": 4 } }'],
		["muscle", '{ "box": { "cells": [2, 1, 1] } }'],
	])("has values for %s that can be changed", async (material, mesh) => {
		const text = `{ "pliant": 1, "objects": { "a": { "mesh": ${mesh}, "material": "${material}" } }, "run": { "seconds": 1 } }`;
		const session = await Session.open({ ...source, text });
		const [{ models }] = session.opened(0, false).substances;
		expect(models.length).toBeGreaterThan(0);
		for (const { values } of models) expect(values.length).toBeGreaterThan(0);
	});

	test("gives an animation and a table of what was simulated", async () => {
		const session = await Session.open(source);
		steps(session, 20);
		const glb = await exportFile(session, "glb");
		expect(new TextDecoder().decode(glb.bytes.subarray(0, 4))).toBe("glTF");
		const csv = await exportFile(session, "csv");
		const lines = new TextDecoder().decode(csv.bytes).trim().split("\n");
		expect(lines.length).toBe(1 + session.recording.moments.length);
		expect(Number(lines.at(-1)?.split(",")[0])).toBeCloseTo(20 / 60, 6);
		const vtu = await exportFile(session, "vtu");
		expect(vtu.name).toBe("scene.zip");
		const names = Object.keys(unzipSync(vtu.bytes));
		expect(names).toContain("scene.pvd");
		expect(names.length).toBe(1 + session.recording.moments.length);
	});

	test("has the strain energy of the library as a colour", async () => {
		const text = source.text.replace(
			'"material": "linen"',
			'"arealDensity": 0.2, "models": [{ "model": "trbs", "youngModulus2d": 50, "poissonRatio": 0.3 }]',
		);
		const session = await Session.open({ ...source, text });
		steps(session, 20);
		const [body] = session.loaded.bodies;
		const density = energyDensity(session.simulation, body as Body);
		const area = 0.09 / density.length;
		const sum = density.reduce((total, w) => total + area * w, 0);
		const { elastic } = session.simulation.energies();
		expect(sum / elastic).toBeCloseTo(1, 9);
		const { values } = session.frame(
			{ ...plainLooks, field: "energy" },
			false,
			[],
		);
		expect(values[0]?.length).toBe(body.vertexCount);
	});
});

test("a scene is completed by its schema, key by key and value by value", () => {
	/** At the bar. */
	const offered = (marked: string) => {
		const found = completions(marked.replace("|", ""), marked.indexOf("|"));
		return { ...found, texts: found.choices.map(({ text }) => text) };
	};
	const keys = offered('{ "pliant": 1, "objects": { "a": { "|" } } }');
	expect(keys.texts).toEqual(
		expect.arrayContaining(['"mesh"', '"material"', '"hold"']),
	);
	expect(keys.choices.every(({ about }) => about !== "")).toBe(true);
	const rest = offered('{ "gravity": [0, 0, 0], "g|" }');
	expect(rest.texts).not.toContain('"gravity"');
	const values = offered('{ "simulation": { "integrator": "b|" } }');
	expect(values.texts).toEqual(['"bdf2"']);
	expect([values.from, values.to]).toEqual([32, 35]);
});

test("edits keep comments", () => {
	const text = editScene(source.text, [[["run", "seconds"], 2]]);
	expect(text).toContain("// A small cloth.");
	expect(text).toContain("// stiff");
	expect(text).toContain('"seconds": 2');
});

test("a mesh becomes a scene that runs, in metres, with its assumptions said", async () => {
	const obj = "v 0 0 0\nv 300 0 0\nv 300 200 0\nv 0 200 0\nf 1 2 3 4\n";
	const bytes = new TextEncoder().encode(obj);
	const mesh = await inspect("flag.obj", bytes);
	expect(mesh).toMatchObject({ triangles: 2, isClosed: false });
	const text = meshScene(mesh, {
		...{ kind: "cloth", scale: 0.001, hold: "twoPoints" },
		...{ isZUp: false, youngModulus: 1 },
	});
	expect(text).toContain("its numbers times 0.001 are metres");
	const files = { "flag.obj": bytes };
	const session = await Session.open({ name: "scene.jsonc", text, files });
	expect([...session.touch.held(0)]).toEqual([2, 3]);
	session.step();
	expect(Math.max(...shape(session))).toBeCloseTo(0.3, 3);
});

/** TetGen's files hold solids only, in two files. */
const surfaceFormats = meshFormats.filter(
	({ name, read, write }) => read && write && name !== "tetgen",
);

test("there are the formats that pages promise", () =>
	expect(surfaceFormats.map(({ name }) => name)).toEqual(
		expect.arrayContaining(["obj", "stl", "ply", "gltf", "msh", "vtu"]),
	));

test.each(surfaceFormats)(
	"a ball in $name is filled and falls as jelly",
	async ({ write, extensions }) => {
		const name = `ball${extensions[0]}`;
		const mesh = sphere({ radius: 0.1, subdivisions: 2 });
		const files = (await write?.({ mesh, notes: [] }, name)) ?? {};
		expect(Object.keys(files)).toEqual([name]);
		const inspection = await inspect(name, files[name]);
		expect(inspection).toMatchObject({ isClosed: true, solidCells: 0 });
		expect(inspection.triangles).toBe(mesh.triangles.length / 3);
		const choices = likelyChoices(inspection);
		expect(choices).toMatchObject({ kind: "solid", scale: 1 });
		const text = meshScene(inspection, { ...choices, hold: "floor" });
		const session = await Session.open({ name: "scene.jsonc", text, files });
		const { size } = session.opened(0, false);
		expect(Number(/(\d+) tetrahedra/.exec(size)?.[1])).toBeGreaterThan(300);
		const before = shape(session);
		steps(session, 3);
		const fallen = before.map((x, i) => x - shape(session)[i]);
		// Free fall by implicit Euler in steps of 1/60 s would be g t² (1 + 1/3)/2; shorter ones fall less, down to g t²/2.
		const heights = fallen.filter((_, i) => i % 3 === 1);
		const mean = heights.reduce((a, b) => a + b) / heights.length;
		const [least, most] = [0.5 * 0.97, (0.5 * 4) / 3].map(
			(f) => f * 9.81 * 0.05 ** 2,
		);
		expect(mean).toBeGreaterThan(least);
		expect(mean).toBeLessThan(most);
	},
);
