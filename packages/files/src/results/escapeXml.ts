/** Text for XML, also in attributes. Characters that XML cannot hold become spaces. */
export function escapeXml(text: string): string {
	return text.replace(
		// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML cannot hold
		/[<>&"\u0000-\u001f\ufffe\uffff]/g,
		(character) => entities[character] ?? " ",
	);
}

const entities: Readonly<Record<string, string>> = {
	"<": "&lt;",
	">": "&gt;",
	"&": "&amp;",
	'"': "&quot;",
};
