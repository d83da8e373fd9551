/** Cloth of the examples, and of the gallery beside them, has cells that are short enough for its folds. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { loadScene } from "@pliant/files";
import { describe, expect, test } from "vitest";
import { cards } from "../packages/studio/src/gallery/cards.ts";
import { cardScenes } from "../packages/studio/test/galleryScenes.ts";

/** Cloth has one of these; scenes of frames and solids, which take longer to load, mostly have neither. */
const mayBeCloth = (text: string) => /"(arealDensity|material)":/.test(text);

/** What `pliant check` says of cells that are too large for folds. */
async function notesOnFolds(
	text: string,
	read: (path: string) => Promise<Uint8Array> | Uint8Array,
): Promise<readonly string[]> {
	if (!mayBeCloth(text)) return [];
	const { notes } = await loadScene("scene.jsonc", {
		read: async (path) =>
			path === "scene.jsonc" ? new TextEncoder().encode(text) : read(path),
	});
	return notes.filter((note) => note.includes("folds of this sheet"));
}

describe("cells suit folds", async () => {
	const entries = await readdir(import.meta.dirname, { withFileTypes: true });
	for (const { name } of entries.filter((entry) => entry.isDirectory())) {
		const folder = join(import.meta.dirname, name);
		const scene = () => readFile(join(folder, "scene.jsonc"), "utf8");
		const read = (path: string) => readFile(join(folder, path));

		test(name, async () => {
			expect(await notesOnFolds(await scene(), read)).toEqual([]);
		});

		if (name === "27-funnel")
			test("larger ones are noticed", async () => {
				const text = (await scene()).replace("[24, 24]", "[10, 10]");
				expect(await notesOnFolds(text, read)).toHaveLength(1);
			});
	}

	test.each(cards.filter(({ id }) => !/^\d/.test(id)))(
		"the gallery's $id",
		async (card) => {
			// Its silk and cotton are coarse, since four are shown at once; the card says so.
			if (card.id === "fabrics-cusick") {
				expect(card.lookFor).toContain("finer than these triangles can");
				return;
			}
			for (const { source } of await cardScenes(card))
				expect(
					await notesOnFolds(source.text, (path) => source.files[path]),
				).toEqual([]);
		},
	);
});
