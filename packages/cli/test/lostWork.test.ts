/** What happens to a run that is disturbed, and that nothing of it is lost or mixed up. */
import { fork } from "node:child_process";
import {
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rm,
	writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../src/command.ts";
import { lockFolder } from "../src/disk/folderLock.ts";
import { resultFolder } from "../src/disk/resultFolder.ts";
import { loadCheckpoint, saveCheckpoint } from "../src/run/checkpointFiles.ts";
import { resumeLine } from "../src/run/resumeLine.ts";
import {
	decodeRunCheckpoint,
	encodeRunCheckpoint,
} from "../src/run/runCheckpoint.ts";
import { memoryIo } from "./memoryIo.ts";

let folder = "";
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "pliant-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const at = (...path: string[]) => join(folder, ...path);

const cable = {
	pliant: 1,
	gravity: [0, -9.81, 0],
	objects: {
		cable: {
			mesh: { file: "cable.obj" },
			models: [{ model: "quadratic-spring", axialStiffness: 100 }],
			linearDensity: 0.1,
			hold: [{ vertices: { indices: [0] } }],
		},
	},
	colliders: { floor: { plane: { point: [0, -5, 0] } } },
	simulation: { timeStep: 0.01 },
	run: { seconds: 0.05 },
	outputs: [{ format: "csv" }],
};
const cableMesh = (last = 2) =>
	`v 0 0 0\nv 1 0 0\nv ${last} 0 0\nl 1 2\nl 2 3\n`;

async function sceneFile(changes: object = {}): Promise<string> {
	await writeFile(at("cable.obj"), cableMesh());
	await writeFile(at("scene.json"), JSON.stringify({ ...cable, ...changes }));
	return at("scene.json");
}

async function run(...argv: string[]) {
	const { io, written } = memoryIo();
	const status = await main(["run", ...argv, "--out", at("out")], io);
	return { status, ...written };
}

/** Runs until some steps are done, and then as Ctrl-C would. */
async function interrupted(scene: string, ...more: string[]) {
	const { io, written, interrupt } = memoryIo();
	const write = io.stdout.write.bind(io.stdout);
	io.stdout.write = (text: string) => {
		if (text.includes('"step":2,')) interrupt.abort();
		return write(text);
	};
	const status = await main(
		["run", scene, "--json", "--out", at("out"), ...more],
		io,
	);
	expect(status).toBe(130);
	return written;
}

describe("resuming", () => {
	const stiffer = {
		...cable.objects.cable,
		models: [{ model: "quadratic-spring", axialStiffness: 101 }],
	};
	const changes: Readonly<Record<string, object>> = {
		gravity: { gravity: [0, -1.62, 0] },
		simulation: { simulation: { timeStep: 0.02 } },
		"objects.cable": { objects: { cable: stiffer } },
		"colliders.floor": { colliders: { floor: { plane: {} } } },
		outputs: { outputs: [{ format: "jsonl" }] },
	};

	it("refuses a scene that has changed, unless told", async () => {
		await interrupted(await sceneFile());
		for (const [part, change] of Object.entries(changes)) {
			const { status, stderr } = await run(await sceneFile(change), "--resume");
			expect(status).toBe(2);
			expect(stderr).toContain(
				`it has changed since the run that is to be resumed (${part})`,
			);
		}
		const scene = await sceneFile(changes.gravity);
		const meant = await run(scene, "--resume", "--changed");
		expect(meant.stderr).toContain(
			"note: the scene has changed since (gravity)",
		);
		expect(meant.status).toBe(0);
	});

	it("refuses a mesh with other contents, but not another title or length", async () => {
		const scene = await sceneFile();
		await interrupted(scene);
		await writeFile(at("cable.obj"), cableMesh(2.01));
		expect((await run(scene, "--resume")).stderr).toContain("(cable.obj)");
		await sceneFile({ title: "Longer", run: { seconds: 0.06 } });
		const { status, stdout } = await run(scene, "--resume");
		expect(status).toBe(0);
		expect(stdout).toContain("in 6 steps");
	});

	it("has no old run to go on with once a new one has begun", async () => {
		const scene = await sceneFile();
		await interrupted(scene);
		// A new run that crashes before its first checkpoint.
		await sceneFile({ outputs: [{ format: "csv", name: "other" }] });
		await mkdir(at("out", "other.csv"));
		expect((await run(scene)).status).toBe(2);
		const { status, stderr } = await run(scene, "--resume");
		expect(status).toBe(2);
		expect(stderr).toContain("there is nothing to resume");
	});

	it("tells how to, with all options that matter", () => {
		expect(
			resumeLine("my scene.json", { out: "a b", seconds: 3, threads: 2 }),
		).toBe(
			"pliant run 'my scene.json' --out 'a b' --seconds 3 --threads 2 --resume",
		);
		expect(
			resumeLine("s.json", { steps: 7, untilRest: 0.1, checkpointEvery: 5 }),
		).toBe(
			"pliant run s.json --steps 7 --until-rest 0.1 --checkpoint-every 5 --resume",
		);
		expect(
			resumeLine("s.json", {
				meshFolder: "~/meshes",
				renderer: "plain",
				contacts: true,
			}),
		).toBe(
			"pliant run s.json --mesh-folder '~/meshes' --renderer plain --contacts --resume",
		);
	});

	it("tells programs too", async () => {
		const { stdout } = await interrupted(await sceneFile(), "--seconds", "0.2");
		const end = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
		expect(end.resume).toBe(
			`pliant run ${at("scene.json")} --out ${at("out")} --seconds 0.2 --resume`,
		);
	});
});

describe("checkpoints", () => {
	const checkpoint = {
		state: Uint8Array.from({ length: 300 }, (_, i) => i),
		outputs: { "csv history": { last: 3, progress: { length: 70 } } },
		history: { moments: [] },
		scene: { gravity: "1f" },
	};

	it("are refused with any one bit changed, or cut anywhere", () => {
		const bytes = encodeRunCheckpoint(checkpoint);
		expect(decodeRunCheckpoint(bytes, "c")).toEqual(checkpoint);
		for (let at = 0; at < bytes.length; at++) {
			for (let bit = 1; bit < 256; bit *= 2) {
				const damaged = bytes.slice();
				damaged[at] ^= bit;
				expect(() => decodeRunCheckpoint(damaged, "c")).toThrow(
					"run the scene from the start",
				);
			}
			expect(() => decodeRunCheckpoint(bytes.slice(0, at), "c")).toThrow(
				"run the scene from the start",
			);
		}
	});

	it("are kept twice, and the older one serves where the newer is damaged or missing", async () => {
		const older = { ...checkpoint, history: { moments: [1] } };
		await saveCheckpoint(folder, older);
		await saveCheckpoint(folder, checkpoint);
		expect((await loadCheckpoint(folder)).checkpoint).toEqual(checkpoint);
		const bytes = await readFile(at("checkpoint.pliant"));
		bytes[200] ^= 4;
		await writeFile(at("checkpoint.pliant"), bytes);
		const { checkpoint: found, note } = await loadCheckpoint(folder);
		expect(found).toEqual(older);
		expect(note).toContain("is damaged; going on from the one before it");
		// As a crash between the two renames leaves it.
		await rm(at("checkpoint.pliant"));
		expect((await loadCheckpoint(folder)).checkpoint).toEqual(older);
	});

	it("come after the first seconds and then at intervals", async () => {
		const scene = await sceneFile({ run: { steps: 5 } });
		const { status } = await run(scene, "--checkpoint-every", "1e-9");
		expect(status).toBe(0);
		expect(await readdir(at("out"))).toEqual([
			"history.csv",
			"picture.png",
			"plot.svg",
		]);
	});
});

describe("a folder", () => {
	it("belongs to one run at a time", async () => {
		const lock = await lockFolder(at("out"));
		const { status, stderr } = await run(await sceneFile());
		expect(status).toBe(2);
		expect(stderr).toContain(
			`another run writes to it (process ${process.pid}`,
		);
		await lock.release();
		expect(await readdir(at("out"))).toEqual([]);
	});

	it("is taken over from a run that is dead, with a word", async () => {
		const child = fork("-e", [], { execArgv: [], stdio: "ignore" });
		await new Promise((resolve) => child.once("exit", resolve));
		await lockFolder(at("out"));
		const text = await readFile(at("out", "run.lock"), "utf8");
		for (const dead of [
			text.replace(`"process":${process.pid}`, `"process":${child.pid}`),
			// Another process may have its number.
			text.replace(/"began":"\d+"/, '"began":"1"'),
			"",
		]) {
			await writeFile(at("out", "run.lock"), dead);
			const lock = await lockFolder(at("out"));
			expect(lock.note).toContain("did not end by itself");
			await lock.check();
			await lock.release();
		}
	});

	it("is not taken over from another machine", async () => {
		await lockFolder(at("out"));
		const text = await readFile(at("out", "run.lock"), "utf8");
		const elsewhere = text.replace(/"host":"[^"]*"/, '"host":"elsewhere"');
		await writeFile(at("out", "run.lock"), elsewhere);
		await expect(lockFolder(at("out"))).rejects.toThrow("on elsewhere, since");
	});

	it("that is removed while a run goes on ends it, and is not made anew", async () => {
		const scene = await sceneFile({ run: { steps: 5000 } });
		const running = run(scene, "--checkpoint-every", "0.05");
		for (;;) {
			const names = await readdir(at("out")).catch((): string[] => []);
			if (names.includes("checkpoint.pliant")) break;
			await new Promise((resolve) => setTimeout(resolve, 5));
		}
		await rm(at("out"), { recursive: true });
		const { status, stderr } = await running;
		expect(status).not.toBe(0);
		expect(stderr).toContain("while this one was writing to it");
		expect(await readdir(folder)).not.toContain("out");
	});

	it("is not made anew for the next file of a series either", async () => {
		const results = resultFolder(at("series"));
		await (await results.create("frames/0.vtu")).close();
		await rm(at("series"), { recursive: true });
		await expect(results.create("frames/1.vtu")).rejects.toThrow(
			"the folder was removed while",
		);
		expect(await readdir(folder)).not.toContain("series");
	});

	it("tells of a file in it that is removed while it is written", async () => {
		const results = resultFolder(folder);
		const file = await results.extend("a.csv", 0);
		await file.write(new Uint8Array(3));
		await file.sync();
		await rm(at("a.csv"));
		await expect(file.sync()).rejects.toThrow("it was removed or replaced");
		await expect(file.close()).rejects.toThrow("it was removed or replaced");
	});
});

it("outputs that would write the same file are refused", async () => {
	const two = (a: object, b: object) => sceneFile({ outputs: [a, b] });
	for (const [a, b, file] of [
		[{ format: "csv" }, { format: "csv", name: "history" }, "history.csv"],
		[{ format: "glb" }, { format: "glb", name: "scene" }, "scene.glb"],
		[{ format: "vtu", name: "a" }, { format: "vtu", name: "A" }, "a.vtu"],
	] as const) {
		const { status, stderr } = await run(await two(a, b));
		expect(status).toBe(2);
		expect(stderr).toContain(`would write ${file} as another output does`);
	}
	const part = cable.objects.cable;
	const scene = await sceneFile({
		objects: { "b-c": part, c: part },
		outputs: [
			{ format: "pc2", name: "a" },
			{ format: "pc2", name: "a-b" },
		],
	});
	expect((await run(scene)).stderr).toContain("would write a-b-c.pc2");
});
