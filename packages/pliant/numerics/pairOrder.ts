/** Takes over pairs that a search found, in the order of their numbers, so that it does not matter when each of them was found. */
import { at } from "./edgeMatrix";
import { FoundPairs } from "./foundPairs";
import { recordBytes, recordShare, recordVertices, SurfacePairs } from "./surfacePairs";
import { isFirst, stepOf } from "./team";

/**
 * Writes the pairs that were found to `next`, and with them those that there were and that have no stray, where flags of these are given. Those without a share are left
 * out. `places` has room for two numbers for each that was found, `ends` for as many as points, edges or triangles have, and one more.
 */
export function takePairs(
	pairs: SurfacePairs,
	found: FoundPairs,
	strays: usize,
	next: usize,
	places: usize,
	ends: usize,
	numbers: u32,
): void {
	if (!isFirst()) return;
	const fresh = listFound(pairs, found, places);
	const other = places + 4 * fresh;
	sortBy(4, places, other, fresh, ends, numbers);
	sortBy(0, other, places, fresh, ends, numbers);
	const end = places + 4 * fresh;
	let from = places;
	let to = next;
	if (strays) {
		const last = pairs.records + recordBytes * pairs.count;
		for (let own = pairs.records; own < last; own += recordBytes) {
			if (hasAny(own, strays)) continue;
			const key = keyOf(own);
			for (; from < end && keyOf(load<u32>(from)) < key; from += 4) {
				copyRecord(load<u32>(from), to);
				to += recordBytes;
			}
			copyRecord(own, to);
			to += recordBytes;
		}
	}
	for (; from < end; from += 4) {
		copyRecord(load<u32>(from), to);
		to += recordBytes;
	}
	pairs.records = next;
	pairs.count = <u32>((to - next) / recordBytes);
}

/** Lists the addresses of what threads found; returns how many there are. */
function listFound(pairs: SurfacePairs, found: FoundPairs, places: usize): u32 {
	const records = pairs.areEdges ? found.edges : found.points;
	let count: u32 = 0;
	for (let thread: u32 = 0; thread < stepOf(true); thread++) {
		let record = records + recordBytes * found.capacity * thread;
		const own = at(found.counts, 2 * thread + pairs.areEdges);
		for (let i: u32 = 0; i < own; i++, record += recordBytes)
			if (load<f64>(record, recordShare) > 0)
				store<u32>(places + 4 * count++, <u32>record);
	}
	return count;
}

/** Sorts addresses of records by the number at an offset; those with the same stay in their order. */
function sortBy(
	offset: usize,
	from: usize,
	into: usize,
	count: u32,
	ends: usize,
	numbers: u32,
): void {
	if (count == 0) return;
	memory.fill(ends, 0, 4 * (numbers + 1));
	const last = from + 4 * count;
	for (let place = from; place < last; place += 4) {
		const end = ends + 4 * load<u32>(load<u32>(place) + offset);
		store<u32>(end, load<u32>(end, 4) + 1, 4);
	}
	let sum: u32 = 0;
	for (let end = ends; end < ends + 4 * numbers; end += 4) {
		sum += load<u32>(end);
		store<u32>(end, sum);
	}
	for (let place = from; place < last; place += 4) {
		const record = load<u32>(place);
		const end = ends + 4 * load<u32>(record + offset);
		const to = load<u32>(end);
		store<u32>(end, to + 1);
		store<u32>(into + 4 * to, record);
	}
}

/** Its two numbers as one. */
@inline
function keyOf(record: usize): u64 {
	return ((<u64>load<u32>(record)) << 32) | load<u32>(record, 4);
}

/** Whether one of its vertices is flagged. */
@inline
function hasAny(record: usize, flags: usize): u32 {
	const vertices = record + recordVertices;
	return (
		at(flags, at(vertices, 0)) |
		at(flags, at(vertices, 1)) |
		at(flags, at(vertices, 2)) |
		at(flags, at(vertices, 3))
	);
}

function copyRecord(from: usize, to: usize): void {
	v128.store(to, v128.load(from));
	v128.store(to, v128.load(from, 16), 16);
	v128.store(to, v128.load(from, 32), 32);
	store<u64>(to, load<u64>(from, 48), 48);
}
