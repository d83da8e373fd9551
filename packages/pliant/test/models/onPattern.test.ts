import { describe, expect, test } from "vitest";
import { cloth, Scene, simulate } from "../../src/index.ts";
import { grid, jitter, type Mesh, type Vector3 } from "../../src/mesh/index.ts";
import {
	type AppliedModel,
	calibratedBending,
	crossoverSprings,
	morleyBending,
	onPattern,
	orthotropicMembrane,
	orthotropicMorley,
} from "../../src/models/index.ts";

const flat = jitter(grid({ size: [0.3, 0.2], cells: [6, 4] }), { amount: 0.3 });
const pattern = Float64Array.from(
	{ length: (2 * flat.positions.length) / 3 },
	(_, i) => flat.positions[3 * Math.floor(i / 2) + (i % 2)],
);

/** A shape in space, stretched and twisted. */
const worn = (x: number, y: number): Vector3 => [
	1.1 * x,
	y * Math.cos(3 * x),
	y * Math.sin(3 * x) + x * x,
];

const wornMesh: Mesh = {
	...flat,
	positions: Float64Array.from(
		Array.from({ length: flat.positions.length / 3 }, (_, v) =>
			worn(pattern[2 * v], pattern[2 * v + 1]),
		).flat(),
	),
};

const membrane = orthotropicMembrane({
	warpModulus2d: 50,
	weftModulus2d: 20,
	poissonRatio: 0.2,
	shearModulus2d: 5,
	warpAngle: 0.3,
});

/** Elastic energy [J] in the worn shape. */
async function energy(
	mesh: Mesh,
	on: (use: AppliedModel) => AppliedModel,
	bending: AppliedModel,
): Promise<number> {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const sheet = scene.add(
		cloth.mesh(mesh, {
			membrane: on(membrane),
			bending: on(bending),
			arealDensity: 0.1,
		}),
	);
	if (mesh === flat) sheet.place(worn);
	return (await simulate(scene)).energies().elastic;
}

describe("a pattern", () => {
	test.each([
		calibratedBending({ bendingRigidity: 0.1, weftRatio: 0.3, warpAngle: 0.3 }),
		calibratedBending({
			bendingRigidity: Array.from({ length: 62 }, (_, i) => 0.01 * i),
		}),
		morleyBending({ bendingRigidity: 0.1 }),
		orthotropicMorley({
			warpRigidity: 0.1,
			weftRigidity: 0.03,
			twistRigidity: 0.05,
			warpAngle: 0.3,
		}),
		crossoverSprings({ bendingRigidity: 0.1, referenceCurvature: 10 }),
	])("is a rest shape like a mesh of its own, $model.name", async (bending) => {
		const expected = await energy(flat, (use) => use, bending);
		const found = await energy(
			wornMesh,
			(use) => onPattern(use, pattern),
			bending,
		);
		expect(found / expected).toBeCloseTo(1, 12);
	});

	const applied = (uv: ArrayLike<number>) =>
		energy(
			wornMesh,
			(use) => onPattern(use, uv),
			calibratedBending({ bendingRigidity: 1 }),
		);

	test("has a place for every vertex", async () => {
		await expect(applied(pattern.subarray(2))).rejects.toThrow(
			"onPattern: the pattern has 68 numbers; the mesh has 35 vertices, give u and v for each, 70 numbers",
		);
		await expect(
			applied(pattern.map((c, i) => (i === 5 ? Number.NaN : c))),
		).rejects.toThrow("onPattern: v of vertex 2 is NaN");
	});

	test("is not mirrored", async () => {
		await expect(
			applied(pattern.map((c, i) => (i % 2 === 0 ? -c : c))),
		).rejects.toThrow(
			/triangle 0 \(vertices .*\) has the area -.* m² on the pattern; .* or mirror the pattern/,
		);
	});
});
