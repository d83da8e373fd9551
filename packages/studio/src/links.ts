/** Scenes in addresses, and the one that the local server has open. */
import type { SceneSource } from "./protocol.ts";

/** The text of a scene as a part of an address: compressed, in base64 for addresses. Files of meshes do not go along. */
export async function sharedText(text: string): Promise<string> {
	const bytes = await through(
		new TextEncoder().encode(text),
		new CompressionStream("deflate-raw"),
	);
	let binary = "";
	for (const byte of bytes) binary += String.fromCharCode(byte);
	return btoa(binary)
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
}

export async function sharedSource(value: string): Promise<SceneSource> {
	try {
		const binary = atob(value.replaceAll("-", "+").replaceAll("_", "/"));
		const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
		const text = await through(bytes, new DecompressionStream("deflate-raw"));
		return {
			name: "scene.jsonc",
			text: new TextDecoder().decode(text),
			files: {},
		};
	} catch {
		throw new Error(
			"This link is cut off or changed; ask for it again, all of it.",
		);
	}
}

async function through(
	bytes: Uint8Array<ArrayBuffer>,
	stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
	const result = new Blob([bytes]).stream().pipeThrough(stream);
	return new Uint8Array(await new Response(result).arrayBuffer());
}

/** The scene that `pliant studio SCENE` was given. */
export async function openedSource(): Promise<SceneSource> {
	const list = await fetch("./opened/files.json");
	if (!list.ok)
		throw new Error(
			"No scene is open here; start `pliant studio SCENE`, or drop one on the page.",
		);
	const { scene, files } = (await list.json()) as {
		scene: string;
		files: string[];
	};
	const read = async (name: string) =>
		new Uint8Array(
			await (
				await fetch(
					`./opened/${name.split("/").map(encodeURIComponent).join("/")}`,
				)
			).arrayBuffer(),
		);
	return {
		name: scene,
		text: new TextDecoder().decode(await read(scene)),
		files: Object.fromEntries(
			await Promise.all(files.map(async (name) => [name, await read(name)])),
		),
	};
}
