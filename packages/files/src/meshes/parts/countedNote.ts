/** A note for people: `countedNote(12, "quad", "split into triangles")` is "12 quads were split into triangles". */
export function countedNote(count: number, noun: string, done: string): string {
	return count === 1
		? `1 ${noun} was ${done}`
		: `${count} ${pluralOf(noun)} were ${done}`;
}

function pluralOf(noun: string): string {
	if (noun.endsWith("hedron")) return noun.replace(/on$/, "a");
	if (noun.endsWith("vertex")) return noun.replace(/ex$/, "ices");
	const [first, ...rest] = noun.split(" of ");
	return [`${first}s`, ...rest].join(" of ");
}
