import { describe, expect, test } from "vitest";
import { loadScene, type SceneError, simulateScene } from "../../src/index.ts";
import { folderOf } from "./folderOf.ts";

/** Two rectangles, of which one is longer, in centimetres. */
const pattern = `<svg xmlns="http://www.w3.org/2000/svg" width="60cm" height="40cm" viewBox="0 0 60 40">
	<path id="left" data-sides="top inner bottom outer" d="M0,0 H20 V20 H0 Z"/>
	<path id="right" d="M30,0 H50 V30 H30 Z"/>
</svg>`;

const panel = (part: string, x: number) => ({
	mesh: { file: "pattern.svg", part, edge: 0.06, translate: [x, 0, 0] },
	material: "linen",
});

const load = (seams: object, more: object = {}) =>
	loadScene(
		"scene.json",
		folderOf({
			"pattern.svg": pattern,
			"scene.json": JSON.stringify({
				pliant: 1,
				gravity: [0, 0, 0],
				objects: { left: panel("left", 0), right: panel("right", -0.05) },
				seams,
				run: { steps: 1 },
				simulation: { timeStep: 0.02, damping: { mass: 5 } },
				...more,
			}),
		}),
	);

const problemOf = async (seams: object) =>
	load(seams).then(
		() => "",
		(error: SceneError) => error.message,
	);

const inner = { object: "left", side: "inner" };

describe("panels of a pattern", () => {
	test("are sewn by a side's name and by corners, longer ones gathered", async () => {
		const { scene, appearances, bodies } = await load({
			middle: {
				from: inner,
				to: { object: "right", corners: [0, 3] },
				seconds: 0.2,
			},
		});
		const [{ from, to, seconds, name }] = scene.seams;
		expect([name, seconds]).toEqual(["middle", 0.2]);
		expect(from.vertices.length).toBe(to.vertices.length);
		// From corner to corner, by the same parts of 20 and 30 cm.
		const along = ({ body, vertices }: typeof from) =>
			Array.from(vertices, (v) => -body.mesh.positions[3 * v + 1]);
		const [short, long] = [along(from), along(to)];
		expect(short.at(-1)).toBeCloseTo(0.2, 9);
		expect(long.at(-1)).toBeCloseTo(0.3, 9);
		for (const [i, at] of short.entries())
			expect(Math.abs(long[i] / 0.3 - at / 0.2)).toBeLessThan(0.15);
		// One uv for each vertex, linear in the pattern, the added ones too.
		for (const body of bodies) {
			const uv = appearances.get(body.name)?.textureCoordinates as Float32Array;
			const x = body.mesh.positions;
			expect(uv.length / 2).toBe(body.vertexCount);
			const scale = 0.5;
			for (let v = 0; v < body.vertexCount; v++) {
				expect(uv[2 * v] - uv[0]).toBeCloseTo((x[3 * v] - x[0]) / scale, 5);
				expect(uv[2 * v + 1] - uv[1]).toBeCloseTo(
					(x[3 * v + 1] - x[1]) / scale,
					5,
				);
			}
		}
	});

	test("close and are welded", async () => {
		const loaded = await load({
			middle: {
				from: inner,
				to: {
					object: "right",
					between: [
						[0.25, 0, 0],
						[0.25, -0.3, 0],
					],
				},
				seconds: 0.1,
			},
		});
		const simulation = await simulateScene(loaded);
		await simulation.run({ seconds: 0.3 });
		expect(simulation.seams()).toEqual([
			{ name: "middle", isWelded: true, gap: 0 },
		]);
	});

	test("may be sewn in the other direction", async () => {
		const to = { object: "right", corners: [0, 3] };
		const [there, back] = await Promise.all(
			[false, true].map((reversed) =>
				load({ middle: { from: inner, to: { ...to, reversed } } }),
			),
		);
		const vertices = (loaded: typeof there) =>
			Array.from(loaded.scene.seams[0].to.vertices, (v) =>
				Math.round(-1e6 * loaded.scene.meshBodies[1].mesh.positions[3 * v + 1]),
			);
		expect(vertices(back)[0]).toBe(300000);
		expect(vertices(there)[0]).toBe(-0);
	});

	test("are told when a seam names what is not there", async () => {
		const to = { object: "right", corners: [0, 3] };
		expect(
			await problemOf({ a: { from: { object: "lift", side: "x" }, to } }),
		).toMatch(
			/seams.a.from.object: there is no object 'lift'; did you mean 'left'/,
		);
		expect(
			await problemOf({ a: { from: { ...inner, side: "iner" }, to } }),
		).toMatch(
			/seams.a.from.side: there is no side 'iner'; did you mean 'inner'/,
		);
		expect(
			await problemOf({ a: { from: inner, to: { ...to, corners: [0, 7] } } }),
		).toMatch(/seams.a.to.corners: has 7; the path has 4 points, from 0 to 3/);
		expect(
			await problemOf({ a: { from: { ...inner, corners: [0, 1] }, to } }),
		).toMatch(/seams.a.from: has side and corners; give only one/);
	});

	test("are told when the file has no such part", async () => {
		const loading = load(
			{},
			{ objects: { left: { ...panel("lost", 0), arealDensity: 1 } } },
		);
		await expect(loading).rejects.toThrow(
			/has no part 'lost'; it has left, right/,
		);
	});
});
