import { describe, expect, it } from "vitest";
import { bodies, frameAt, record } from "./recording.ts";

describe("obj", () => {
	it("has all bodies as objects, numbered through, in one file per frame", async () => {
		const folder = await record("obj", 3);
		expect([...folder.files.keys()]).toEqual([
			"run/000000.obj",
			"run/000001.obj",
			"run/000002.obj",
		]);
		const text = folder.text("run/000002.obj");
		expect(text).toMatch(/^# step 6, time 0.2 s\no sheet\nv /);
		const objects = parse(text);
		expect(
			objects.map(({ name, points, f, l }) => [
				name,
				points.length,
				f.length,
				l.length,
			]),
		).toEqual([
			["sheet", 20, 24, 0],
			["jelly", 26, 48, 0],
			["block", 34, 32, 0],
			["cable", 6, 0, 5],
			["kite_tail_1_", 4, 1, 1],
		]);
		const [sheet, jelly, block, cable, kite] = objects;
		const { positions } = frameAt(2).bodies[0];
		expect(sheet.points.flat()).toEqual([...positions]);
		expect(sheet.f.flat().map((v) => v - 1)).toEqual([
			...bodies[0].mesh.triangles,
		]);
		expect(cable.l[0]).toEqual([cable.first, cable.first + 1]);
		expect(kite.f).toEqual([[0, 1, 2].map((v) => kite.first + v)]);
		expect(kite.l).toEqual([[0, 3].map((v) => kite.first + v)]);
		for (const solid of [jelly, block]) {
			const faces = solid.f.map((face) =>
				face.map((v) => solid.points[v - solid.first]),
			);
			// Faces that point outwards all around enclose a positive volume, here near the box's 1 m³.
			expect(volume(faces)).toBeGreaterThan(0.5);
			expect(volume(faces)).toBeLessThan(1.5);
		}
	});
});

function parse(text: string) {
	const objects: {
		name: string;
		first: number;
		points: number[][];
		f: number[][];
		l: number[][];
	}[] = [];
	let vertices = 0;
	for (const line of text.split("\n")) {
		const [keyword, ...rest] = line.split(" ");
		const last = objects.at(-1);
		if (keyword === "o") {
			const first = vertices + 1;
			objects.push({ name: rest[0], first, points: [], f: [], l: [] });
		} else if (keyword === "v") {
			vertices++;
			last?.points.push(rest.map(Number));
		} else if (keyword === "f" || keyword === "l") {
			last?.[keyword].push(rest.map(Number));
		} else if (keyword !== "#" && line !== "") expect.fail(line);
	}
	return objects;
}

function volume(faces: number[][][]): number {
	let sum = 0;
	for (const face of faces) {
		for (let i = 2; i < face.length; i++) {
			const [a, b, c] = [face[0], face[i - 1], face[i]];
			sum +=
				(a[0] * (b[1] * c[2] - b[2] * c[1]) +
					a[1] * (b[2] * c[0] - b[0] * c[2]) +
					a[2] * (b[0] * c[1] - b[1] * c[0])) /
				6;
		}
	}
	return sum;
}
