/** Longer lists of names are left out of a message that has a better answer. */
import { shown } from "./checks.ts";

const longestList = 13;

/** What is longer was never meant as a name, and takes long to compare. */
const longestName = 60;

/**
 * A name that is not in a list: of a material, a model, a key of a scene. The message suggests what may have been meant:
 * "there is no material 'slik'; did you mean 'silk'?". Programs with names of their own may throw it, too.
 */
export class UnknownNameError extends Error {
	override readonly name = "UnknownNameError";
	/** The name that was given. */
	readonly given: string;
	/** Names that are like it, the nearest first; none where nothing is. */
	readonly suggestions: readonly string[];

	/** @param what is named, such as "material" */
	constructor(what: string, given: string, known: readonly string[]) {
		const isName = typeof given === "string" && given.length <= longestName;
		const suggestions = isName ? nearest(given, known) : [];
		const name =
			typeof given === "string"
				? `'${isName ? given : `${given.slice(0, longestName)}…`}'`
				: `named ${shown(given)}`;
		super(`there is no ${what} ${name}${remedy(suggestions, known)}`);
		this.given = given;
		this.suggestions = suggestions;
	}
}

function remedy(
	suggestions: readonly string[],
	known: readonly string[],
): string {
	const list = `there are ${known.join(", ")}`;
	if (suggestions.length === 0) return `; ${list}`;
	const quoted = suggestions.map((name) => `'${name}'`).join(" or ");
	const question = `; did you mean ${quoted}?`;
	return known.length > longestList
		? question
		: `${question} T${list.slice(1)}`;
}

/** So many names are suggested at most. */
const mostSuggestions = 3;

/**
 * The names nearest to one by the edits that lead from one to the other, where a name that merely goes on after (or before)
 * what was typed counts as near. Names that have little in common with it are left out.
 */
function nearest(typed: string, names: readonly string[]): string[] {
	const wanted = typed.toLowerCase();
	const near = names
		.map((name) => ({ name, distance: distance(wanted, name.toLowerCase()) }))
		.filter(({ name, distance }) => distance <= limit(wanted, name))
		.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
		.slice(0, mostSuggestions)
		.map(({ name }) => name);
	return near.length > 0 ? near : withWordsOf(wanted, names);
}

/** Names that have a word of it: natural-rubber for silicone-rubber. */
function withWordsOf(wanted: string, names: readonly string[]): string[] {
	const words = wordsOf(wanted);
	return names
		.filter((name) =>
			wordsOf(name.toLowerCase()).some((word) => words.includes(word)),
		)
		.slice(0, mostSuggestions);
}

/** Those that say something. */
const wordsOf = (name: string): string[] =>
	name.split(/[^a-z0-9]+/).filter(({ length }) => length > 3);

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
