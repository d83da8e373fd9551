/** Throws where tags do not match, attributes are not quoted or text is not escaped. Enough for what we write. */
export function checkXml(text: string): void {
	const open: string[] = [];
	const tag =
		/<(\/?)([A-Za-z][\w-]*)((?:\s+[\w:-]+="[^"<&]*")*)\s*(\/?)>|([^<]+)/y;
	let roots = 0;
	while (tag.lastIndex < text.length) {
		const at = tag.lastIndex;
		const match = tag.exec(text);
		if (!match) throw new Error(`not XML: ${text.slice(at, at + 60)}`);
		const [, closing, name, , empty, words] = match;
		if (words !== undefined) {
			if (/&(?!(amp|lt|gt|quot|apos);)|>/.test(words))
				throw new Error(`not escaped: ${words}`);
		} else if (closing) {
			if (open.pop() !== name) throw new Error(`</${name}> is not open`);
		} else {
			if (open.length === 0) roots++;
			if (!empty) open.push(name);
		}
	}
	if (open.length > 0 || roots !== 1)
		throw new Error(`${roots} roots, left open: ${open}`);
}
