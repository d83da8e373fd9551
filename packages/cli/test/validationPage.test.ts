import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { loadExperiments } from "../src/validate/validation.ts";

it("docs/validation.md has every experiment", async () => {
	const file = new URL("../../../docs/validation.md", import.meta.url);
	const page = await readFile(file, "utf8");
	const ids = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, id]) => id);
	const experiments = await loadExperiments();
	expect(ids.sort()).toEqual(experiments.map(({ id }) => id).sort());
});
