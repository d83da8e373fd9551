import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { main } from "../src/command.ts";
import {
	deviation,
	type Experiment,
	isRed,
	type Row,
	verdict,
} from "../src/validate/experiment.ts";
import { reportHtml } from "../src/validate/report.ts";
import {
	formatDeviation,
	formatExpected,
	formatNumber,
	formatResult,
	formatSummary,
	jsonRows,
} from "../src/validate/table.ts";
import {
	chooseExperiments,
	loadExperiments,
	runExperiment,
} from "../src/validate/validation.ts";
import { xyPlotSvg } from "../src/validate/xyPlot.ts";
import { checkXml } from "./checkXml.ts";
import { memoryIo } from "./memoryIo.ts";

async function validate(...argv: string[]) {
	const { io, written } = memoryIo();
	const status = await main(["validate", ...argv], io);
	return { status, ...written };
}

const row = (
	kind: Row["kind"],
	measured: number,
	expected: number | null,
	test: Row["test"],
): Row => ({
	kind,
	quantity: "x < 1 & y",
	measured,
	expected,
	source: "theory",
	test,
});

const experiment = (id: string, run: Experiment["run"]): Experiment => ({
	id,
	paper: "Somebody 1999",
	figure: "Fig. 1",
	title: "A thing",
	setup: "It is set up.",
	run,
});

describe("pliant validate", () => {
	it("lists the experiments", async () => {
		const { status, stdout } = await validate("--list");
		expect(status).toBe(0);
		for (const id of [
			"delingette/spring-energies",
			"delingette/stiffness-vs-poisson",
			"delingette/operation-counts",
			"delingette/timing",
			"delingette/traction",
			"delingette/compression-vs-poisson",
			"delingette/mesh-independence",
			"delingette/tablecloth",
			"vangelder/impossibility",
			"vangelder/hexagon",
			"vangelder/two-spheres",
			"vangelder/skin",
			"reference/a4",
			"reference/a6",
		])
			expect(stdout).toMatch(new RegExp(`^${id} `, "m"));
	});

	it("runs one, as a table and as JSON", async () => {
		const id = "delingette/stiffness-vs-poisson";
		const { status, stdout } = await validate(id);
		expect(status).toBe(0);
		expect(stdout).toContain(`${id}  (Delingette 2008`);
		expect(stdout).toMatch(/pass +c\/k at ν = 0 +−0\.2 +−0\.2 ± 1e−12/);
		const json = await validate(id, "--json");
		for (const row of JSON.parse(json.stdout))
			expect(row).toMatchObject({
				id,
				figure: "Fig. 7",
				kind: "exact",
				verdict: "pass",
				pass: true,
			});
	});

	it("writes a report that needs nothing else", async () => {
		const folder = await mkdtemp(join(tmpdir(), "pliant-test-"));
		const { status } = await validate(
			"delingette/spring-energies",
			"--report",
			join(folder, "deep"),
		);
		expect(status).toBe(0);
		const html = await readFile(join(folder, "deep", "index.html"), "utf8");
		expect(html).toContain("<svg");
		expect(html).toContain("√2/2; it is at s = 1/√3");
		expect(html).not.toMatch(/<script|<link|src="(?!data:)|NaN/);
		const plot = join(folder, "deep", "delingette-spring-energies-1.svg");
		checkXml(await readFile(plot, "utf8"));
		await rm(folder, { recursive: true });
	});

	it.each([
		["delingette/tracton", "did you mean 'delingette/traction'"],
		["nobody", "there are delingette, "],
	])("does not know %s", async (name, message) => {
		const { status, stderr } = await validate(name);
		expect(status).toBe(2);
		expect(stderr).toContain(`there is no experiment '${name}'`);
		expect(stderr).toContain(message);
	});

	it("says what to do where there is no repository around it", async () => {
		const nowhere = pathToFileURL(join(tmpdir(), "no-such-folder/"));
		await expect(loadExperiments(nowhere)).rejects.toThrow(
			/not in the installed package; in a clone of it run `npm ci`/,
		);
	});
});

describe("rows", () => {
	const near: Row["test"] = { kind: "within", tolerance: 0.1 };
	it.each([
		["exact", 1.05, 1, near, "pass", "1 ± 0.1"],
		["paper", 1.2, 1, near, "fail", "1 ± 0.1"],
		["paper", 2, 1, { kind: "at most" }, "fail", "≤ 1"],
		["exact", 2, 1, { kind: "at least" }, "pass", "≥ 1"],
		["exact", Number.NaN, 1, { kind: "at most" }, "fail", "≤ 1"],
		["ordering", 0.9, 1, { kind: "at most" }, "holds", "≤ 1"],
		["ordering", 1.1, 1, { kind: "at most" }, "does not hold", "≤ 1"],
		["told", 2, null, null, null, ""],
		["told", 2, 1, null, null, "(1)"],
	] as const)(
		"%s: %d against %d, %j",
		(kind, measured, expected, test, word, text) => {
			const one = row(kind, measured, expected, test);
			expect(verdict(one)).toBe(word);
			expect(isRed(one)).toBe(word === "fail" || word === "does not hold");
			expect(formatExpected(one)).toBe(text);
		},
	);

	it("say by how much they differ from a value, not from a bound or from zero", () => {
		expect(deviation(row("exact", 1.05, 1, near))).toBeCloseTo(0.05, 12);
		expect(deviation(row("told", 3, 2, null))).toBeCloseTo(0.5, 12);
		expect(deviation(row("told", 3, null, null))).toBeNull();
		expect(deviation(row("exact", 1e-9, 0, near))).toBeNull();
		expect(deviation(row("paper", 1, 2, { kind: "at most" }))).toBeNull();
		expect(formatDeviation(row("paper", 0.98765, 1, near))).toBe("−1.2 %");
		expect(formatDeviation(row("told", 2, 1, null))).toBe("+100 %");
	});

	it("have numbers of few digits", () => {
		expect(formatNumber(-0.1234567)).toBe("−0.123457");
		expect(formatNumber(-1.5e-7)).toBe("−1.5e−7");
	});
});

describe("results", () => {
	it("of an experiment that cannot be run are a failure, with its reason", async () => {
		const result = await runExperiment(
			experiment("a/b", () => {
				throw new Error("no <model>");
			}),
		);
		expect(formatResult(result)).toContain("could not be run: no <model>");
		expect(formatSummary([result])).toContain("red: a/b");
		expect(jsonRows([result])).toMatchObject([
			{ id: "a/b", verdict: "fail", pass: false, failure: "no <model>" },
		]);
		expect(reportHtml([result], { date: "today" })).toContain(
			"no &lt;model&gt;",
		);
	});

	it("are counted by kind, and told ones have no verdict", async () => {
		const limit: Row["test"] = { kind: "at most" };
		const result = await runExperiment(
			experiment("a/b", () => ({
				rows: [
					row("exact", 1, 1, limit),
					row("exact", 2, 1, limit),
					row("paper", 1, 1, limit),
					row("ordering", 2, 1, limit),
					row("told", 2, 1, null),
				],
			})),
		);
		expect(formatSummary([result])).toBe(
			"1 of 2 exact values pass; 1 of 1 values bounded by a paper's number pass; 0 of 1 orderings hold; 1 values are told; red: a/b\n",
		);
		expect(
			jsonRows([result]).map((row) => {
				const { kind, verdict, pass } = row as Record<string, unknown>;
				return [kind, verdict, pass];
			}),
		).toEqual([
			["exact", "pass", true],
			["exact", "fail", false],
			["paper", "pass", true],
			["ordering", "does not hold", false],
			["told", null, true],
		]);
		const page = reportHtml([result], { date: "today" });
		expect(page).toContain(
			'<td class="red">1 of 2</td><td class="good">1 of 1</td><td class="red">0 of 1</td><td class="told">1</td>',
		);
		expect(page).toContain('<td class="red">does not hold</td>');
	});

	it("are chosen by id and by folder", () => {
		const all = ["a/b", "a/c", "ab/d"].map((id) =>
			experiment(id, () => ({ rows: [] })),
		);
		const chosen = (...names: string[]) =>
			chooseExperiments(all, names).map(({ id }) => id);
		expect(chosen()).toEqual(["a/b", "a/c", "ab/d"]);
		expect(chosen("a")).toEqual(["a/b", "a/c"]);
		expect(chosen("a/c", "ab/")).toEqual(["a/c", "ab/d"]);
	});
});

it("plots are well-formed, on either kind of axis", () => {
	for (const logarithmic of [undefined, "x", "both"] as const) {
		const svg = xyPlotSvg({
			title: "a < b",
			xLabel: "x",
			yLabel: "y",
			...(logarithmic && { logarithmic }),
			series: [
				{
					name: "s & t",
					style: "line and points",
					color: "red",
					points: [
						[1, 10],
						[32, 1000],
						[40, Number.NaN],
					],
				},
			],
		});
		checkXml(svg);
		expect(svg).not.toContain("NaN");
	}
});
