/** A text in lines of at most 80 characters, words kept whole, behind an indentation that may differ for later lines. */
export function wrapped(text: string, first: string, next = first): string[] {
	const lines: string[] = [];
	let line = first;
	let isEmpty = true;
	for (const word of text.split(/\s+/)) {
		if (!isEmpty && line.length + 1 + word.length > 80) {
			lines.push(line);
			line = next;
			isEmpty = true;
		}
		line += isEmpty ? word : ` ${word}`;
		isEmpty = false;
	}
	return [...lines, line];
}
