import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const folder = new URL("./", import.meta.url);
const files = readdirSync(folder).filter((name) => /^\d\d-.*\.ts$/.test(name));

describe("examples check their own outcome", () => {
	for (const file of files)
		test(file, () => import(new URL(file, folder).href));
});

test("the README shows the first two examples as they are", () => {
	const readme = readFileSync(new URL("../README.md", folder), "utf8");
	for (const file of files.slice(0, 2))
		expect(readme).toContain(
			readFileSync(new URL(file, folder), "utf8").trim(),
		);
});
