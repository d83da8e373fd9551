import { expect, it, vi } from "vitest";
import { main } from "../src/command.ts";
import type { Experiment } from "../src/validate/experiment.ts";
import { memoryIo } from "./memoryIo.ts";

const failing: Experiment = {
	id: "a/b",
	paper: "Somebody 1999",
	figure: "Fig. 1",
	title: "A thing",
	setup: "It is set up.",
	run: () => ({
		rows: [
			{
				kind: "exact",
				quantity: "x",
				measured: 2,
				expected: 1,
				source: "theory",
				test: { kind: "within", tolerance: 0.1 },
			},
		],
	}),
};

vi.mock("../src/validate/validation.ts", async (original) => ({
	...(await original<object>()),
	loadExperiments: async () => [failing],
}));

it("has the status 1 where a value is not as expected", async () => {
	for (const argv of [[], ["--json"]]) {
		const { io, written } = memoryIo();
		expect(await main(["validate", ...argv], io)).toBe(1);
		expect(written.stdout).toMatch(argv.length ? /"pass": false/ : /fail +x/);
	}
});

it("tells on a terminal what it is doing", async () => {
	const { io, written } = memoryIo({ isTTY: true });
	await main(["validate"], io);
	expect(written.stderr).toContain("1 of 1: a/b …");
});
