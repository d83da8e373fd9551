import { grid } from "pliant/mesh";
import { expect, test } from "vitest";
import { scenePicture } from "../../src/picture/scenePicture.ts";

/** Pixels that are much redder than green, or bluer than red. */
function coloured(
	marks: { name: string; position: [number, number, number] }[],
) {
	const mesh = grid({ plane: "xz", cells: [2, 2] });
	const { rgb } = scenePicture(
		[{ mesh, positions: mesh.positions, held: [] }],
		[],
		{ size: { width: 480, height: 360 }, marks },
	);
	const counts = { red: 0, blue: 0 };
	for (let i = 0; i < rgb.length; i += 3) {
		if (rgb[i] > 2 * rgb[i + 1] && rgb[i] > rgb[i + 2]) counts.red++;
		if (rgb[i + 2] > 2 * rgb[i]) counts.blue++;
	}
	return counts;
}

test("places are marked in a colour for each name", () => {
	expect(coloured([])).toEqual({ red: 0, blue: 0 });
	const one = { name: "cloth and ball", position: [0.5, 0, 0.5] } as const;
	const other = { name: "cloth and floor", position: [0.2, 0, 0.5] } as const;
	const marked = coloured([
		{ ...one, position: [...one.position] },
		{ ...other, position: [...other.position] },
	]);
	expect(marked.red).toBeGreaterThan(0);
	expect(marked.blue).toBeGreaterThan(0);
});
