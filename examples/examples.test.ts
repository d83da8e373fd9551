import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { main } from "../packages/cli/src/command.ts";
import { memoryIo } from "../packages/cli/test/memoryIo.ts";

const root = new URL("../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8").trim();

/** Columns of the history of each scene, or differences of two, at its end, and the range they must be in. */
const endings: Record<string, Record<string, [number, number]>> = {
	// Sides of 0.4 m, within 30° of plumb; no point is farther from a held corner than the diagonal, 0.5657 m.
	"03-first-scene": { "lowest y [m]": [-0.5657, -0.346] },
	"04-scarf": { "lowest y [m]": [-0.2, -0.04] },
	// A quarter of a turn in the middle.
	"05-twisted-bar": {
		"middle y [m]": [-0.0253, -0.0247],
		"middle z [m]": [0.0247, 0.0253],
	},
	// A catenary of 1.1 m over 1 m sags by 0.2003 m.
	"06-hanging-line": { "lowest y [m]": [-0.202, -0.2] },
	// Twice p R² (1 − ν) / (2 E t), which is 0.001 m.
	"07-balloon": { "top y [m]": [0.00099, 0.00102] },
	// Corners hang 0.296 m over the rim of a table that is 0.7 m high, within whose reach of 15 mm the middle lies.
	"11-tablecloth": {
		"lowest y [m]": [0.404, 0.46],
		"middle y [m]": [0.7, 0.715],
	},
	// On its legs again, which give way: its shell was 5.3 cm high on average, and its head 5.6. The floor pushes from a thousandth of its extent on.
	"13-frame-scene": {
		"lowest y [m]": [0, 0.0004],
		"shell y [m]": [0.0395, 0.042],
		"head y [m]": [0.041, 0.044],
		"kinetic energy [J]": [0, 1e-4],
	},
	// The string is longer by (m + μ/2 · 0.2) g/EA, 0.2026 m in all for a ball of 0.26 kg, which hangs straight below by its top.
	"14-tied-bodies": {
		"knot y [m] - hook y [m]": [0.2024, 0.2027],
		"hook y [m] - ball y [m]": [0.04998, 0.05002],
		"hook x [m] - knot x [m]": [-0.004, 0.004],
		"kinetic energy [J]": [0, 1e-4],
	},
	// The heavy elastica's tips at w L³/EI = 50.86, 22.60 and 10.05 are at −0.5453, −0.5069 and −0.4208 m.
	"16-rods": {
		"thin y [m]": [-0.5464, -0.5442],
		"middle y [m]": [-0.508, -0.5058],
		"thick y [m]": [-0.4219, -0.4197],
	},
	// At rest and not flat: bent, it has less energy than the flat ring's 0.072 J, and more than the 0.017 J it would have had it gone through itself.
	"17-writhing-loop": {
		"kinetic energy [J]": [0, 1e-6],
		"elastic energy [J]": [0.03, 0.06],
		"right z [m] - left z [m]": [0.015, 0.1],
	},
	// It leans forward and settles by a few centimetres; upright its nose is at x = 0.083 m and its ears end at y = 0.2 m.
	"18-filled-rabbit": {
		"top x [m]": [0.083, 0.12],
		"top y [m]": [0.15, 0.2],
	},
	// Over the ball's 0.2 m, and with a corner on the floor, from which its middle stays half a thickness of 1 mm away, within what the barrier allows.
	"19-cloth-on-a-ball": {
		"lowest y [m]": [0.000125, 0.0015],
		"highest y [m]": [0.20025, 0.212],
		"kinetic energy [J]": [0, 1e-4],
	},
	// Three times 60 mm and two and a half gaps of 1 mm, less what they give way: ρ g h²/2E of 2.65 mm where they stand on all of their faces.
	"20-stack-of-bricks": {
		"top y [m]": [0.176, 0.1825],
		"kinetic energy [J]": [0, 1e-5],
	},
};

/** What each example exports, and the range it must be in. */
const outcomes: Record<string, Record<string, [number, number]>> = {
	"01-hanging-cloth": { depth: [0.95, 1.05] },
	// Converged finite elements of small displacements say 0.0786 m (reference A1, scaled); that it leans takes off some percent.
	"02-soft-beam": { sag: [0.075, 0.078] },
	"08-measured-cloth": { elongation: [0.00126, 0.0013] },
	"09-fabrics-over-an-edge": {
		silk: [0.068, 0.075],
		denim: [0.056, 0.064],
		canvas: [0.045, 0.053],
	},
	"10-pudding": { settling: [0.0005, 0.0015] },
	"12-frame-body": { sinking: [0.0033, 0.0039], difference: [0, 0.0002] },
	"15-pendulum": { deviation: [-0.001, 0.001], gap: [0, 1e-5] },
};

describe("examples come out as they should", () => {
	for (const [name, ranges] of Object.entries(outcomes))
		test(name, async () => {
			const results = await import(`./${name}.mjs`);
			for (const [key, [low, high]] of Object.entries(ranges)) {
				expect(results[key], key).toBeGreaterThan(low);
				expect(results[key], key).toBeLessThan(high);
			}
		});
});

describe("scenes come out as they should", () => {
	for (const [name, ranges] of Object.entries(endings))
		test(name, async () => {
			const out = mkdtempSync(join(tmpdir(), "pliant-example-"));
			const scene = fileURLToPath(
				new URL(`examples/${name}/scene.jsonc`, root),
			);
			const { io, written } = memoryIo();
			const argv = ["run", scene, "--out", out, "--threads", "1"];
			const status = await main(argv, io);
			expect(written.stderr).not.toContain("pliant:");
			expect(status).toBe(0);
			const [head, ...rows] = readFileSync(join(out, "history.csv"), "utf8")
				.trim()
				.split("\n")
				.map((line) => line.split(","));
			const last = rows[rows.length - 1].map(Number);
			for (const [column, [low, high]] of Object.entries(ranges)) {
				const value = column
					.split(" - ")
					.map((name) => last[head.indexOf(name)])
					.reduce((a, b) => a - b);
				expect(value, column).toBeGreaterThan(low);
				expect(value, column).toBeLessThan(high);
			}
			rmSync(out, { recursive: true });
		});
});

describe("documents show programs as they are", () => {
	for (const [document, program] of [
		["README.md", "examples/01-hanging-cloth.mjs"],
		["README.md", "examples/02-soft-beam.mjs"],
		["docs/materials.md", "examples/09-fabrics-over-an-edge.mjs"],
		["docs/materials.md", "examples/10-pudding.mjs"],
		["docs/choosing-parameters.md", "examples/08-measured-cloth.mjs"],
		["docs/frames.md", "examples/12-frame-body.mjs"],
		["docs/frames.md", "examples/13-frame-scene/scene.jsonc"],
		["docs/bodies.md", "examples/14-tied-bodies/scene.jsonc"],
		["docs/bodies.md", "examples/15-pendulum.mjs"],
		["CONTRIBUTING.md", "packages/pliant/test/models/ownModel.test.ts"],
	])
		test(`${document}: ${program}`, () =>
			expect(read(document)).toContain(read(program)));
});

test("getting started shows what `pliant check` says", async () => {
	const { io, written } = memoryIo();
	const scarf = new URL("examples/04-scarf/scarf.obj", root);
	await main(["check", fileURLToPath(scarf)], io);
	expect(read("docs/getting-started.md")).toContain(written.stdout);
});
