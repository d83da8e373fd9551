import { loadScene, Recorder, readMesh } from "@pliant/files";
import { type Body, simulate } from "pliant";
import { cellMeasure } from "pliant/mesh";
import { expect, it } from "vitest";
import { MemoryFolder } from "./memoryFolder.ts";
import { sourceOf } from "./meshes/sourceOf.ts";
import { folderOf } from "./scene/folderOf.ts";

const text = JSON.stringify({
	pliant: 1,
	objects: {
		sheet: { mesh: { grid: { cells: [3, 3] } }, material: "jersey" },
		block: { mesh: { box: { cells: [1, 1, 1] } }, material: "foam-memory" },
	},
	simulation: { timeStep: 0.01 },
	probes: { low: { object: "sheet", vertices: "all", take: "minimum" } },
	outputs: [
		{ format: "vtu", everySteps: 2, fields: ["strain", "stress"] },
		{ format: "obj", framesPerSecond: 20 },
		{ format: "csv" },
		{ format: "jsonl", name: "sparse", everySteps: 4 },
	],
});

/** Records some steps; after `crash` of them with another simulation and recorder. */
async function record(steps: number, crash?: number): Promise<MemoryFolder> {
	const folder = new MemoryFolder();
	const begin = async (state?: Uint8Array, progress?: unknown) => {
		const loaded = await loadScene("s.json", folderOf({ "s.json": text }));
		const simulation = await simulate(loaded.scene, loaded.options);
		if (state) simulation.restore(state);
		const recorder = await Recorder.open({
			loaded,
			simulation,
			folder,
			name: "run",
			...(progress !== undefined && { progress }),
		});
		return { simulation, recorder };
	};
	let { simulation, recorder } = await begin();
	await recorder.record();
	while (simulation.stepCount < steps) {
		simulation.step();
		await recorder.record();
		if (simulation.stepCount !== crash) continue;
		const state = simulation.checkpoint();
		const progress = JSON.parse(JSON.stringify(await recorder.progress()));
		// What comes after the checkpoint is written once more.
		simulation.step();
		await recorder.record();
		await recorder.close({ complete: false });
		({ simulation, recorder } = await begin(state, progress));
	}
	await recorder.record({ always: true });
	await recorder.close({ complete: true });
	return folder;
}

it("writes each output at its own pace, and the last state in any case", async () => {
	const folder = await record(7);
	const names = [...folder.files.keys()].sort();
	expect(names.filter((name) => name.endsWith(".obj"))).toEqual([
		"run/000000.obj",
		"run/000001.obj",
		"run/000002.obj",
	]);
	expect(names.filter((name) => name.startsWith("run/sheet"))).toHaveLength(5);
	expect(folder.text("run.pvd")).toContain('timestep="0.07');
	const rows = folder.text("history.csv").trim().split("\n");
	expect(rows).toHaveLength(9);
	expect(rows[0]).toBe(
		"time [s],kinetic energy [J],elastic energy [J],load energy [J],low x [m],low y [m],low z [m]",
	);
	expect(folder.text("sparse.jsonl").trim().split("\n")).toHaveLength(3);
	expect(folder.text("run/sheet-000002.vtu")).toContain('Name="stress"');
});

it("goes on after a crash to the same bytes", async () => {
	const [whole, resumed] = [await record(7), await record(7, 3)];
	expect([...resumed.files.keys()].sort()).toEqual(
		[...whole.files.keys()].sort(),
	);
	for (const [path, bytes] of whole.files)
		expect(resumed.files.get(path), path).toEqual(bytes);
});

it("writes what follows from stress, strain energy and the estimated error of solids, and leaves the latter out of cloth", async () => {
	const fields = [
		"von-mises",
		"principal-stress",
		"principal-directions",
		"strain-energy",
		"stress-error",
	];
	const text = JSON.stringify({
		pliant: 1,
		objects: {
			block: {
				mesh: { box: { cells: [2, 1, 1] } },
				material: "natural-rubber",
				hold: [{ vertices: { group: "x-min" } }],
			},
			sheet: { mesh: { grid: { cells: [2, 2] } }, material: "denim" },
		},
		simulation: { timeStep: 0.01 },
		outputs: [{ format: "vtu", everySteps: 1, fields }],
	});
	const loaded = await loadScene("s.json", folderOf({ "s.json": text }));
	const simulation = await simulate(loaded.scene, loaded.options);
	const folder = new MemoryFolder();
	const options = { loaded, simulation, folder, name: "run" };
	const recorder = await Recorder.open(options);
	simulation.step();
	await recorder.record();
	await recorder.close({ complete: true });
	const path = "run/block-000000.vtu";
	const block = folder.text(path);
	const places = (name: string, file = block) =>
		file.split(`Name="${name}"`).length - 1;
	for (const name of fields.slice(0, 3)) expect(places(name)).toBe(2);
	for (const name of fields.slice(3)) expect(places(name)).toBe(1);
	const sheet = folder.text("run/sheet-000000.vtu");
	expect(places("von-mises", sheet)).toBe(1);
	expect(places("stress-error", sheet)).toBe(0);

	const body = loaded.bodies[0] as Body;
	const { mesh } = await readMesh(sourceOf({ [path]: folder.bytes(path) }));
	const nodes = simulation.nodes(body);
	expect([...mesh.positions]).toEqual([...nodes.positions]);
	expect(mesh.midpoints?.length).toBe(3 * 20);
	const volumes = cellMeasure(body.mesh, body.massOn);
	const energy = simulation
		.strainEnergy(body)
		.reduce((sum, density, cell) => sum + density * volumes[cell], 0);
	const sheetEnergy = simulation
		.strainEnergy(loaded.bodies[1] as Body)
		.reduce((sum, density) => sum + density / 8, 0);
	expect(energy).toBeGreaterThan(0);
	expect((energy + sheetEnergy) / simulation.energies().elastic).toBeCloseTo(
		1,
		9,
	);
});
