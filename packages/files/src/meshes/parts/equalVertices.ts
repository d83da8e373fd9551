/**
 * For every vertex the new number it gets when vertices with equal coordinates become one, in the order of their first use.
 * 0 and −0 are equal: exporters write both for the same corner.
 */
export function equalVertices(positions: Float64Array): Int32Array {
	const count = positions.length / 3;
	const keys = new Uint32Array(
		positions.map((coordinate) => coordinate + 0).buffer,
	);
	const size = 2 ** Math.ceil(Math.log2(2 * count + 2));
	/** One more than the vertex in each slot; 0 if it is free. */
	const slots = new Uint32Array(size);
	const numbers = new Int32Array(count);
	// By chance, so that no file can be made whose vertices all want the same slot. The result does not depend on it.
	const seed = Math.floor(2 ** 32 * Math.random());
	let distinct = 0;
	for (let vertex = 0; vertex < count; vertex++) {
		let slot = hash(keys, 6 * vertex, seed) & (size - 1);
		while (slots[slot] !== 0 && !equal(keys, slots[slot] - 1, vertex)) {
			slot = (slot + 1) & (size - 1);
		}
		if (slots[slot] === 0) {
			slots[slot] = vertex + 1;
			numbers[vertex] = distinct++;
		} else {
			numbers[vertex] = numbers[slots[slot] - 1];
		}
	}
	return numbers;
}

function equal(keys: Uint32Array, a: number, b: number): boolean {
	for (let i = 0; i < 6; i++) {
		if (keys[6 * a + i] !== keys[6 * b + i]) return false;
	}
	return true;
}

/** Mixes six words, each time by the finalizer of MurmurHash3, so that regular grids do not pile up. */
function hash(keys: Uint32Array, start: number, seed: number): number {
	let mixed = seed;
	for (let i = start; i < start + 6; i++) {
		mixed = Math.imul(mixed ^ keys[i], 0x85ebca6b);
		mixed ^= mixed >>> 13;
		mixed = Math.imul(mixed, 0xc2b2ae35);
		mixed ^= mixed >>> 16;
	}
	return mixed >>> 0;
}
