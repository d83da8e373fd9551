/** Changes values in the text of a scene, and leaves its comments and its layout alone. */
import { applyEdits, modify } from "jsonc-parser";
import type { SceneEdit } from "../gallery/card.ts";

export function editScene(text: string, edits: readonly SceneEdit[]): string {
	let result = text;
	for (const [path, value] of edits) {
		const formattingOptions = {
			tabSize: 1,
			insertSpaces: false,
			eol: "\n",
			keepLines: true,
		};
		result = applyEdits(
			result,
			modify(result, [...path], value, { formattingOptions }),
		);
	}
	return result;
}
