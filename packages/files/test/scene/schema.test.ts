import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sceneJsonSchema } from "@pliant/files";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { exampleScene } from "../../../cli/src/exampleScene.ts";
import { sceneReference } from "./sceneReference.ts";

const root = new URL("../../../../", import.meta.url);
const file = (path: string) => fileURLToPath(new URL(path, root));

/** `npx vitest run packages/files/test/scene/schema -u` writes the files anew. */
describe("what is published of the scene format", () => {
	it("is the schema of the code", async () => {
		const text = `${JSON.stringify(sceneJsonSchema(), null, "\t")}\n`;
		await expect(text).toMatchFileSnapshot(
			file("packages/files/scene.schema.json"),
		);
	});

	it("is the reference of the schema", async () => {
		const text = `# Scene reference

The keys of a scene file, made from [its schema](../packages/files/scene.schema.json). A scene is JSON, in which comments and trailing
commas are allowed. Lengths are in metres, time in seconds, masses in kilograms, forces in newtons; y is up. Files are named
relative to the scene's folder and must lie below it. [Getting started](getting-started.md) shows a scene at work.

${sceneReference(sceneJsonSchema())}
`;
		await expect(text).toMatchFileSnapshot(file("docs/scene-reference.md"));
	});
});

describe("the JSON Schema, read by another validator", () => {
	const validate = new Ajv2020({ strict: false }).compile(sceneJsonSchema());

	it("accepts what `pliant init` writes", () => {
		expect(validate(parse(exampleScene({})))).toBe(true);
	});

	it("accepts the scenes of the examples", () => {
		const scenes = readdirSync(file("examples"), { recursive: true })
			.map(String)
			.filter((name) => /\.jsonc?$/.test(name) && !name.includes("schema"));
		expect(scenes.length).toBeGreaterThan(0);
		for (const name of scenes) {
			const scene = parse(readFileSync(file(`examples/${name}`), "utf8"));
			expect(validate(scene), name).toBe(true);
		}
	});

	it.each([
		[{}],
		[{ pliant: 2, objects: {} }],
		[{ pliant: 1, objects: { a: { mesh: { gird: {} } } } }],
		[{ pliant: 1, objects: { a: { mesh: { grid: {} }, material: "slik" } } }],
		[
			{
				pliant: 1,
				objects: {
					a: {
						mesh: { grid: {} },
						models: [{ model: "trbs", youngModulus2d: 1, poissonRatio: 2 }],
					},
				},
			},
		],
	])("refuses %j", (scene) => {
		expect(validate(scene)).toBe(false);
	});
});
