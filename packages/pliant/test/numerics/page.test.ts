import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { constants, structures } from "../../src/numerics/load.ts";

const folder = new URL("../../numerics/", import.meta.url);
const sources = new URL("../../src/", import.meta.url);
const page = readFileSync(new URL("README.md", folder), "utf8");

test("the page names every file, and files that there are", () => {
	const files = readdirSync(folder).filter((name) => name.endsWith(".ts"));
	for (const file of files) expect(page).toContain(`\`${file}\``);
	const table = page.slice(page.indexOf("| file |"), page.indexOf("## Data"));
	const rows = table.split("\n").filter((line) => line.startsWith("| `"));
	for (const row of rows) {
		const [, names, , callers] = row.split("|");
		for (const [, name] of names.matchAll(/`([^`]+)`/g))
			expect(files).toContain(name);
		for (const [, caller] of callers.matchAll(/`([^`]+\.(?:ts|js))`/g))
			expect(() => readFileSync(new URL(caller, sources))).not.toThrow();
	}
});

test("the page names every function's callers", () => {
	const exported = ["index.ts", "contactIndex.ts"]
		.map((name) => readFileSync(new URL(name, folder), "utf8"))
		.join("");
	const functions = new Map(
		[...exported.matchAll(/export \{([^}]+)\} from "\.\/(\w+)"/g)].flatMap(
			([, names, file]) =>
				[...names.matchAll(/\w+/g)].map(([name]) => [name, file] as const),
		),
	);
	const files = readdirSync(sources, { recursive: true })
		.map(String)
		.filter((name) => name.endsWith(".ts") && !name.startsWith("numerics"));
	for (const file of files) {
		const text = readFileSync(new URL(file, sources), "utf8");
		for (const [, name] of text.matchAll(/numerics\.(\w+)\(/g)) {
			const from = functions.get(name);
			const row = page
				.split("\n")
				.find((line) => line.startsWith(`| \`${from}.ts\``));
			const isNamed =
				row?.includes(`\`${file}\``) ||
				row?.includes(`\`${file.split("/")[0]}/\``);
			expect(isNamed, `${file} calls ${name} of ${from}.ts`).toBe(true);
		}
	}
});

test("constants and structures are what the sources say", () => {
	for (const name of Object.keys(constants))
		expect(page).toContain(`\`${name}\``);
	const source = readFileSync(new URL("conjugateGradient.ts", folder), "utf8");
	for (const [name, value] of Object.entries(constants.Ending))
		expect(source).toContain(`${name} = ${value},`);
	expect(Object.keys(structures)).toContain("EdgeMatrix");
});
