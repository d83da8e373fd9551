import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { describe, expect, test } from "vitest";
import { elementPrograms, emitWasm } from "../src/energy/index.ts";
import { linearBending, trbs } from "../src/models/index.ts";

const root = new URL("../", import.meta.url);
const path = (relative: string) => fileURLToPath(new URL(relative, root));
const manifest = JSON.parse(readFileSync(path("package.json"), "utf8"));

describe("the published package", () => {
	test("has no run-time dependencies", () => {
		for (const kind of [
			"dependencies",
			"peerDependencies",
			"optionalDependencies",
		])
			expect(manifest[kind]).toBeUndefined();
	});

	test("evaluates no text as code", () => {
		const sources = readdirSync(path("src"), {
			recursive: true,
			encoding: "utf8",
		}).filter((name) => name.endsWith(".ts"));
		expect(sources.length).toBeGreaterThan(50);
		for (const name of sources)
			expect(readFileSync(path(`src/${name}`), "utf8"), name).not.toMatch(
				/\beval\(|\bFunction\(/,
			);
	});

	test("the hanging cloth with its kernels is as small as the README says", async () => {
		const readme = readFileSync(path("../../README.md"), "utf8");
		const [, promised] = /under (\d+) kB gzipped/.exec(readme) ?? [];
		const result = await build({
			configFile: false,
			logLevel: "error",
			resolve: { conditions: ["source"] },
			build: {
				write: false,
				target: "es2022",
				rolldownOptions: { input: path("../../examples/01-hanging-cloth.mjs") },
			},
		});
		const [output] = Array.isArray(result) ? result : [result];
		if (!("output" in output)) throw new Error("the build gave no output");
		const chunks = new Map(
			output.output.flatMap((chunk) =>
				chunk.type === "chunk" ? [[chunk.fileName, chunk]] : [],
			),
		);
		// What is loaded at once; what the scene does not have is in chunks that are loaded when another has it.
		const loaded = new Set(
			[...chunks.values()].filter(({ isEntry }) => isEntry),
		);
		for (const { imports } of loaded)
			for (const name of imports) {
				const chunk = chunks.get(name);
				if (chunk) loaded.add(chunk);
			}
		const code = [...loaded].map((chunk) => chunk.code).join("");
		// Kernels are made in the user's program; counted here as if they were shipped.
		const kernels = [trbs, linearBending].map((model) =>
			emitWasm({ ...elementPrograms(model.potential) }, "f64"),
		);
		const size = (bytes: Uint8Array | string) => gzipSync(bytes).length;
		const total =
			size(code) + kernels.reduce((sum, kernel) => sum + size(kernel), 0);
		console.info(
			`hanging cloth: program ${size(code)} bytes, kernels ${total - size(code)} bytes, gzipped`,
		);
		expect(Number(promised)).toBeLessThanOrEqual(125);
		expect(total).toBeLessThan(1000 * Number(promised));
	});
});

/** Names of values and types that a module exports. */
function exportedNames(source: string): string[] {
	expect(source, "exports are listed by name").not.toMatch(/export \* from/);
	const lists = source.matchAll(/^export (?:type )?\{([^}]*)\}/gm);
	const single =
		/^export (?:\* as|(?:async )?function|const|class|interface|type) (\w+)/gm;
	return [
		...Array.from(lists, ([, list]) => list.split(","))
			.flat()
			.map((name) => name.trim().replace(/^type /, ""))
			.filter((name) => name !== ""),
		...Array.from(source.matchAll(single), ([, name]) => name),
	];
}

describe("the entry points", () => {
	const entries = Object.entries<{ source: string }>(manifest.exports).map(
		([entry, { source }]) => {
			const text = readFileSync(path(source), "utf8");
			return { entry, source, text, names: exportedNames(text) };
		},
	);
	const [front, ...others] = entries;

	test("are the front door and eleven others", () =>
		expect(entries.map(({ entry }) => entry)).toEqual([
			".",
			"./models",
			"./materials",
			"./mesh",
			"./frames",
			"./voxels",
			"./energy",
			"./testing",
			"./node",
			"./web",
			"./colliders",
			"./simulation",
		]));

	test.each(entries)("$entry says in its first line what it has", ({ text }) =>
		expect(text).toMatch(/^(\/\/\/.*\n)?\/\*\* [A-Z].*\. \*\/\n/),
	);

	test.each(entries)(
		"$entry can be imported and gives what it lists",
		async ({ source, names }) => {
			const values = Object.keys(await import(path(source)));
			expect(values.length).toBeGreaterThan(0);
			expect(names).toEqual(expect.arrayContaining(values));
		},
	);

	test("the front door has 70 names at most", () =>
		expect(front.names.length).toBeLessThanOrEqual(70));

	test("no name has two homes", () => {
		const homes = new Map<string, string>();
		for (const { entry, names } of others)
			for (const name of names) {
				expect(homes.get(name), `${name} of ${entry}`).toBeUndefined();
				homes.set(name, entry);
			}
	});

	test("what the front door shares with others is the same", async () => {
		const ours = await import(path(front.source));
		for (const { entry, source, names } of others) {
			const shared = names.filter((name) => name in ours);
			const theirs = await import(path(source));
			for (const name of shared)
				expect(ours[name], `${name} of ${entry}`).toBe(theirs[name]);
		}
	});
});
