import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const root = new URL("../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8").trim();

/** What each example exports, and the range it must be in. */
const outcomes: Record<string, Record<string, [number, number]>> = {
	"01-hanging-cloth": { depth: [0.95, 1.05] },
	"02-soft-beam": { sag: [0.055, 0.065] },
	"fabrics-over-an-edge": {
		silk: [0.068, 0.075],
		denim: [0.056, 0.064],
		canvas: [0.045, 0.053],
	},
	"measured-cloth": { elongation: [0.00126, 0.0013] },
	pudding: { settling: [0.0005, 0.0015] },
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

describe("documents show programs as they are", () => {
	for (const [document, program] of [
		["README.md", "examples/01-hanging-cloth.mjs"],
		["README.md", "examples/02-soft-beam.mjs"],
		["docs/materials.md", "examples/fabrics-over-an-edge.mjs"],
		["docs/materials.md", "examples/pudding.mjs"],
		["docs/choosing-parameters.md", "examples/measured-cloth.mjs"],
		["CONTRIBUTING.md", "packages/pliant/test/models/ownModel.test.ts"],
	])
		test(`${document}: ${program}`, () =>
			expect(read(document)).toContain(read(program)));
});
