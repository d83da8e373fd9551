import { type MeshFile, meshFormats, readMesh } from "@pliant/files";
import { describe, expect, test } from "vitest";
import { mutated, pick, randomNumbers, survives } from "../mutations.ts";
import { samples } from "./samples.ts";
import { sourceOf } from "./sourceOf.ts";

/** Enough for each format, spread over its samples. */
const mutationsPerFormat = 10_000;
/** Filling outlines takes longer than reading. */
const mutationsOfSvg = 2000;

/** One expectation in all: a dozen for each of so many files took most of the time. */
function requireValid({ mesh, textureCoordinates }: MeshFile): void {
	const count = mesh.positions.length / 3;
	let isValid = mesh.positions.every(Number.isFinite);
	const areThere = (vertices: Iterable<number>) => {
		for (const vertex of vertices) isValid &&= vertex < count;
	};
	const lists = [
		[mesh.edges, 2],
		[mesh.triangles, 3],
		[mesh.tetrahedra, 4],
		[mesh.hexahedra, 8],
	] as const;
	for (const [cells, size] of lists) {
		isValid &&= cells.length % size === 0;
		areThere(cells);
	}
	for (const vertices of Object.values(mesh.groups)) areThere(vertices);
	if (textureCoordinates) isValid &&= textureCoordinates.length === 2 * count;
	if (!isValid) expect(mesh, "a mesh that is valid").toBeUndefined();
}

describe.each(meshFormats)("damaged $name files", ({ name: format }) => {
	const own = samples.filter((sample) => sample.format === format);
	const total = format === "svg" ? mutationsOfSvg : mutationsPerFormat;
	const perSample = Math.ceil(total / own.length);

	test.each(own.map((sample, i) => [sample.variant, sample, i] as const))(
		"%s",
		async (_, { files }, number) => {
			const random = randomNumbers(1000 * format.length + number);
			const entries = Object.entries(sourceOfAll(files));
			let read = 0;
			for (let i = 0; i < perSample; i++) {
				const target = pick(entries.length, random);
				const bytes = mutated(entries[target][1], random);
				const damaged = Object.fromEntries(
					entries.map(([file, whole], at) => [
						file,
						at === target ? bytes : whole,
					]),
				);
				if (
					await survives(i, async () => {
						requireValid(await readMesh(sourceOf(damaged)));
					})
				)
					read++;
			}
			// Otherwise the mutations would only ever reach the first check.
			expect(read).toBeGreaterThan(0);
		},
	);
});

function sourceOfAll(files: Parameters<typeof sourceOf>[0]) {
	return Object.fromEntries(
		Object.entries(files).map(([name, content]) => [
			name,
			typeof content === "string" ? new TextEncoder().encode(content) : content,
		]),
	);
}
