import { type ImageFile, readImage } from "@pliant/files";
import { expect, test } from "vitest";
import { type Files, sourceOf } from "../meshes/sourceOf.ts";
import { mutated, pick, randomNumbers, survives } from "../mutations.ts";
import { imageSamples } from "./imageSamples.ts";

const mutationsPerSample = 1000;

function requireValid({ image, axes }: ImageFile): void {
	const { counts, spacing, origin, values } = image;
	expect(counts.every((count) => Number.isInteger(count) && count > 0)).toBe(
		true,
	);
	expect(values.length).toBe(counts[0] * counts[1] * counts[2]);
	expect(spacing.every((length) => length > 0 && length < Infinity)).toBe(true);
	expect(origin.every(Number.isFinite)).toBe(true);
	expect(axes.flat().every(Number.isFinite)).toBe(true);
}

test.each(
	imageSamples.map(
		(sample, i) => [`${sample.format}: ${sample.variant}`, sample, i] as const,
	),
)("damaged files: %s", async (_, { files }, number) => {
	const random = randomNumbers(7000 + number);
	const entries = Object.entries(files as Files).map(
		([name, content]) =>
			[
				name,
				typeof content === "string"
					? new TextEncoder().encode(content)
					: content,
			] as const,
	);
	let read = 0;
	for (let i = 0; i < mutationsPerSample; i++) {
		const target = pick(entries.length, random);
		const damaged = Object.fromEntries(
			entries.map(([name, bytes], at) => [
				name,
				at === target ? mutated(bytes, random) : bytes,
			]),
		);
		if (
			await survives(i, async () => {
				requireValid(await readImage(sourceOf(damaged)));
			})
		)
			read++;
	}
	expect(read).toBeGreaterThan(0);
});
