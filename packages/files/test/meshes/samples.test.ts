import { meshFormats, readMesh } from "@pliant/files";
import { describe, expect, test } from "vitest";
import { samples, shapes } from "./samples.ts";
import { sourceOf } from "./sourceOf.ts";

describe("samples by hand", () => {
	test.each(
		samples.flatMap(({ format, variant, files, holds }) =>
			holds ? [[`${format}: ${variant}`, files, holds] as const] : [],
		),
	)("%s", async (_, files, holds) => {
		const { mesh } = await readMesh(sourceOf(files));
		const expected: Partial<Record<string, readonly number[]>> = shapes[holds];
		const positions = [...mesh.positions].map((x) => Math.round(x * 1e9) / 1e9);
		expect(positions.map((x) => x + 0)).toEqual(expected.positions);
		expect([...mesh.edges]).toEqual(expected.edges ?? []);
		expect([...mesh.triangles]).toEqual(expected.triangles ?? []);
		expect([...mesh.tetrahedra]).toEqual(expected.tetrahedra ?? []);
		expect([...mesh.hexahedra]).toEqual(expected.hexahedra ?? []);
	});

	test("every format has some", () => {
		for (const { name } of meshFormats)
			expect(samples.some(({ format }) => format === name)).toBe(true);
	});
});
