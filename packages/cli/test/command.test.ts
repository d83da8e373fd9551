import {
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rm,
	symlink,
	writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../src/command.ts";
import { checkXml } from "./checkXml.ts";
import { memoryIo } from "./memoryIo.ts";
import { decodePng } from "./picture/decodePng.ts";

let folder = "";
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "pliant-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (...path: string[]) => join(folder, ...path);
const text = (...path: string[]) => readFile(at(...path), "utf8");

async function run(...argv: string[]) {
	const { io, written } = memoryIo();
	const status = await main(argv, io);
	return { status, ...written };
}

/** A small cloth, let go. */
const smallScene = {
	pliant: 1,
	title: "Small",
	objects: {
		cloth: {
			mesh: { grid: { cells: [6, 6], plane: "xz" } },
			material: "jersey",
			hold: [{ vertices: { corners: "-z" } }],
		},
	},
	run: { seconds: 0.2 },
	probes: { low: { object: "cloth", vertices: "all", take: "minimum" } },
	outputs: [{ format: "glb" }, { format: "csv" }, { format: "vtu" }],
	picture: { size: [240, 180] },
};

/** A soft bar that two frames move, held at one end. */
const frameObjects = {
	bar: {
		mesh: { bar: { size: [0.4, 0.1, 0.1], frames: 2 } },
		models: [{ model: "stvk", youngModulus: 1e5, poissonRatio: 0.3 }],
		density: 1000,
		frames: { voxels: { size: 0.02 }, hold: [{ frames: [0] }] },
	},
};
const frameScene = {
	objects: frameObjects,
	probes: { low: { object: "bar", vertices: "all", take: "minimum" } },
};

async function sceneFile(changes: object = {}): Promise<string> {
	const file = at("scene.json");
	await writeFile(file, JSON.stringify({ ...smallScene, ...changes }));
	return file;
}

/** Waits until a run has begun to write a file. */
async function fileIn(out: string, name: string): Promise<void> {
	const names = () => readdir(at(out)).catch((): string[] => []);
	while (!(await names()).includes(name))
		await new Promise((resolve) => setTimeout(resolve, 1));
}

describe("help and version", () => {
	it("shows usage, commands and examples", async () => {
		const { status, stdout, stderr } = await run("--help");
		expect(status).toBe(0);
		expect(stdout).toContain("Usage: pliant");
		expect(stdout).toContain("Examples:");
		for (const name of ["init", "run", "check", "convert", "info", "models"])
			expect(stdout).toContain(`\n  ${name} `);
		expect(stderr).toBe("");
		expect((await run("-h")).stdout).toBe(stdout);
		expect((await run()).stdout).toBe(stdout);
	});

	it.each([
		"init",
		"run",
		"check",
		"convert",
		"info",
		"models",
		"materials",
		"colliders",
		"completion",
	])("of %s has examples", async (name) => {
		const { status, stdout } = await run(name, "--help");
		expect(status).toBe(0);
		expect(stdout).toContain(`Usage: pliant ${name}`);
		expect(stdout).toContain("Examples:");
	});

	it("shows the version of the package", async () => {
		const { status, stdout } = await run("--version");
		expect(status).toBe(0);
		expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
	});
});

describe("arguments that cannot be used", () => {
	it.each([
		[["rnu"], "there is no command 'rnu'; did you mean 'run'?"],
		[["--speed"], "unknown option '--speed'"],
		[["run"], "missing required argument 'scene'"],
		[["run", "a", "b"], "too many arguments"],
		[
			["run", "a", "--seconds", "0"],
			"option '--seconds <s>' argument '0' is invalid. It must be a positive number.",
		],
		[["run", "a", "--seconds", "NaN"], "It must be a positive number."],
		[["run", "a", "--steps", "1.5"], "It must be a whole number."],
		[["run", "a", "--threads", "0"], "It must be a whole number from 1 on."],
		[["run", "a", "--out"], "argument missing"],
		[
			["run", "missing.json"],
			"'missing.json' cannot be read: there is no such file",
		],
		[
			["check", "missing.obj"],
			"'missing.obj' cannot be read: there is no such file",
		],
		[["models", "trbz"], "there is no model 'trbz'; did you mean 'trbs'?"],
		[
			["materials", "slik"],
			"there is no material 'slik'; did you mean 'silk'?",
		],
		[["completion", "csh"], "Allowed choices are bash, zsh, fish."],
		[["init", "--material", "slik"], "there is no material 'slik'"],
	])("%j: one line, status 2", async (argv, message) => {
		const { status, stdout, stderr } = await run(...argv);
		expect(status).toBe(2);
		expect(stdout).toBe("");
		expect(stderr).toMatch(/^pliant: /);
		expect(stderr).toContain(message);
	});
});

describe("run", () => {
	it("writes the outputs, a picture and a plot", async () => {
		const { status, stdout, stderr } = await run(
			"run",
			await sceneFile({ picture: {} }),
			"--out",
			at("deep", "out"),
		);
		expect(stderr).toMatch(
			/^note: cloth: its edges are 190 mm long.*\nSmall: 49 vertices\n$/,
		);
		expect(status).toBe(0);
		expect(stdout).toContain("49 vertices, 72 triangles");
		expect(stdout).toContain("simulated  0.20 s in 12 steps");
		expect(stdout).toMatch(
			/^energy {5}lost .*J to the time step \(.* % of the peak kinetic energy\)$/m,
		);
		expect((await readdir(at("deep", "out"))).sort()).toEqual([
			"history.csv",
			"picture.png",
			"plot.svg",
			"scene",
			"scene.glb",
			"scene.pvd",
		]);
		const rows = (await text("deep", "out", "history.csv")).trim().split("\n");
		expect(rows).toHaveLength(14);
		const values = rows.slice(1).map((row) => row.split(",").map(Number));
		expect(values.flat().every(Number.isFinite)).toBe(true);
		// It falls, no faster than free, but for the step's own error.
		const fallen = -values[12][5];
		expect(fallen).toBeGreaterThan(0.1);
		expect(fallen).toBeLessThan(1.5 * 0.5 * 9.81 * 0.2 * (0.2 + 1 / 60));
		checkXml(await text("deep", "out", "plot.svg"));
		const { width, height, rgb } = decodePng(
			await readFile(at("deep", "out", "picture.png")),
		);
		expect([width, height]).toEqual([1200, 900]);
		expect(new Set(rgb).size).toBeGreaterThan(50);
	});

	it("takes its length from the command line", async () => {
		const scene = await sceneFile();
		const out = ["--out", at("out")];
		expect((await run("run", scene, ...out, "--steps", "3")).stdout).toContain(
			"in 3 steps",
		);
		expect(
			(await run("run", scene, ...out, "--seconds", "0.1")).stdout,
		).toContain("in 6 steps");
		const resting = await run("run", scene, ...out, "--until-rest", "100");
		expect(resting.stdout).toMatch(/in \d+ steps, until it came to rest/);
	});

	it("tells programs what happens, as JSON", async () => {
		const { stdout, stderr } = await run(
			"run",
			await sceneFile(),
			"--out",
			at("out"),
			"--json",
		);
		expect(stderr).toBe("");
		const events = stdout
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line));
		expect(events[0]).toMatchObject({
			event: "start",
			steps: 12,
			objects: [{ name: "cloth", vertices: 49 }],
		});
		expect(events.filter(({ event }) => event === "step")).toHaveLength(13);
		expect(events[13]).toMatchObject({ step: 12 });
		expect(events[13].substeps).toBeGreaterThanOrEqual(1);
		// The default accuracy.
		expect(events[13].error).toBeLessThan(5e-3);
		expect(events[14]).toMatchObject({ event: "end", outcome: "finished" });
		const losses = events
			.slice(2, 14)
			.map(({ energy }) => energy.numericalLoss);
		expect(events[14].energyFlows.numericalLoss).toBeCloseTo(
			losses.reduce((sum, loss) => sum + loss, 0),
			12,
		);
	});

	it.each([
		["cloth", {}],
		["frames", frameScene],
	])(
		"leaves a checkpoint when interrupted, and resumes to the same bits: %s",
		async (_, objects) => {
			const scene = await sceneFile({ ...objects, run: { seconds: 0.5 } });
			await run("run", scene, "--out", at("whole"));

			const { io, written, interrupt } = memoryIo({ isTTY: true });
			const running = main(["run", scene, "--out", at("parts")], io);
			await fileIn("parts", "scene.pvd");
			interrupt.abort();
			expect(await running).toBe(130);
			expect(written.stderr).toContain("\x1b[?25h");
			expect(written.stdout).toContain(", then interrupted");
			expect(written.stdout).toContain("--resume");
			expect(await readdir(at("parts"))).toContain("checkpoint.pliant");
			const soFar = (await text("parts", "history.csv")).trim().split("\n");
			expect(soFar.length).toBeLessThan(32);

			const resumed = await run("run", scene, "--out", at("parts"), "--resume");
			expect(resumed.stderr).not.toContain("pliant:");
			expect(resumed.status).toBe(0);
			const names = await readdir(at("whole"), { recursive: true });
			expect((await readdir(at("parts"), { recursive: true })).sort()).toEqual(
				names.sort(),
			);
			for (const name of names.filter((name) => name.includes(".")))
				expect(
					Buffer.compare(
						await readFile(at("parts", name)),
						await readFile(at("whole", name)),
					),
					name,
				).toBe(0);
		},
	);

	it("runs objects with frames as others, with picture, files and tables", async () => {
		const scene = await sceneFile({ ...frameScene, run: { seconds: 0.2 } });
		const { status, stdout, stderr } = await run(
			...["run", scene, "--out", at("out")],
		);
		expect(stderr).not.toContain("pliant:");
		expect(status).toBe(0);
		expect(stdout).toContain(
			"object     bar: 290 vertices, 576 triangles, 2 frames, 500 samples, 4.00 kg; stvk",
		);
		const names = await readdir(at("out"));
		for (const name of ["picture.png", "plot.svg", "scene.glb", "scene.pvd"])
			expect(names).toContain(name);
		const [head, ...rows] = (await text("out", "history.csv"))
			.trim()
			.split("\n")
			.map((line) => line.split(","));
		const low = rows.map((row) => Number(row[head.indexOf("low y [m]")]));
		expect(low[0]).toBe(-0.05);
		expect(low[12]).toBeLessThan(-0.06);
	});

	it("has nothing to resume after a run that finished, nor from a file of another kind", async () => {
		const scene = await sceneFile({ run: { steps: 1 } });
		await run("run", scene, "--out", at("out"));
		const again = await run("run", scene, "--out", at("out"), "--resume");
		expect(again.status).toBe(2);
		expect(again.stderr).toContain("there is nothing to resume");
		for (const bytes of [
			"",
			"PLIANTRUN2\n",
			"PLIANTRUN2\n\xff\xff\xff\x7f",
			"something",
		]) {
			await writeFile(at("out", "checkpoint.pliant"), bytes, "latin1");
			const { status, stderr } = await run(
				...["run", scene, "--out", at("out"), "--resume"],
			);
			expect(status).toBe(2);
			expect(stderr).toContain("run the scene from the start");
		}
	});

	it("finds equilibria", async () => {
		const scene = await sceneFile({
			objects: {
				block: {
					mesh: { box: { size: [0.4, 0.1, 0.1], cells: [4, 2, 2] } },
					material: "natural-rubber",
					hold: [{ vertices: { group: "x-min" } }],
				},
			},
			probes: {},
			run: { statics: {} },
		});
		const { status, stdout } = await run("run", scene, "--out", at("out"));
		expect(status).toBe(0);
		expect(stdout).toContain("in stable equilibrium");
		expect((await text("out", "history.csv")).trim().split("\n")).toHaveLength(
			3,
		);
	});

	it("ends with status 1 when the simulation fails, with its last state kept", async () => {
		const scene = await sceneFile({
			simulation: { integrator: "symplectic-euler", timeStep: 0.1 },
			run: { steps: 500 },
			outputs: [{ format: "csv" }],
		});
		const { status, stderr } = await run("run", scene, "--out", at("out"));
		expect(status).toBe(1);
		expect(stderr).toMatch(
			/pliant: step \d+ at .* failed: .*Use a shorter time step/,
		);
		expect(await readdir(at("out"))).toContain("checkpoint.pliant");
		expect(
			(await text("out", "history.csv")).trim().split("\n").length,
		).toBeGreaterThan(2);
	});

	it("tells why the simulation failed before telling that the checkpoint cannot be written", async () => {
		const scene = await sceneFile({
			simulation: { integrator: "symplectic-euler", timeStep: 0.1 },
			run: { steps: 500 },
			outputs: [{ format: "csv" }],
		});
		const running = run("run", scene, "--out", at("out"));
		await fileIn("out", "history.csv");
		// A folder in the way of the checkpoint, and one in the way of the one before it.
		await mkdir(at("out", "checkpoint.pliant", "x"), { recursive: true });
		await mkdir(at("out", "checkpoint.earlier.pliant", "x"), {
			recursive: true,
		});
		const { status, stderr } = await running;
		expect(status).toBe(1);
		expect(stderr).toMatch(
			/^pliant: step \d+ at .* failed: .*\npliant: .*checkpoint\.pliant: cannot be written/m,
		);
		// The table is there to the last step.
		const rows = (await text("out", "history.csv")).trim().split("\n");
		const [, failed] = /step (\d+) at/.exec(stderr) ?? [];
		expect(rows).toHaveLength(Number(failed) + 1);
	});

	it("runs two seconds where the scene does not say how long", async () => {
		const { stdout } = await run(
			"run",
			await sceneFile({ run: {}, outputs: [{ format: "csv" }] }),
			...["--out", at("out"), "--json"],
		);
		const events = stdout
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line));
		expect(events[0].steps).toBe(120);
		expect(events.at(-1)).toMatchObject({ outcome: "finished", step: 120 });
	});

	it("refuses a bad scene with all its problems, and writes nothing", async () => {
		const scene = await sceneFile({ run: { second: 1 }, gravity: 3 });
		const { status, stderr } = await run("run", scene, "--out", at("out"));
		expect(status).toBe(2);
		expect(stderr).toContain("scene.json: 2 problems");
		expect(stderr).toContain("run.second: there is no key 'second'");
		expect(await readdir(folder)).toEqual(["scene.json"]);
	});

	it("reads nothing outside the scene's folder", async () => {
		await mkdir(at("inside"));
		await writeFile(at("secret.obj"), "v 0 0 0\n");
		await symlink(at("secret.obj"), at("inside", "link.obj"));
		await symlink(folder, at("inside", "out"));
		for (const [file, message] of [
			["../secret.obj", "leads out of the folder"],
			[at("secret.obj"), "is absolute"],
			["link.obj", "is a link that leads out of the scene's folder"],
			["out/secret.obj", "is a link that leads out of the scene's folder"],
			["./x/../../secret.obj", "leads out of the folder"],
		]) {
			const objects = { a: { mesh: { file }, material: "silk" } };
			await writeFile(
				at("inside", "scene.json"),
				JSON.stringify({ pliant: 1, objects }),
			);
			const { status, stderr } = await run("run", at("inside", "scene.json"));
			expect(status).toBe(2);
			expect(stderr).toContain(message);
		}
	});

	it("says when the results cannot be written", async () => {
		await writeFile(at("file"), "mine");
		const { status, stderr } = await run(
			...["run", await sceneFile(), "--out", at("file", "deep")],
		);
		expect(status).toBe(2);
		expect(stderr).toContain("part of the path is a file");
		expect(await text("file")).toBe("mine");
	});
});

const square = "o square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";

describe("check", () => {
	it("tells of a good mesh what it is like", async () => {
		await writeFile(at("a.obj"), square);
		const { status, stdout } = await run("check", at("a.obj"));
		expect(status).toBe(0);
		expect(stdout).toContain("triangles   2, 1 m² in area");
		expect(stdout).toContain("0.8–0.9  ████████████████████████ 100.0 %");
		expect(stdout).toContain("nothing wrong");
	});

	it("finds what is wrong, and says what helps", async () => {
		// A face on one vertex twice, one that is there twice, and a vertex without a face.
		await writeFile(at("a.obj"), `${square}v 9 9 9\nf 1 1 2\nf 1 2 3\n`);
		const { status, stdout } = await run("check", at("a.obj"));
		expect(status).toBe(1);
		expect(stdout).toContain("error: ");
		expect(stdout).toContain("--repair");
		const { problems } = JSON.parse(
			(await run("check", at("a.obj"), "--json")).stdout,
		);
		expect(problems.length).toBeGreaterThan(0);
	});

	it.each([
		["millimetres", 900, 0.001, "0.9 m"],
		["millimetres", 30_000, 0.001, "30 m"],
		["centimetres", 120, 0.01, "1.2 m"],
		["inches", 45, 0.0254, "1.143 m"],
	])("suggests %s for %d m", async (unit, extent, scale, length) => {
		await writeFile(at("a.obj"), square.replace("1 0 0", `${extent} 0 0`));
		const { stdout } = await run("check", at("a.obj"));
		expect(stdout).toContain(
			`hint: it is ${extent} m long: if the file is in ${unit}, which makes it ${length}, set "scale": ${scale} in the scene, or convert it with --scale ${scale};`,
		);
	});

	it("tells the other units that a length may be in", async () => {
		await writeFile(at("a.obj"), square.replace("1 0 0", "120 0 0"));
		expect((await run("check", at("a.obj"))).stdout).toContain(
			"; in inches (0.0254) it would be 3.048 m, in millimetres (0.001) 0.12 m\n",
		);
	});

	it("says nothing of units where the length is usual", async () => {
		await writeFile(at("a.obj"), square.replace("1 0 0", "2.9 0 0"));
		expect((await run("check", at("a.obj"))).stdout).not.toContain("m long");
	});

	it("asks about units where a length is unusual, and says what is usual for the format", async () => {
		await writeFile(at("a.obj"), square.replace("1 0 0", "10 0 0"));
		const { stdout } = await run("check", at("a.obj"));
		expect(stdout).toMatch(
			/hint: it is 10 m long: if the file is in .*, in millimetres \(0\.001\) 0\.01 m; if it is meant in metres, leave it\n/,
		);
		await run("convert", at("a.obj"), at("a.stl"));
		expect((await run("check", at("a.stl"))).stdout).toContain(
			"leave it (STL files are in millimetres as a rule)\n",
		);
		// Metres by definition.
		await run("convert", at("a.obj"), at("a.glb"));
		expect((await run("check", at("a.glb"))).stdout).not.toContain("m long");
	});

	it("tells frames and samples, as info does, and judges no triangles that frames move", async () => {
		const scene = await sceneFile(frameScene);
		const { status, stdout } = await run("check", scene);
		expect(status).toBe(0);
		expect(stdout).toContain("frames      2; 1 held, 0 moved\nsamples     500");
		expect(stdout).not.toContain("quality");
		expect(stdout).not.toContain("hint");
		expect((await run("info", scene)).stdout).toContain(
			"frames      2; 1 held",
		);
		const [object] = JSON.parse(
			(await run("check", scene, "--json")).stdout,
		).objects;
		expect(object.frames).toEqual({
			count: 2,
			held: 1,
			moved: 0,
			samples: 500,
		});
	});

	it.each([
		[
			"trbs",
			"its angular springs are negative there, though it bears the same",
		],
		["tensile-springs", "springs alone collapse under little compression"],
	])(
		"tells a scene of %s of its obtuse triangles",
		async (model, consequence) => {
			const sheet = (apex: number) => {
				const file = `v 0 0 0\nv 2 0 0\nv 1 ${apex} 0\nv 1 -2 0\nf 1 2 3\nf 2 1 4\n`;
				return writeFile(at("sheet.obj"), file);
			};
			const scene = {
				objects: {
					sheet: {
						mesh: { file: "sheet.obj" },
						models: [{ model, youngModulus2d: 100, poissonRatio: 0.3 }],
						arealDensity: 0.1,
					},
				},
				probes: {},
			};
			await sheet(1 / Math.sqrt(3));
			const obtuse = await run("check", await sceneFile(scene));
			expect(obtuse.stdout).toContain(
				`hint: ${model}: 1 of 2 triangles are obtuse (up to 120°): ${consequence}`,
			);
			await sheet(1);
			const right = await run("check", await sceneFile(scene));
			expect(right.status).toBe(0);
			expect(right.stdout).not.toContain("obtuse");
		},
	);

	it("tells how far the stress of solids may be off, and which cells would do", async () => {
		const barOf = (model: string) => ({
			mesh: { box: { size: [0.4, 0.1, 0.1], cells: [8, 2, 2] } },
			models: [{ model, youngModulus: 1e6, poissonRatio: 0.3 }],
			density: 1000,
		});
		const bar = barOf("stvk-hexahedra");
		const hold = [{ vertices: { group: "x-min" } }];
		const scene = (object: object) =>
			sceneFile({ objects: { bar: object }, probes: {} });
		const accuracyOf = async (object: object) => {
			const { stdout } = await run("check", await scene(object), "--json");
			return JSON.parse(stdout).objects[0].accuracy;
		};
		const linear = await accuracyOf({ ...bar, hold });
		expect(linear.relativeError).toBeGreaterThan(0.2);
		expect(linear.worst[0]).toBeLessThan(0.1);
		expect(linear.cellSize).toBeCloseTo(0.05, 6);
		expect(linear.betterCellSize).toBeCloseTo(
			(0.1 * linear.cellSize) / linear.relativeError,
			9,
		);
		const quadratic = await accuracyOf({ ...barOf("stvk"), hold });
		expect(quadratic.relativeError).toBeLessThan(0.5 * linear.relativeError);

		const { stdout } = await run("check", await scene({ ...bar, hold }));
		expect(stdout).toMatch(
			/accuracy {4}its stress may be off by \d+ %, most near \(0\.0[^)]*\); finer cells there help, or for 10 % throughout cells of 0\.0\d+ m, which are 0\.05 m now/,
		);
		const file = await scene({ ...bar, hold });
		expect((await run("check", file, "--no-estimate")).stdout).not.toContain(
			"accuracy",
		);
		expect((await run("check", await scene(bar))).stdout).toMatch(
			/accuracy {4}unknown: statics: body "bar" has no equilibrium/,
		);
	});

	it("shows fields as colours where outputs ask for them", async () => {
		const scene = await sceneFile({
			objects: {
				bar: {
					mesh: { box: { size: [0.4, 0.1, 0.1], cells: [4, 1, 1] } },
					models: [{ model: "stvk", youngModulus: 1e6, poissonRatio: 0.3 }],
					density: 1000,
					hold: [{ vertices: { group: "x-min" } }],
				},
			},
			probes: {},
			run: { statics: {} },
			outputs: [{ format: "glb", color: "von-mises" }],
		});
		const { stdout } = await run("run", scene, "--out", at("out"));
		expect(stdout).toMatch(
			/colours {4}von-mises from \S+ \(blue\) to \S+ \(red\)/,
		);
		const glb = (await readFile(at("out", "scene.glb"))).toString("latin1");
		expect(glb).toContain('"COLOR_0"');
		const { width, height, rgb } = decodePng(
			await readFile(at("out", "picture.png")),
		);
		let red = 0;
		for (let i = 0; i < width * height; i++)
			if (rgb[3 * i] > 2 * rgb[3 * i + 1] && rgb[3 * i] > 2 * rgb[3 * i + 2])
				red++;
		expect(red).toBeGreaterThan(100);
		const refused = await run(
			"check",
			await sceneFile({ outputs: [{ format: "vtu", color: "von-mises" }] }),
		);
		expect(refused.stdout).toContain("color: is for glb only");
	});

	it("says when statics ends inside out", async () => {
		const scene = await sceneFile({
			gravity: [0, 0, 0],
			objects: {
				sheet: {
					mesh: { grid: { cells: [3, 3] }, jitter: {} },
					models: [{ model: "trbs", youngModulus2d: 1, poissonRatio: 0 }],
					arealDensity: 0.1,
					hold: [
						{ vertices: "all", slideOn: { line: [0, 1, 0] } },
						{ vertices: { group: "bottom" } },
					],
					loads: [{ vertices: { group: "top" }, lineLoad: [0, -0.22, 0] }],
				},
			},
			probes: {},
			run: { statics: { loadSteps: 10 } },
		});
		const { stdout } = await run("run", scene, "--out", at("out"));
		expect(stdout).toContain(
			"in equilibrium, but elements are inside out: the loads are more than the material bears; lower them, or take",
		);
	});

	it("checks scenes", async () => {
		const good = await run("check", await sceneFile());
		expect(good.status).toBe(0);
		expect(good.stdout).toContain("can be simulated");
		expect(good.stdout).toContain("held        2 vertices");
		const bad = await run("check", await sceneFile({ gravity: 3 }));
		expect(bad.status).toBe(1);
		expect(bad.stdout).toContain("gravity: is 3; it must be three numbers");
		const json = await run("check", await sceneFile({ gravity: 3 }), "--json");
		expect(JSON.parse(json.stdout).problems[0].path).toEqual(["gravity"]);
	});
});

describe("convert and info", () => {
	it("converts from one format to another and back", async () => {
		await writeFile(at("a.obj"), square);
		let from = at("a.obj");
		for (const name of ["b.ply", "c.vtu", "d.msh", "e.off", "f.stl", "g.glb"]) {
			const { status, stderr } = await run("convert", from, at(name));
			expect(stderr).not.toContain("pliant:");
			expect(status).toBe(0);
			const { stdout } = await run("info", at(name));
			expect(stdout).toContain("vertices    4");
			expect(stdout).toContain("triangles   2, 1 m² in area");
			from = at(name);
		}
	});

	it("scales and mends", async () => {
		await writeFile(at("a.obj"), `${square}v 9 9 9\nf 1 1 2\n`);
		const { stderr, stdout } = await run(
			...["convert", at("a.obj"), at("b.obj"), "--scale", "2", "--repair"],
		);
		expect(stderr).toContain("note: ");
		expect(stdout).toContain("vertices    4");
		expect(stdout).toContain("2, 4 m² in area");
	});

	it("leaves nothing behind when it cannot", async () => {
		await writeFile(at("a.obj"), "v 0 0 nonsense\n");
		for (const to of ["b.ply", "b.xyz"]) {
			const { status, stderr } = await run("convert", at("a.obj"), at(to));
			expect(status).toBe(2);
			expect(stderr).toMatch(/^pliant: .*(a\.obj|b\.xyz)/);
		}
		expect(await readdir(folder)).toEqual(["a.obj"]);
	});
});

describe("init", () => {
	it("writes a scene that runs, and the schema for editors", async () => {
		const { status, stdout } = await run("init", at("new"));
		expect(status).toBe(0);
		expect(stdout).toContain(`pliant run ${at("new", "scene.jsonc")}`);
		const scene = await text("new", "scene.jsonc");
		expect(scene).toContain("// ");
		expect(JSON.parse(await text("new", "scene.schema.json")).title).toBe(
			"Pliant scene",
		);
		const checked = await run("check", at("new", "scene.jsonc"));
		expect(checked.status).toBe(0);
		expect(checked.stdout).not.toContain("note:");
		const again = await run("init", at("new"));
		expect(again.status).toBe(2);
		expect(again.stderr).toContain("is there already");
		expect((await run("init", at("new"), "--force")).status).toBe(0);
	});

	it.each([
		["a.obj", square, "silk"],
		[
			"a.vtk",
			"# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n0 0 0 1 0 0 0 1 0 0 0 1\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n",
			"liver",
		],
		["line.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nl 1 2 3\n", "cotton-thread"],
	])("fits the scene to the mesh %s", async (name, content, material) => {
		await writeFile(at(name), content);
		const { status } = await run(
			...["init", at("mine"), "--mesh", at(name), "--material", material],
		);
		expect(status).toBe(0);
		const { status: ran, stderr } = await run(
			...["run", at("mine", "scene.jsonc"), "--steps", "3", "--out", at("out")],
		);
		expect(stderr).not.toContain("pliant:");
		expect(ran).toBe(0);
	});
});

it.each(["satin", "denim", "jersey"])(
	"init takes cells that folds of %s can live with",
	async (material) => {
		const { stdout } = await run("init", at(material), "--material", material);
		expect(stdout).not.toContain("note:");
	},
);

it("init, check and run say so where edges are too long for folds", async () => {
	await writeFile(at("a.obj"), square);
	const mesh = ["--mesh", at("a.obj"), "--material", "silk"];
	const note =
		/note: cloth: its edges are 1100 mm long, and folds of this sheet under its weight need 4\.\d mm: .* Take cells of 4\.\d mm \(some \d+ vertices\)/;
	expect((await run("init", at("mine"), ...mesh)).stdout).toMatch(note);
	const scene = at("mine", "scene.jsonc");
	expect((await run("check", scene)).stdout).toMatch(note);
	const running = ["run", scene, "--steps", "1", "--out", at("out")];
	expect((await run(...running)).stderr).toMatch(note);
});

it("init scales the mesh and what follows from its size", async () => {
	await writeFile(at("a.obj"), square);
	await run("init", at("mine"), "--mesh", at("a.obj"), "--scale", "0.01");
	const scene = await text("mine", "scene.jsonc");
	expect(scene).toContain('{ "file": "a.obj", "scale": 0.01 }');
	expect(scene).toContain("[0.0005, 0, 0]");
	expect((await run("check", at("mine", "scene.jsonc"))).status).toBe(0);
});

describe("models, materials and completion", () => {
	it("lists models, and shows parameters and papers of one", async () => {
		expect((await run("models")).stdout).toContain("\n  trbs ");
		const { stdout } = await run("models", "trbs");
		expect(stdout).toContain("Delingette 2008");
		expect(stdout).toContain("youngModulus2d [N/m]");
		const [model] = JSON.parse((await run("models", "trbs", "--json")).stdout);
		expect(model.parameters[0]).toMatchObject({ unit: "N/m" });
	});

	it("lists materials, and shows values and sources of one", async () => {
		expect((await run("materials")).stdout).toContain("\n  silk ");
		expect((await run("materials", "silk")).stdout).toMatch(
			/warpModulus2d\s+\d+ N\/m/,
		);
		expect(
			JSON.parse((await run("materials", "--json")).stdout).length,
		).toBeGreaterThan(30);
	});

	it("lists the shapes of colliders with their parameters", async () => {
		const { stdout } = await run("colliders");
		expect(stdout).toContain(
			"sphere\n  A ball.\n    centre [m]: its centre, three finite numbers, [0, 0, 0] by default\n    radius [m]: its radius, positive\n",
		);
		expect(stdout).toContain("rotate [°]: angles about");
		const shapes = JSON.parse((await run("colliders", "--json")).stdout);
		expect(shapes.map(({ name }: { name: string }) => name)).toEqual([
			"box",
			"capsule",
			"cylinder",
			"plane",
			"sphere",
		]);
	});

	it.each(["bash", "zsh", "fish"])("completes for %s", async (shell) => {
		const { status, stdout } = await run("completion", shell);
		expect(status).toBe(0);
		for (const word of ["run", "resume", "silk", "trbs"])
			expect(stdout).toContain(word);
	});
});
