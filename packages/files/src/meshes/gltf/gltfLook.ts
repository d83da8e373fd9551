import type { Look } from "../meshFormat.ts";
import type { GltfJson } from "./gltfJson.ts";

/** What a material of the file says of colours. */
export function gltfLook(
	{ materials, textures, images }: GltfJson,
	index: number,
): Omit<Look, "group"> {
	const { name, pbrMetallicRoughness: pbr } = materials[index] ?? {};
	const source = textures[pbr?.baseColorTexture?.index ?? -1]?.source;
	const image = images[source ?? -1];
	// Images in the file itself have a name at best.
	const uri = image?.uri?.startsWith("data:") ? undefined : image?.uri;
	const texture = image?.name ?? uri;
	return {
		name: name || String(index),
		...(pbr?.baseColorFactor && { colour: pbr.baseColorFactor }),
		...(texture && { texture }),
	};
}
