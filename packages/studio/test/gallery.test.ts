/** Every scene of the gallery loads with all that it is compared with, and takes a step; in a browser, see studio.test.ts. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { loadScene } from "@pliant/files";
import { describe, expect, test } from "vitest";
import { cards } from "../src/gallery/cards.ts";
import { plainLooks } from "../src/protocol.ts";
import { Session } from "../src/worker/session.ts";
import { cardScenes } from "./galleryScenes.ts";

const studio = join(import.meta.dirname, "..");
const examples = join(studio, "../../examples");

const load = ({ name, text, files }: Parameters<typeof Session.open>[0]) =>
	loadScene(name, {
		read: async (path) =>
			path === name ? new TextEncoder().encode(text) : files[path],
	});

describe("the gallery", () => {
	// Scenes of the examples run in their own tests.
	test.each(cards.filter(({ id }) => !/^\d/.test(id)))(
		"runs $id",
		async (card) => {
			const [first, ...others] = await cardScenes(card);
			const session = await Session.open(first.source);
			expect(session.loaded.title).toBe(card.title);
			session.step();
			for (const points of session.frame(plainLooks, false, []).points)
				expect(points.every(Number.isFinite)).toBe(true);
			session.close();
			for (const { source } of others) {
				const { bodies } = await load(source);
				expect(bodies.length).toBe(session.surfaces.length);
				expect(source.text).not.toBe(first.source.text);
			}
		},
	);

	test.each(cards.filter(({ id }) => /^\d/.test(id)))(
		"knows $id by its title",
		async (card) => {
			const [{ source }] = await cardScenes(card);
			expect(source.text).toContain(`"title": "${card.title}"`);
		},
	);

	test("has all scenes of the examples and of its folder, each with a small picture", async () => {
		const folders = [
			...(await readdir(examples, { withFileTypes: true })),
			...(await readdir(join(studio, "gallery"), { withFileTypes: true })),
		];
		const ids = folders
			.filter((entry) => entry.isDirectory())
			.map(({ name }) => name);
		expect(cards.map(({ id }) => id).sort()).toEqual(ids.sort());
		for (const { id } of cards) {
			const { size } = await stat(join(studio, `public/pictures/${id}.webp`));
			expect(size, id).toBeLessThan(15_000);
		}
	});

	test("compares four models at most", () => {
		for (const { lanes, id } of cards)
			if (lanes) {
				expect(lanes.length, id).toBeGreaterThan(1);
				expect(lanes.length, id).toBeLessThanOrEqual(4);
			}
	});
});
