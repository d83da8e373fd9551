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
		ground: "#ece7de",
		collider: "#b7aea0",
		shadow: "#3a2f22",
		sky: "#ffffff",
		bounce: "#cfc3b0",
	},
	dark: {
		background: "#16181c",
		ground: "#23262c",
		collider: "#5b616c",
		shadow: "#000000",
		sky: "#cfd8ea",
		bounce: "#3a3530",
	},
};

/** Front and back of each body. */
export const bodyColours: readonly (readonly [string, string])[] = [
	["#d98b4a", "#2f8c96"],
	["#5b9a63", "#b4534e"],
	["#7668b4", "#c79a35"],
	["#3f83b5", "#c8743f"],
];

export const pinColour = "#d13b2a";
