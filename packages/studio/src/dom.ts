/** Elements in one line. */
type Child = Node | string | undefined | false;

export function element<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	properties: Partial<Omit<HTMLElementTagNameMap[K], "style">> & {
		readonly aria?: Readonly<Record<string, string>>;
	} = {},
	...children: Child[]
): HTMLElementTagNameMap[K] {
	const made = document.createElement(tag);
	const { aria = {}, ...rest } = properties;
	Object.assign(made, rest);
	for (const [name, value] of Object.entries(aria))
		made.setAttribute(`aria-${name}`, value);
	made.append(
		...children.filter((child) => child !== undefined && child !== false),
	);
	return made;
}

/** A file for the user to keep. */
export function download(name: string, content: Blob): void {
	const url = URL.createObjectURL(content);
	element("a", { href: url, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Three significant digits, with a power of ten where that is shorter. */
export function short(value: number): string {
	if (!Number.isFinite(value)) return "–";
	if (value === 0) return "0";
	const size = Math.abs(value);
	if (size >= 1e5 || size < 1e-3)
		return value.toExponential(1).replace("e+", "e").replace(".0e", "e");
	return Number(value.toPrecision(3)).toString();
}
