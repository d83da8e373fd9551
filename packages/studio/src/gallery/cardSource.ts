/** The files of the gallery's scenes, fetched when a card is opened. */
import type { SceneSource } from "../protocol.ts";

const files = import.meta.glob<string>(
	["../../../../examples/*/*.{jsonc,obj,svg}", "../../gallery/*/*.{jsonc,obj}"],
	{ query: "?url", import: "default", eager: true },
);

/** The scene of a card, with all files of its folder. */
export async function cardSource(id: string): Promise<SceneSource> {
	const source = {
		name: "scene.jsonc",
		text: "",
		files: {} as Record<string, Uint8Array>,
	};
	for (const [path, url] of Object.entries(files)) {
		const [folder, name] = path.split("/").slice(-2);
		if (folder !== id) continue;
		const response = await fetch(url);
		if (name === source.name) source.text = await response.text();
		else source.files[name] = new Uint8Array(await response.arrayBuffer());
	}
	if (source.text === "")
		throw new Error(`There is no example '${id}'; choose one of the gallery.`);
	return source;
}
