/** The names nearest to one that nobody knows, for messages about typing errors. */

/**
 * Up to `count` of the names, nearest first: by the edits that lead from one to the other, where a name that merely goes on
 * after (or before) what was typed counts as near. Names that have little in common with it are left out.
 */
export function nearest(
	typed: string,
	names: Iterable<string>,
	count = 3,
): string[] {
	const wanted = typed.toLowerCase();
	return Array.from(names, (name) => ({
		name,
		distance: distance(wanted, name.toLowerCase()),
	}))
		.filter(({ name, distance }) => distance <= limit(wanted, name))
		.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
		.slice(0, count)
		.map(({ name }) => name);
}

/** "; did you mean 'a' or 'b'?", or nothing where no name is near. */
export function didYouMean(typed: string, names: Iterable<string>): string {
	const found = nearest(typed, names).map((name) => `'${name}'`);
	return found.length > 0 ? `; did you mean ${found.join(" or ")}?` : "";
}

/** A third of the letters may be wrong, but always one, unless that is all. */
const limit = (a: string, b: string): number =>
	Math.min(
		Math.max(1, Math.max(a.length, b.length) / 3),
		Math.min(a.length, b.length) - 1,
	);

function distance(a: string, b: string): number {
	if (a.length >= 3 && b.length >= 3 && (a.includes(b) || b.includes(a)))
		return a === b ? 0 : 1;
	return editDistance(a, b);
}

/** How many letters to insert, delete, replace or swap with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
	let [twoBack, last]: [number[], number[]] = [
		[],
		Array.from({ length: b.length + 1 }, (_, j) => j),
	];
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const same = a[i - 1] === b[j - 1];
			const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
			row[j] = Math.min(
				last[j] + 1,
				row[j - 1] + 1,
				last[j - 1] + (same ? 0 : 1),
				swapped ? twoBack[j - 2] + 1 : Number.POSITIVE_INFINITY,
			);
		}
		[twoBack, last] = [last, row];
	}
	return last[b.length];
}
