/** Colours of the stage, light and dark, and of bodies one after the other. */
export interface Palette {
	readonly background: string;
	readonly ground: string;
	readonly collider: string;
	readonly shadow: string;
	readonly sky: string;
	readonly bounce: string;
}

export const palettes: Readonly<Record<"light" | "dark", Palette>> = {
	light: {
		background: "#f4f1ea",
		ground: "#dad7d2",
		collider: "#b7aea0",
		shadow: "#3a2f22",
		sky: "#ffffff",
		bounce: "#cfc3b0",
	},
	dark: {
		background: "#1a1c20",
		ground: "#4a4f59",
		collider: "#5b616c",
		shadow: "#0b0c10",
		sky: "#cfd8ea",
		bounce: "#3a3530",
	},
};

/** Front and back of each body. */
const bodyColours: readonly (readonly [string, string])[] = [
	["#e2a15f", "#2f8c96"],
	["#6fae86", "#c2655c"],
	["#8f86c9", "#d3a944"],
	["#5f9fcb", "#d58a54"],
	["#d98a86", "#5a8f7b"],
	["#d8c48c", "#6d7fae"],
];

/** Colours of a body of a scene; scenes begin with others, so that a gallery is not all of one colour. */
export function coloursOf(
	title: string,
	body: number,
): readonly [string, string] {
	let sum = 0;
	for (const letter of title) sum = (7 * sum + letter.charCodeAt(0)) % 997;
	return bodyColours[(sum + body) % bodyColours.length];
}

export const pinColour = "#d13b2a";

/** Of points that are followed. */
export const probeColours = [
	"#d98b4a",
	"#2f8c96",
	"#7668b4",
	"#c2655c",
] as const;
