import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const folder = new URL("./", import.meta.url);
const files = readdirSync(folder).filter((name) => /^\d\d-.*\.ts$/.test(name));

describe("examples check their own outcome", () => {
	for (const file of files)
		test(file, () => import(new URL(file, folder).href));
});

describe("documents show programs as they are", () => {
	const read = (path: string) =>
		readFileSync(new URL(`../${path}`, folder), "utf8").trim();
	for (const [document, program] of [
		["README.md", "examples/01-hanging-cloth.ts"],
		["README.md", "examples/02-soft-beam.ts"],
		["CONTRIBUTING.md", "packages/pliant/test/models/ownModel.test.ts"],
	])
		test(`${document}: ${program}`, () =>
			expect(read(document)).toContain(read(program)));
});
