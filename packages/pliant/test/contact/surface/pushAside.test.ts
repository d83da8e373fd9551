import { expect, test } from "vitest";
import { pushAside } from "../../../src/contact/surface/pushAside.ts";
import { SurfaceContact } from "../../../src/contact/surface/surfaceContact.ts";
import { Surfaces } from "../../../src/contact/surface/surfaces.ts";
import { contactNumerics } from "../../../src/numerics/contactNumerics.ts";
import { singleThread } from "../../../src/numerics/team.ts";
import { Arena } from "../../../src/system/arena.ts";

const team = await singleThread();
const numerics = await contactNumerics(team);

/** A small triangle that stands in a wedge, whose left wall is upright and goes to the right, and whose right one leans away at 45°. */
function wedge() {
	const x = Float64Array.from(
		[
			...[0, 0, 0, 0, 0.1, -0.05, 0, 0.1, 0.05],
			...[-0.006, -1, -2, -0.006, -1, 2, -0.006, 2, 0],
			...[-0.9915, -1, -2, -0.9915, -1, 2, 2.0085, 2, 0],
		].flat(),
	);
	const surface = (name: string, first: number, offset: number) => ({
		...{ label: name, name, offset, touchesItself: false, loneEdges: [] },
		ranges: [{ first, last: first + 3 }],
		triangles: [first, first + 1, first + 2],
	});
	const isFixed = Uint8Array.from({ length: 9 }, (_, p) => (p < 3 ? 0 : 1));
	return new SurfaceContact({
		surfaces: new Surfaces(
			[
				surface("sheet", 0, 0.02),
				surface("left", 3, 0),
				surface("right", 6, 0),
			],
			x,
		),
		weights: Float64Array.from(isFixed, (fixed) => (fixed ? 0 : 0.01)),
		...{ isFixed, gravity: 9.81, x, stickDistance: () => 1 },
		friction: () => ({ static: 0, kinetic: 0 }),
		memory: { arena: new Arena(team.memory), team, numerics },
	});
}

test("what cannot be taken along by one wall, for another, goes out between them", () => {
	const contact = wedge();
	const ways = new Float64Array(27);
	for (let p = 3; p < 6; p++) ways[3 * p] = 0.02;
	const along = ways.slice();
	for (let p = 0; p < 3; p++) along[3 * p] = 0.02;
	expect(contact.limit(contact.start, along)).toBeLessThan(1);
	let passes = 0;
	while (pushAside(contact, ways, (point) => point < 3) >= 0)
		expect(++passes).toBeLessThan(40);
	expect(contact.limit(contact.start, ways)).toBe(1);
	// Up, and the walls go as prescribed.
	expect(ways[1]).toBeGreaterThan(0.01);
	expect(Array.from(ways.subarray(9))).toEqual(Array.from(along.subarray(9)));
});
