/** Ways to damage files, for readers that must refuse or survive them. */

import { FileError } from "@pliant/files";
import { expect } from "vitest";

/** Reads a damaged file; true where that works, else it must be refused in one line. */
export async function survives(
	mutation: number,
	read: () => Promise<void>,
): Promise<boolean> {
	try {
		await read();
		return true;
	} catch (error) {
		if (!(error instanceof FileError))
			throw new Error(`mutation ${mutation}: ${error}`, { cause: error });
		const { message } = error;
		// Expectations take longer than reading, so there are none for what is right.
		if (!/^[^\n]+: [^\n]+$/.test(message) || message.length >= 600)
			expect.fail(
				`mutation ${mutation}: not one line of less than 600 characters: ${message}`,
			);
		return false;
	}
}

/** mulberry32 */
export function randomNumbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

const nastyNumbers = [
	...["-1", "0", "1e999", "-1e999", "nan", "inf", "4294967295", "4294967296"],
	...[
		"9007199254740993",
		"1e308",
		"0.5",
		"-2147483648",
		"99999999999999999999",
	],
	...["", "x", "-", "1e", "0x10"],
];

export type Random = () => number;
type Mutation = (bytes: Uint8Array, random: Random) => Uint8Array;

export const pick = (count: number, random: Random) =>
	Math.floor(count * random());

function splice(
	bytes: Uint8Array,
	start: number,
	removed: number,
	inserted: ArrayLike<number>,
): Uint8Array {
	const rest = bytes.subarray(start + removed);
	const spliced = new Uint8Array(start + inserted.length + rest.length);
	spliced.set(bytes.subarray(0, start));
	spliced.set(inserted, start);
	spliced.set(rest, start + inserted.length);
	return spliced;
}

const mutations: readonly Mutation[] = [
	function flipBytes(bytes, random) {
		const flipped = bytes.slice();
		for (let i = 0; i <= pick(4, random); i++)
			flipped[pick(bytes.length, random)] ^= 1 << pick(8, random);
		return flipped;
	},
	function setBytes(bytes, random) {
		const changed = bytes.slice();
		const start = pick(bytes.length, random);
		changed.fill(
			[0, 255, 127, 128][pick(4, random)],
			start,
			start + 1 + pick(8, random),
		);
		return changed;
	},
	function truncate(bytes, random) {
		return bytes.slice(0, pick(bytes.length, random));
	},
	function removeRun(bytes, random) {
		return splice(bytes, pick(bytes.length, random), 1 + pick(40, random), []);
	},
	function insertRun(bytes, random) {
		const run = Array.from({ length: 1 + pick(40, random) }, () =>
			pick(256, random),
		);
		return splice(bytes, pick(bytes.length, random), 0, run);
	},
	function repeatRun(bytes, random) {
		const start = pick(bytes.length, random);
		const run = bytes.subarray(start, start + pick(200, random));
		return splice(bytes, pick(bytes.length, random), 0, run);
	},
	function replaceNumber(bytes, random) {
		const text = new TextDecoder("latin1").decode(bytes);
		const found = [...text.matchAll(/-?\d+(\.\d+)?/g)];
		if (found.length === 0) return bytes;
		const match = found[pick(found.length, random)];
		const nasty = nastyNumbers[pick(nastyNumbers.length, random)];
		return splice(
			bytes,
			match.index,
			match[0].length,
			new TextEncoder().encode(nasty),
		);
	},
	function swapLines(bytes, random) {
		const lines = new TextDecoder("latin1").decode(bytes).split("\n");
		const [a, b] = [pick(lines.length, random), pick(lines.length, random)];
		[lines[a], lines[b]] = [lines[b], lines[a]];
		return Uint8Array.from(Buffer.from(lines.join("\n"), "latin1"));
	},
];

/** The bytes damaged in one or two ways. */
export function mutated(bytes: Uint8Array, random: Random): Uint8Array {
	let damaged = bytes;
	for (let times = 1 + pick(2, random); times > 0; times--)
		damaged = mutations[pick(mutations.length, random)](damaged, random);
	return damaged;
}
