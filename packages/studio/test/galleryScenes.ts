/** Scenes of the gallery as the page opens them, from the disk. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Card } from "../src/gallery/card.ts";
import type { SceneSource } from "../src/protocol.ts";
import { editScene } from "../src/ui/editScene.ts";

const root = join(import.meta.dirname, "../../..");

const folderOf = ({ id }: Card): string =>
	join(root, /^\d/.test(id) ? "examples" : "packages/studio/gallery", id);

/** What a card opens: one scene, or one for each lane. */
export async function cardScenes(
	card: Card,
): Promise<readonly { readonly name: string; readonly source: SceneSource }[]> {
	const folder = folderOf(card);
	const text = await readFile(join(folder, "scene.jsonc"), "utf8");
	const files: Record<string, Uint8Array> = {};
	for (const file of await readdir(folder))
		if (file !== "scene.jsonc")
			files[file] = await readFile(join(folder, file));
	return (card.lanes ?? [{ name: "", edits: [] }]).map(({ name, edits }) => ({
		name,
		source: { name: "scene.jsonc", text: editScene(text, edits), files },
	}));
}
