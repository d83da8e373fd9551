import type { Look } from "./meshFormat.ts";

/** Longer ones say more than colours. */
const mostBytes = 1e6;

/** Colours and images of the materials of an MTL text, which comes with an OBJ; what cannot be read of it is left out. */
export function readMtl(bytes: Uint8Array): Map<string, Omit<Look, "group">> {
	const looks = new Map<string, Omit<Look, "group">>();
	const text = new TextDecoder().decode(bytes.subarray(0, mostBytes));
	let name: string | undefined;
	for (const line of text.split(/\r?\n/)) {
		const [keyword, ...words] = line.trim().split(/\s+/);
		if (keyword === "newmtl") name = words.join(" ");
		if (name === undefined) continue;
		const known = looks.get(name) ?? { name };
		const [r, g, b] = words.map(Number);
		const [, , , opacity = 1] = known.colour ?? [];
		if (keyword === "Kd" && [r, g, b].every(Number.isFinite))
			looks.set(name, { ...known, colour: [r, g, b, opacity] });
		else if ((keyword === "d" || keyword === "Tr") && Number.isFinite(r)) {
			const [red, green, blue] = known.colour ?? [1, 1, 1];
			const d = keyword === "d" ? r : 1 - r;
			looks.set(name, { ...known, colour: [red, green, blue, d] });
		} else if (keyword === "map_Kd" && words.length > 0)
			looks.set(name, { ...known, texture: words[words.length - 1] });
	}
	return looks;
}
