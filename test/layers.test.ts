import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { brokenRules, importsOf, parts } from "./layers.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
/** Tests look inside, what is built has its sources, and what is hidden or installed is not ours. */
const skipped = /^(\.|node_modules$|dist$|out$|test$)/;

/** Sources below a folder, by their paths from the root; those that lie in the root itself are settings of tools. */
function sourcesIn(folder: string): string[] {
	return readdirSync(root + folder, { withFileTypes: true }).flatMap(
		(entry) => {
			const path = folder + entry.name;
			if (entry.isDirectory())
				return skipped.test(entry.name) ? [] : sourcesIn(`${path}/`);
			const isSource = /(?<!\.test|\.d)\.(ts|js|mjs)$/.test(entry.name);
			return isSource && folder !== "" ? [path] : [];
		},
	);
}

const sources = sourcesIn("");

test("every import keeps the rules", () => {
	expect(sources.length).toBeGreaterThan(400);
	expect(
		sources.flatMap((file) =>
			brokenRules(file, readFileSync(root + file, "utf8")),
		),
	).toEqual([]);
});

test.each(parts)(
	"everything in the list of $folder is there",
	({ folder, layers = [] }) => {
		expect(sources.some((file) => file.startsWith(`${folder}/`))).toBe(true);
		const there = readdirSync(root + folder);
		expect(layers.filter((layer) => !there.includes(layer))).toEqual([]);
		expect(new Set(layers).size).toBe(layers.length);
	},
);

describe("a planted import is found", () => {
	test.each([
		[
			"packages/pliant/src/mesh/planted.ts",
			'import { trbs } from "../models/membrane/trbs.ts";',
			/mesh\/planted\.ts imports "\.\.\/models\/membrane\/trbs\.ts": .*'models' is not before 'mesh'/,
		],
		[
			"packages/pliant/src/solvers/linear/planted.ts",
			'import type {\n\tScene,\n\tSceneOptions,\n} from "../../scene/scene.ts";',
			/'scene' is not before 'solvers'/,
		],
		[
			"packages/pliant/src/models/planted.ts",
			'export * from "../index.ts";',
			/'index\.ts' is not before 'models'/,
		],
		[
			"packages/pliant/src/time/planted.ts",
			'const { simulate } = await import("../simulate.ts");',
			/'simulate\.ts' is not before 'time'/,
		],
		[
			"packages/pliant/src/mesh/planted.ts",
			'import { Scene } from "pliant";',
			/imports no package of ours/,
		],
		[
			"packages/files/src/meshes/planted.ts",
			'import "../scene/loadScene.ts";',
			/'scene' is not before 'meshes'/,
		],
		[
			"packages/files/src/scene/planted.ts",
			'import { main } from "@pliant/cli";',
			/packages\/files\/src imports pliant of ours only/,
		],
		[
			"packages/cli/src/picture/planted.ts",
			'import { runScene } from "../run/runScene.ts";',
			/'run' is not before 'picture'/,
		],
		[
			"validation/gilles/planted.ts",
			'import { log } from "../../packages/pliant/src/contact/barrier.ts";',
			/leaves validation; others are imported as packages/,
		],
		[
			"bench/tasks/planted.mjs",
			'import { loadScene } from "@pliant/files";',
			/bench imports pliant of ours only/,
		],
		["apps/studio/planted.ts", "", /none of the folders of test\/layers\.ts/],
		[
			"packages/pliant/src/helpers/planted.ts",
			"",
			/'helpers' is not in the layers of packages\/pliant\/src/,
		],
	])("in %s: %s", (file, source, message) => {
		expect(brokenRules(file, source)).toEqual([expect.stringMatching(message)]);
	});

	test.each([
		[
			"packages/pliant/src/models/planted.ts",
			'import type { Mesh } from "../mesh/mesh.ts";',
		],
		["packages/pliant/src/models/planted.ts", 'import "./registry.ts";'],
		["validation/planted.ts", 'import { grid } from "pliant/mesh";'],
		["examples/planted.mjs", 'import { readFile } from "node:fs/promises";'],
	])("and a good one is not, in %s: %s", (file, source) =>
		expect(brokenRules(file, source)).toEqual([]),
	);
});

test("imports are found in every form, and not in other text", () => {
	const source = `
import a, { type b } from "one";
import * as c from "two";
import "three";
export { d, e as f } from "four";
export type { G } from "five";
export * as h from "six";
import type {
	I,
	J,
} from "seven";
type K = import("eight").K;
export const text = "taken from " + "nine";
throw new Error("import it from " + l + "ten");
`;
	expect(importsOf(source)).toEqual(
		"one two three four five six seven eight".split(" "),
	);
});
