import { FileError, type MeshFile, meshFormats, readMesh } from "@pliant/files";
import { describe, expect, test } from "vitest";
import { samples } from "./samples.ts";
import { sourceOf } from "./sourceOf.ts";

/** Enough for each format, spread over its samples. */
const mutationsPerFormat = 10_000;
/** Filling outlines takes longer than reading. */
const mutationsOfSvg = 2000;
const longestCase = 1000; // ms

/** mulberry32 */
function randomNumbers(seed: number): () => number {
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

type Random = () => number;
type Mutation = (bytes: Uint8Array, random: Random) => Uint8Array;

const pick = (count: number, random: Random) => Math.floor(count * random());

function splice(
	bytes: Uint8Array,
	start: number,
	removed: number,
	inserted: ArrayLike<number>,
): Uint8Array {
	return Uint8Array.from([
		...bytes.subarray(0, start),
		...Array.from(inserted),
		...bytes.subarray(start + removed),
	]);
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

function requireValid({ mesh, textureCoordinates }: MeshFile): void {
	const count = mesh.positions.length / 3;
	expect(mesh.positions.every(Number.isFinite)).toBe(true);
	const lists = [
		[mesh.edges, 2],
		[mesh.triangles, 3],
		[mesh.tetrahedra, 4],
		[mesh.hexahedra, 8],
	] as const;
	for (const [cells, size] of lists) {
		expect(cells.length % size).toBe(0);
		expect(cells.every((vertex) => vertex < count)).toBe(true);
	}
	for (const vertices of Object.values(mesh.groups))
		expect(vertices.every((vertex) => vertex < count)).toBe(true);
	if (textureCoordinates) expect(textureCoordinates.length).toBe(2 * count);
}

describe.each(meshFormats)("damaged $name files", ({ name: format }) => {
	const own = samples.filter((sample) => sample.format === format);
	const total = format === "svg" ? mutationsOfSvg : mutationsPerFormat;
	const perSample = Math.ceil(total / own.length);

	test.each(own.map((sample, i) => [sample.variant, sample, i] as const))(
		"%s",
		async (_, { files }, number) => {
			const random = randomNumbers(1000 * format.length + number);
			const entries = Object.entries(sourceOfAll(files));
			let read = 0;
			for (let i = 0; i < perSample; i++) {
				const target = pick(entries.length, random);
				let bytes = entries[target][1];
				for (let times = 1 + pick(2, random); times > 0; times--)
					bytes = mutations[pick(mutations.length, random)](bytes, random);
				const damaged = Object.fromEntries(
					entries.map(([file, whole], at) => [
						file,
						at === target ? bytes : whole,
					]),
				);
				const start = performance.now();
				try {
					requireValid(await readMesh(sourceOf(damaged)));
					read++;
				} catch (error) {
					if (!(error instanceof FileError))
						throw new Error(`mutation ${i}: ${error}`, { cause: error });
					expect(error.message).toMatch(/^[^\n]+: [^\n]+$/);
					expect(error.message.length).toBeLessThan(600);
				}
				expect(performance.now() - start).toBeLessThan(longestCase);
			}
			// Otherwise the mutations would only ever reach the first check.
			expect(read).toBeGreaterThan(0);
		},
	);
});

function sourceOfAll(files: Parameters<typeof sourceOf>[0]) {
	return Object.fromEntries(
		Object.entries(files).map(([name, content]) => [
			name,
			typeof content === "string" ? new TextEncoder().encode(content) : content,
		]),
	);
}
