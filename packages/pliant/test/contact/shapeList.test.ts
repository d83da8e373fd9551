import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import {
	type AnyColliderShape,
	colliderShapes,
	type ShapeParameter,
	type ShapeParameters,
} from "../../src/contact/index.ts";
import { collider } from "../../src/index.ts";
import { tilted } from "./shapes.ts";

const parametersOf = ({ parameters }: AnyColliderShape) =>
	Object.entries<ShapeParameter>(parameters as ShapeParameters);

describe("the list of shapes", () => {
	test("has every shape by its own name, and tests have one of each", () => {
		for (const [name, shape] of Object.entries(collider))
			expect(shape.name).toBe(name);
		// A mesh is not made of a few numbers.
		const listed = Object.keys(collider).filter((name) => name !== "mesh");
		expect(Object.keys(tilted).sort()).toEqual(listed.sort());
		expect(colliderShapes.map(({ name }) => name).sort()).toEqual(
			listed.sort(),
		);
	});

	for (const shape of colliderShapes)
		test(`of ${shape.name} has parameters whose defaults are allowed and stay when given as undefined`, () => {
			const required = Object.fromEntries(
				parametersOf(shape).flatMap(([key, parameter], i) =>
					"default" in parameter
						? []
						: [
								[
									key,
									parameter.kind === "length"
										? parameter.typical
										: ([1 + i, 2, 3] as const),
								],
							],
				),
			);
			const defaults = parametersOf(shape).flatMap(([key, parameter]) =>
				"default" in parameter ? [[key, parameter.default] as const] : [],
			);
			const made = shape(required);
			expect(made.kind).toBe(shape.name);
			for (const given of [
				Object.fromEntries(defaults),
				Object.fromEntries(defaults.map(([key]) => [key, undefined])),
			]) {
				const other = shape({ ...required, ...given } as never);
				expect(other.origin).toEqual(made.origin);
				expect(other.rotation).toEqual(made.rotation);
				expect(other.distance(3, 4, 5)).toBe(made.distance(3, 4, 5));
			}
			for (const key of Object.keys(required)) {
				const { [key]: _, ...rest } = required;
				expect(() => shape(rest)).toThrow(
					`collider.${shape.name}: ${key} is missing`,
				);
			}
		});
});

/** `npx vitest run packages/pliant/test/contact/shapeList -u` writes it into docs/scenes.md. */
const table = [
	"| shape | | parameters |",
	"|---|---|---|",
	...colliderShapes.map((shape) => {
		const parameters = parametersOf(shape).map(
			([key, p]) =>
				`\`${key}\` [${p.unit}]: ${p.meaning}${"default" in p ? `, \`[${p.default?.join(", ")}]\` by default` : ""}`,
		);
		return `| \`${shape.name}\` | ${shape.about} | ${parameters.join("; ")} |`;
	}),
].join("\n");

test("the documentation has them all", async () => {
	const path = fileURLToPath(
		new URL("../../../../docs/scenes.md", import.meta.url),
	);
	const page = readFileSync(path, "utf8");
	const [before, after] = page.split(/\| shape \| [\s\S]*?(?=\n\n)/);
	await expect(`${before}${table}${after}`).toMatchFileSnapshot(path);
});
