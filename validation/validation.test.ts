/** The short form of every experiment, as tests; `pliant validate` runs the full ones. */
import { isRed } from "@pliant/cli/experiment";
import { describe, expect, test } from "vitest";
import { experiments } from "./index.ts";

describe("experiments", () => {
	test("have ids of their own", () => {
		const ids = experiments.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		for (const id of ids) expect(id).toMatch(/^[a-z0-9]+\/[a-z0-9-]+$/);
	});

	for (const { id, run } of experiments)
		test(id, async () => {
			const { rows } = await run("short");
			expect(rows.length).toBeGreaterThan(0);
			expect(rows.filter(isRed)).toEqual([]);
		});
});
