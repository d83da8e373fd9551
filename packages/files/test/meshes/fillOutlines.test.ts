import { FileError } from "@pliant/files";
import { components, createMesh } from "pliant/mesh";
import { describe, expect, it } from "vitest";
import { xmlTree } from "../../src/meshes/parts/xmlTree.ts";
import {
	type FilledOutlines,
	fillOutlines,
} from "../../src/meshes/svg/fillOutlines.ts";
import { svgOutlines } from "../../src/meshes/svg/svgOutlines.ts";
import { randomNumbers } from "../mutations.ts";

/** Shapes in metres. */
function filled(shapes: string, edgeLength?: number): FilledOutlines {
	const root = xmlTree("a.svg", `<svg>${shapes}</svg>`);
	const { outlines } = svgOutlines("a.svg", root, 1);
	return edgeLength === undefined
		? fillOutlines("a.svg", outlines)
		: fillOutlines("a.svg", outlines, edgeLength);
}

const circle = (x: number, y: number, r: number) =>
	`<circle cx="${x}" cy="${y}" r="${r}"/>`;
const rectangle = (x: number, y: number, width: number, height: number) =>
	`<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`;
const turned = (degrees: number, shapes: string) =>
	`<g transform="rotate(${degrees})">${shapes}</g>`;
const polygon = (
	x: number,
	y: number,
	count: number,
	radius: (i: number) => number,
) =>
	`<polygon points="${Array.from({ length: count }, (_, i) => {
		const angle = (2 * Math.PI * i) / count;
		const r = radius(i);
		return `${x + r * Math.cos(angle)},${y + r * Math.sin(angle)}`;
	}).join(" ")}"/>`;

/** Twice the area of each triangle [m²], and the smallest angle of all [°]. */
function shapesOf({ positions: x, triangles }: FilledOutlines) {
	const turns: number[] = [];
	let smallestAngle = 180;
	for (let i = 0; i < triangles.length; i++) {
		const first = i - (i % 3);
		const [a, b, c] = [0, 1, 2].map(
			(k) => 2 * triangles[first + ((i + k) % 3)],
		);
		const [ux, uy] = [x[b] - x[a], x[b + 1] - x[a + 1]];
		const [vx, vy] = [x[c] - x[a], x[c + 1] - x[a + 1]];
		const turn = ux * vy - uy * vx;
		if (i % 3 === 0) turns.push(turn);
		const angle = Math.atan2(turn, ux * vx + uy * vy);
		smallestAngle = Math.min(smallestAngle, (angle * 180) / Math.PI);
	}
	return { turns, smallestAngle };
}

/** Positive where the loop runs counter-clockwise [m²]. */
const loopArea = ({ positions: x }: FilledOutlines, loop: readonly number[]) =>
	loop.reduce((sum, a, i) => {
		const b = loop[(i + 1) % loop.length];
		return sum + (x[2 * a] * x[2 * b + 1] - x[2 * a + 1] * x[2 * b]) / 2;
	}, 0);

/** The area of a regular polygon in a circle [m²]. */
const polygonArea = (corners: number, r: number) =>
	(corners / 2) * r * r * Math.sin((2 * Math.PI) / corners);

const edgeKey = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;

/**
 * What holds whatever the outlines are, as long as they have no edge in common: triangles face up, cover the polygon of the
 * outlines and nothing else, and have its edges, and no others, as their rim. `depths`: in how many others each outline is.
 */
function requireExactFill(
	fill: FilledOutlines,
	depths: readonly number[],
	pieces = depths.filter((depth) => depth % 2 === 0).length,
): void {
	const { turns } = shapesOf(fill);
	expect(turns.every((turn) => turn > 0)).toBe(true);
	const covered = turns.reduce((sum, turn) => sum + turn / 2, 0);
	const enclosed = fill.outlineVertices.reduce(
		(sum, loop, i) =>
			sum + (depths[i] % 2 === 0 ? 1 : -1) * Math.abs(loopArea(fill, loop)),
		0,
	);
	expect(Math.abs(covered / enclosed - 1)).toBeLessThan(1e-9);
	const uses = new Map<string, number>();
	fill.triangles.forEach((a, i) => {
		const b = fill.triangles[i % 3 === 2 ? i - 2 : i + 1];
		uses.set(edgeKey(a, b), (uses.get(edgeKey(a, b)) ?? 0) + 1);
	});
	const rim = [...uses].filter(([, count]) => count === 1).map(([key]) => key);
	const outlineEdges = fill.outlineVertices.flatMap((loop) =>
		loop.map((a, i) => edgeKey(a, loop[(i + 1) % loop.length])),
	);
	expect(rim.sort()).toEqual(outlineEdges.sort());
	const positions = new Float64Array((fill.positions.length / 2) * 3);
	fill.positions.forEach((value, i) => {
		positions[3 * Math.floor(i / 2) + (i % 2)] = value;
	});
	const triangles = Uint32Array.from(fill.triangles);
	expect(components(createMesh({ positions, triangles })).count).toBe(pieces);
}

describe("circles", () => {
	const random = randomNumbers(1);
	const radii = [0.05, 0.1, 0.3, 0.8, 1, 1.7, 2];
	it.each(radii.flatMap((r) => [3, 7.3, 10, 16, 25].map((n) => [r, r / n])))(
		"of %d m with edges of %d m",
		(r, edgeLength) => {
			const fill = filled(circle(random(), random() - 0.5, r), edgeLength);
			requireExactFill(fill, [0]);
			const { turns, smallestAngle } = shapesOf(fill);
			expect(smallestAngle).toBeGreaterThan(20);
			// As a polygon of so many corners, on the circle but for the cubics that SVG's arcs become.
			const corners = fill.outlineVertices[0].length;
			const area = turns.reduce((sum, turn) => sum + turn / 2, 0);
			expect(area / polygonArea(corners, r)).toBeCloseTo(1, 3);
			expect(corners).toBeLessThan(1.2 * ((2 * Math.PI * r) / edgeLength) + 8);
		},
	);

	it("of any size anywhere, at the edge length that readers choose", () => {
		for (let i = 0; i < 60; i++) {
			const r = 0.05 * 40 ** random();
			const fill = filled(circle(4 * random() - 2, 4 * random() - 2, r));
			requireExactFill(fill, [0]);
			expect(shapesOf(fill).smallestAngle).toBeGreaterThan(20);
			expect(fill.triangles.length / 3).toBeGreaterThan(800);
			expect(fill.triangles.length / 3).toBeLessThan(1300);
		}
	});
});

describe("rectangles", () => {
	const random = randomNumbers(2);

	it.each([0.1, 0.5, 0.8, 1, 3.3])("squares of %d m, turned", (size) => {
		for (const degrees of [0, 1, 30, 45, 77.7]) {
			const square = rectangle(random(), random(), size, size);
			const fill = filled(turned(degrees, square));
			requireExactFill(fill, [0]);
			expect(shapesOf(fill).smallestAngle).toBeGreaterThan(20);
		}
	});

	it("with round holes", () => {
		for (let i = 0; i < 40; i++) {
			const r = 0.03 + 0.3 * random();
			const x = r + 0.05 + (0.9 - 2 * r) * random();
			const y = r + 0.05 + (0.9 - 2 * r) * random();
			const shapes = rectangle(0, 0, 1, 1) + circle(x, y, r);
			const fill = filled(turned(90 * random(), shapes));
			requireExactFill(fill, [0, 1]);
			expect(shapesOf(fill).smallestAngle).toBeGreaterThan(20);
		}
	});

	it("with holes of three to nine corners", () => {
		for (let i = 0; i < 40; i++) {
			const hole = polygon(0.5, 0.5, 3 + (i % 7), () => 0.1 + 0.3 * random());
			const fill = filled(turned(90 * random(), rectangle(0, 0, 1, 1) + hole));
			requireExactFill(fill, [0, 1]);
		}
	});

	it("with a hole a hundredth of an edge wide, to which triangles get smaller", () => {
		const shapes = rectangle(0, 0, 1, 0.8) + circle(0.5, 0.4, 0.0005);
		const fill = filled(shapes);
		requireExactFill(fill, [0, 1]);
		expect(shapesOf(fill).smallestAngle).toBeGreaterThan(20);
		expect(fill.triangles.length / 3).toBeLessThan(1500);
	});

	it("with a hole close to a side", () => {
		const fill = filled(rectangle(0, 0, 1, 1) + circle(0.5, 0.21, 0.2));
		requireExactFill(fill, [0, 1]);
		expect(shapesOf(fill).smallestAngle).toBeGreaterThan(20);
	});
});

describe("other outlines", () => {
	const random = randomNumbers(3);

	it("nested: an island in a hole in an island in a hole", () => {
		const shapes = [0.5, 0.4, 0.25, 0.1].map((r) => circle(0.5, 0.5, r));
		const fill = filled(rectangle(-0.1, -0.1, 1.2, 1.2) + shapes.join(""));
		requireExactFill(fill, [0, 1, 2, 3, 4]);
		expect(shapesOf(fill).smallestAngle).toBeGreaterThan(20);
	});

	it("stars with spikes of any angle", () => {
		for (let i = 0; i < 60; i++) {
			const count = 6 + Math.floor(30 * random());
			const star = polygon(random(), random(), count, () => 0.1 + random());
			requireExactFill(filled(star), [0]);
		}
	});

	it("an outline of points far closer to each other than inner ones", () => {
		const fill = filled(polygon(0, 0, 1000, (i) => 1 + 0.1 * Math.sin(i / 20)));
		requireExactFill(fill, [0]);
	});

	it("side by side, with a side in common but for rounding: they are sewn together", () => {
		// Back where it was, but for rounding.
		const transform = "rotate(7) rotate(29) rotate(-36)";
		const neighbour = rectangle(1, 0.2, 0.7, 0.4);
		const fill = filled(
			`${rectangle(0, 0, 1, 0.8)}<g transform="${transform}">${neighbour}</g>`,
		);
		const { turns } = shapesOf(fill);
		expect(turns.every((turn) => turn > 0)).toBe(true);
		const area = turns.reduce((sum, turn) => sum + turn / 2, 0);
		expect(area).toBeCloseTo(1.08, 8);
		const shared = fill.outlineVertices[0].filter((vertex) =>
			fill.outlineVertices[1].includes(vertex),
		);
		expect(shared.length).toBeGreaterThan(5);
	});

	it.each([1e3, 1e5, 3e7])("%d m away, as far as numbers tell", (far) => {
		const fill = filled(circle(far, -far, 1) + circle(far, -far, 0.5));
		const { turns } = shapesOf(fill);
		expect(turns.every((turn) => turn >= 0)).toBe(true);
		const area = turns.reduce((sum, turn) => sum + turn / 2, 0);
		const [outer, hole] = fill.outlineVertices.map(({ length }) => length);
		const ideal = polygonArea(outer, 1) - polygonArea(hole, 0.5);
		expect(area / ideal).toBeCloseTo(1, 3);
	});

	it("the same twice, bit for bit", () => {
		const shapes = rectangle(0, 0, 1, 1) + circle(0.4, 0.5, 0.3);
		expect(filled(shapes)).toEqual(filled(shapes));
	});

	it("that cross are refused, with the place", () => {
		const cross = rectangle(0, 0, 1, 1) + rectangle(0.9, 0.4, 1, 0.2);
		expect(() => filled(cross)).toThrow(FileError);
		expect(() => filled(cross)).toThrow(
			/a\.svg: its outlines cross each other or themselves near \(1, -0\.[46]/,
		);
	});
});
