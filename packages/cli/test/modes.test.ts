import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { main } from "../src/command.ts";
import { memoryIo } from "./memoryIo.ts";

let folder = "";
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "pliant-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function modes(scene: object, ...options: string[]) {
	const file = join(folder, "scene.json");
	await writeFile(file, JSON.stringify({ pliant: 1, ...scene }));
	const { io, written } = memoryIo();
	const out = join(folder, "out");
	const status = await main(["modes", file, "--out", out, ...options], io);
	return { status, out, ...written };
}

/** A thread of 10 segments under 5 N. */
const string = {
	gravity: [0, 0, 0],
	objects: {
		string: {
			mesh: { line: { segments: 10 } },
			models: [{ model: "quadratic-spring", axialStiffness: 500 }],
			linearDensity: 0.01,
			start: { scale: [1.01, 1, 1] },
			hold: [{ vertices: { group: "start" } }, { vertices: { group: "end" } }],
		},
	},
};
/** As segments of uniform mass have it; 3 / (2 + cos) is what they differ by from masses on a thread. */
const first =
	Math.sqrt(5 / ((1.01 / 10) * (0.01 / 10))) *
	(Math.sin(Math.PI / 20) / Math.PI) *
	Math.sqrt(3 / (2 + Math.cos(Math.PI / 10)));

it("tells the frequencies of a scene, and animates their shapes", async () => {
	const { status, stdout, out } = await modes(string, "--count", "4");
	expect(status).toBe(0);
	expect(stdout.match(/vibration/g)?.length).toBe(4);
	expect(stdout).toContain(first.toPrecision(6));
	expect((await readdir(out)).sort()).toEqual([
		...[1, 2, 3, 4].map((i) => `mode-${i}.glb`),
		"modes.csv",
	]);
	const [head, row] = (await readFile(join(out, "modes.csv"), "utf8")).split(
		"\n",
	);
	expect(head).toContain("frequency");
	expect(Number(row.split(",")[1])).toBeCloseTo(first, 6);
	const glb = await readFile(join(out, "mode-1.glb"));
	expect(glb.subarray(0, 4).toString()).toBe("glTF");
});

it("tells them as JSON, about the equilibrium on request", async () => {
	const { stdout } = await modes(
		{
			objects: {
				block: {
					mesh: { box: { size: [0.2, 0.1, 0.1], cells: [4, 2, 2] } },
					material: "silicone-ecoflex-00-30",
					hold: [{ vertices: { group: "x-min" } }],
				},
			},
		},
		"--json",
		"--statics",
		"--count",
		"2",
	);
	const found = JSON.parse(stdout);
	expect(found.length).toBe(2);
	for (const { kind, frequency } of found) {
		expect(kind).toBe("vibration");
		expect(frequency).toBeGreaterThan(0);
	}
});

it("has nothing to animate of rigid motions", async () => {
	const { stdout, out } = await modes(
		{
			objects: {
				block: {
					mesh: { box: { cells: [2, 2, 2] } },
					material: "silicone-ecoflex-00-30",
				},
			},
		},
		"--count",
		"1",
	);
	expect(stdout).toContain("rigid");
	expect(await readdir(out)).toEqual(["modes.csv"]);
});
