/**
 * Ways to damage files that know their structure: numbers become others that are hard to bear, counts are off by a little or by much,
 * lines and entries are repeated, left out or nested, and files end early. What is JSON is damaged as JSON, within GLB too.
 */
import type { Random } from "../random.ts";

const decoder = new TextDecoder("latin1");
const encode = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));

/** Copies of something so long that they do not get longer than files of this trial are. */
const copiesOf = (length: number, random: Random): number =>
	random.below(Math.max(2, Math.min(3000, 100_000 / Math.max(1, length))));

const nastyNumbers = [
	...["-1", "0", "1e999", "-1e999", "nan", "inf", "1e308", "-1e308", "1e-320"],
	...["4294967295", "4294967296", "2147483648", "-2147483648", "65536", "255"],
	...["9007199254740993", "1e15", "99999999999999999999", "0.5", "-0", "1e30"],
	...["", "x", "-", "1e", "0x10", "1,5", "١"],
];

/** Changes text by its words, lines and brackets. */
function damageText(text: string, random: Random): string {
	const lines = text.split("\n");
	const at = random.below(lines.length);
	switch (random.below(9)) {
		case 0:
		case 1: {
			const numbers = [...text.matchAll(/-?\d+(\.\d+)?(e[-+]?\d+)?/g)];
			if (numbers.length === 0) return text;
			const match = random.of(numbers);
			const value = random.chance(0.5)
				? random.of(nastyNumbers)
				: String(Number(match[0]) * random.of([1e3, 1e6, 1e9, -1]) + 1);
			return (
				text.slice(0, match.index) +
				value +
				text.slice(match.index + match[0].length)
			);
		}
		case 2:
			return text.slice(0, random.below(text.length));
		case 3:
			lines.splice(at, 1);
			return lines.join("\n");
		case 4:
			lines.splice(
				at,
				0,
				...new Array(copiesOf(lines[at].length, random)).fill(lines[at]),
			);
			return lines.join("\n");
		case 5: {
			const words = lines[at].split(" ");
			const word = random.of(words);
			words.push(...new Array(copiesOf(word.length, random)).fill(word));
			lines[at] = words.join(" ");
			return lines.join("\n");
		}
		case 6: {
			const bracket = random.of(["(", "<g>", "<", "[", '"', "#", "\\\n", "&"]);
			const place = random.below(text.length);
			return (
				text.slice(0, place) +
				bracket.repeat(random.below(3000)) +
				text.slice(place)
			);
		}
		case 7: {
			const other = random.below(lines.length);
			[lines[at], lines[other]] = [lines[other], lines[at]];
			return lines.join("\n");
		}
		default: {
			const words = text.split(/(\s+)/);
			const [i, j] = [random.below(words.length), random.below(words.length)];
			[words[i], words[j]] = [words[j], words[i]];
			return words.join("");
		}
	}
}

/** Changes numbers where they stand in binary files, or the file's length. */
function damageBytes(bytes: Uint8Array, random: Random): Uint8Array {
	const changed = bytes.slice();
	const view = new DataView(changed.buffer);
	const place = (size: number) => {
		// Headers are short and matter most.
		const end = Math.max(1, changed.length - size);
		const at = random.below(random.chance(0.5) ? Math.min(end, 400) : end);
		return random.chance(0.7) ? at - (at % size) : at;
	};
	if (changed.length < 16) return changed;
	const littleEndian = random.chance(0.8);
	switch (random.below(6)) {
		case 0:
			view.setUint32(
				place(4),
				random.of([0, 1, 3, 2 ** 31, 2 ** 32 - 1, 65536, 1e7, 5e8]),
				littleEndian,
			);
			return changed;
		case 1:
			view.setFloat32(
				place(4),
				random.of([Number.NaN, Infinity, 3e38, -0, 1e-40, 1e9]),
				littleEndian,
			);
			return changed;
		case 2:
			view.setFloat64(
				place(8),
				random.of([Number.NaN, -Infinity, 1e308, 1e30, 5e-324]),
				littleEndian,
			);
			return changed;
		case 3:
			view.setUint16(
				place(2),
				random.of([0, 1, 7, 255, 32767, 32768, 65535]),
				littleEndian,
			);
			return changed;
		case 4:
			return changed.subarray(0, random.below(changed.length));
		default: {
			const start = random.below(changed.length);
			const part = changed.subarray(start, start + random.below(200));
			const copies = 1 + random.below(20);
			const longer = new Uint8Array(changed.length + copies * part.length);
			longer.set(changed.subarray(0, start));
			for (let i = 0; i < copies; i++)
				longer.set(part, start + i * part.length);
			longer.set(changed.subarray(start), start + copies * part.length);
			return longer;
		}
	}
}

const nastyValues = [
	...[-1, 0, 0.5, 1e308, 2 ** 31, 2 ** 53, 4294967296, null, true],
	...["", "x", "__proto__", "../a", [], {}, [[]], [1], "SCALAR", "VEC3", 5120],
	...[5122, 5126, 6, 7],
];

/** Changes one entry of what JSON stands for. */
function damageValue(value: unknown, random: Random): unknown {
	if (value === null || typeof value !== "object" || random.chance(0.1)) {
		if (typeof value === "number" && random.chance(0.4))
			return value + random.of([-1, 1, 1000, 1e6]);
		if (random.chance(0.1)) {
			let nested: unknown = value;
			for (let i = random.below(300); i > 0; i--) nested = [nested];
			return nested;
		}
		return random.of(nastyValues);
	}
	if (Array.isArray(value)) {
		if (value.length === 0) return [random.of(nastyValues)];
		const copy = [...value];
		const at = random.below(copy.length);
		const choice = random.below(7);
		if (choice === 0) copy.splice(at, 1);
		else if (choice === 1) {
			const { length } = JSON.stringify(copy[at]) ?? "";
			copy.push(...new Array(copiesOf(length, random)).fill(copy[at]));
		} else copy[at] = damageValue(copy[at], random);
		return copy;
	}
	const entries = Object.entries(value);
	if (entries.length === 0) return random.of(nastyValues);
	const at = random.below(entries.length);
	const [key, inner] = entries[at];
	if (random.chance(0.1)) entries.splice(at, 1);
	else entries[at] = [key, damageValue(inner, random)];
	return Object.fromEntries(entries);
}

export function damageJson(text: string, random: Random): string {
	try {
		return JSON.stringify(damageValue(JSON.parse(text), random));
	} catch {
		return damageText(text, random);
	}
}

/** Damages the JSON of a GLB, and gives it a container that fits again. */
function damageGlb(bytes: Uint8Array, random: Random): Uint8Array {
	const view = new DataView(bytes.buffer, bytes.byteOffset);
	const length = view.getUint32(12, true);
	const json = encode(
		damageJson(decoder.decode(bytes.subarray(20, 20 + length)), random),
	);
	const padded = new Uint8Array(4 * Math.ceil(json.length / 4)).fill(32);
	padded.set(json);
	const rest = bytes.subarray(20 + length);
	const result = new Uint8Array(20 + padded.length + rest.length);
	result.set(bytes.subarray(0, 20));
	result.set(padded, 20);
	result.set(rest, 20 + padded.length);
	const head = new DataView(result.buffer);
	head.setUint32(8, result.length, true);
	head.setUint32(12, padded.length, true);
	return result;
}

const isText = (bytes: Uint8Array): boolean =>
	!bytes.subarray(0, 512).includes(0);

/** The file damaged in one to three ways. */
export function damaged(bytes: Uint8Array, random: Random): Uint8Array {
	let result = bytes;
	for (let times = 1 + random.below(3); times > 0; times--) {
		const start = decoder.decode(result.subarray(0, 4));
		if (start === "glTF" && result.length > 40 && random.chance(0.7))
			result = damageGlb(result, random);
		else if (start.startsWith("{") && random.chance(0.8))
			result = encode(damageJson(decoder.decode(result), random));
		else if (isText(result) && random.chance(0.9))
			result = encode(damageText(decoder.decode(result), random));
		else result = damageBytes(result, random);
		// So that repetitions do not multiply.
		if (result.length > 200_000) break;
	}
	return result;
}
