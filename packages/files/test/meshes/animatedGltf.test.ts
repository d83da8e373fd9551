import { expect, test } from "vitest";
import { readAnimatedGltf } from "../../src/meshes/gltf/animatedGltf.ts";
import { gltfOf } from "./gltfOf.ts";

const sourceOf = (...parts: Parameters<typeof gltfOf>) => ({
	name: "moving.gltf",
	bytes: new TextEncoder().encode(gltfOf(...parts)),
	open: () => Promise.reject(new Error("nothing else is to be opened")),
});

const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];
const half = Math.SQRT1_2;

test("nodes turn and move as their channels say", async () => {
	const source = sourceOf(
		[
			["VEC3", triangle],
			["SCALAR*", [0, 1, 2]],
			["SCALAR", [0, 2]],
			// Half a turn about z would be ambiguous; a quarter is not.
			["VEC4", [0, 0, 0, 1, 0, 0, half, half]],
			["VEC3", [0, 0, 0, 0, 0, 4]],
		],
		{
			nodes: [{ mesh: 0, translation: [5, 0, 0] }],
			meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
			animations: [
				{
					name: "turn",
					samplers: [
						{ input: 2, output: 3 },
						{ input: 2, output: 4, interpolation: "STEP" },
					],
					channels: [
						{ sampler: 0, target: { node: 0, path: "rotation" } },
						{ sampler: 1, target: { node: 0, path: "translation" } },
					],
				},
			],
		},
	);
	const { positionsAt, triangles, duration } = await readAnimatedGltf(source);
	expect(duration).toBe(2);
	expect([...triangles]).toEqual([0, 1, 2]);
	const near = (time: number, expected: number[]) => {
		const found = positionsAt(time);
		for (const [i, value] of expected.entries())
			expect(found[i]).toBeCloseTo(value, 6);
	};
	near(0, triangle);
	// Halfway through a quarter of a turn at constant speed.
	near(1, [0, 0, 0, half, half, 0, -half, half, 0]);
	near(2, [0, 0, 4, 0, 1, 4, -1, 0, 4]);
	near(9, [0, 0, 4, 0, 1, 4, -1, 0, 4]);
	await expect(readAnimatedGltf(source, "walk")).rejects.toThrow(
		"moving.gltf: has no animation 'walk'; it has turn",
	);
});

test("a skin follows its joints, and shapes are blended", async () => {
	const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
	// The second joint rests at x = 1.
	const back = identity.map((value, i) => (i === 12 ? -1 : value));
	const source = sourceOf(
		[
			["VEC3", triangle],
			["SCALAR*", [0, 1, 2]],
			["VEC4*", [0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0]],
			["VEC4", [1, 0, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0, 0]],
			["MAT4", [...identity, ...back]],
			["SCALAR", [0, 1]],
			["VEC3", [1, 0, 0, 1, 2, 0]],
			["VEC3", [0, 0, 0, 0, 0, 3, 0, 0, 0]],
			["SCALAR", [0, 1]],
		],
		{
			scenes: [{ nodes: [0, 1] }],
			nodes: [
				{ mesh: 0, skin: 0, translation: [9, 9, 9] },
				{ children: [2] },
				{ translation: [1, 0, 0] },
			],
			skins: [{ joints: [1, 2], inverseBindMatrices: 4 }],
			meshes: [
				{
					primitives: [
						{
							attributes: { POSITION: 0, JOINTS_0: 2, WEIGHTS_0: 3 },
							indices: 1,
							targets: [{ POSITION: 7 }],
						},
					],
				},
			],
			animations: [
				{
					samplers: [
						{ input: 5, output: 6 },
						{ input: 5, output: 8 },
					],
					channels: [
						{ sampler: 0, target: { node: 2, path: "translation" } },
						{ sampler: 1, target: { node: 0, path: "weights" } },
					],
				},
			],
		},
	);
	const { positionsAt } = await readAnimatedGltf(source);
	const found = (time: number) =>
		Array.from(positionsAt(time), (value) => Number(value.toFixed(6)));
	expect(found(0)).toEqual(triangle);
	// The second vertex goes up by 2 with its joint and by 3 along z with the shape; the third has half of the joint.
	expect(found(1)).toEqual([0, 0, 0, 1, 2, 3, 0, 2, 0]);
	expect(found(0.5)).toEqual([0, 0, 0, 1, 1, 1.5, 0, 1.5, 0]);
});
