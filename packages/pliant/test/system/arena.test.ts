import { expect, test } from "vitest";
import { createRandom } from "../../src/mesh/generators/random.ts";
import { Arena, type ArenaArray } from "../../src/system/arena.ts";

const create = () => new Arena(new WebAssembly.Memory({ initial: 1 }));

test("an array that is given back makes room for others, which begin as zeros", () => {
	const arena = create();
	const first = arena.f64(100);
	const last = arena.f64(10);
	first.array.fill(7);
	last.array.fill(3);
	const { bytes } = arena;
	arena.free(first);
	const [a, b] = [arena.f64(40), arena.u32(20)];
	expect(a.pointer).toBe(first.pointer);
	expect(b.pointer).toBeGreaterThan(a.pointer);
	expect(b.pointer).toBeLessThan(last.pointer);
	expect([...a.array, ...b.array].every((value) => value === 0)).toBe(true);
	expect(last.array.every((value) => value === 3)).toBe(true);
	arena.free(a, b);
	expect(arena.f64(100).pointer).toBe(first.pointer);
	expect(arena.bytes).toBe(bytes);
});

test("an array is given back once", () => {
	const arena = create();
	const array = arena.f64(4);
	arena.free(array);
	expect(() => arena.free(array)).toThrow(/given back but not taken/);
	expect(() => arena.free(create().f64(4))).toThrow(/given back but not taken/);
});

test("arrays never overlap and keep their numbers, in whatever order they come and go", () => {
	const arena = create();
	const random = createRandom(3);
	const held: { array: ArenaArray<Float64Array>; mark: number }[] = [];
	const empty = arena.bytes;
	for (let round = 1; round <= 2000; round++) {
		if (held.length < 30 || random() < 0.5) {
			const array = arena.f64(Math.floor(300 * random()));
			expect(array.array.every((value) => value === 0)).toBe(true);
			array.array.fill(round);
			held.push({ array, mark: round });
		} else {
			const [{ array }] = held.splice(Math.floor(held.length * random()), 1);
			arena.free(array);
		}
		if (round % 100 === 0)
			for (const { array, mark } of held)
				expect(array.array.every((value) => value === mark)).toBe(true);
	}
	arena.free(...held.map(({ array }) => array));
	expect(arena.bytes).toBe(empty);
	const { byteLength } = arena.memory.buffer;
	arena.f64(byteLength / 8 - 1000);
	expect(arena.memory.buffer.byteLength).toBe(byteLength);
});
