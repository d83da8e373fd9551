/** What docs/validation.md and docs/papers.md name is there. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { experiments } from "./index.ts";

const root = new URL("../", import.meta.url);
const textOf = (name: string) =>
	readFileSync(new URL(`docs/${name}`, root), "utf8");
const ids = experiments.map(({ id }) => id);
/** Names between backticks. */
const namesIn = (text: string) =>
	[...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name);
const papers = new Set(ids.map((id) => id.split("/")[0]));
const isId = (name: string) =>
	papers.has(name.split("/")[0]) && /^[a-z0-9]+\/[a-z0-9-]+$/.test(name);

test("the table of docs/validation.md has every experiment", () => {
	const listed = [...textOf("validation.md").matchAll(/^\| `([^`]+)`/gm)].map(
		([, id]) => id,
	);
	expect(listed.sort()).toEqual([...ids].sort());
});

describe("docs/papers.md", () => {
	const text = textOf("papers.md");

	test("has every item of the five papers once, in order", () => {
		const counts = text
			.split(/^## /m)
			.slice(1)
			.map((section) => {
				const numbers = [...section.matchAll(/^\| (\d+) /gm)];
				expect(numbers.map(([, n], i) => Number(n) - i - 1)).toEqual(
					numbers.map(() => 0),
				);
				return numbers.length;
			});
		expect(counts).toEqual([34, 41, 19, 18, 33]);
	});

	test("names experiments that there are, but for those to come", () => {
		const present = text
			.split("|")
			.filter((cell) => !cell.includes("to come"))
			.flatMap(namesIn)
			.filter(isId);
		expect(present.filter((id) => !ids.includes(id))).toEqual([]);
		expect(present.length).toBeGreaterThan(40);
	});

	test("names files that there are", () => {
		const files = namesIn(text).filter((name) =>
			/^[^*]+\/[^*]+\.ts$/.test(name),
		);
		const placeOf = (file: string) => {
			if (file.startsWith("validation/")) return file;
			const isTest = file.endsWith(".test.ts");
			return `packages/pliant/${isTest ? "test" : "src"}/${file}`;
		};
		expect(
			files.filter((file) => !existsSync(new URL(placeOf(file), root))),
		).toEqual([]);
		expect(files.length).toBeGreaterThan(100);
	});
});
