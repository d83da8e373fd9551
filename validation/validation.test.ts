/** Every experiment that is quick enough, as tests; `pliant validate` runs all. */
import { isRed } from "@pliant/cli/experiment";
import { describe, expect, test } from "vitest";
import { experiments } from "./index.ts";

describe("experiments", () => {
	test("have ids of their own", () => {
		const ids = experiments.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		for (const id of ids) expect(id).toMatch(/^[a-z0-9]+\/[a-z0-9-]+$/);
	});

	for (const { id, slow, run } of experiments)
		test.skipIf(slow)(id, async () => {
			const { rows } = await run("short");
			expect(rows.length).toBeGreaterThan(0);
			expect(rows.filter(isRed)).toEqual([]);
		});
});
