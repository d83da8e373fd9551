import { describe, expect, test } from "vitest";
import {
	type AppliedModel,
	cloth,
	createMesh,
	fabric,
	type Mesh,
	morleyBending,
	Scene,
	sheetOf,
	simulate,
	trbs,
	type Vector3,
} from "../../../src/index.ts";
import {
	disc,
	grid,
	jitter,
	mergeMeshes,
	sphere,
	tube,
} from "../../../src/mesh/index.ts";
import {
	curvedBending,
	onPattern,
	orthotropicMorley,
	shellBending,
} from "../../../src/models/index.ts";

const membrane = trbs({ youngModulus2d: 1000, poissonRatio: 0.3 });
const sheet = (mesh: Mesh, bending: AppliedModel) =>
	cloth.mesh(mesh, { name: "sheet", membrane, bending, arealDensity: 0.2 });

function moved(
	mesh: Mesh,
	map: (x: number, y: number, z: number) => Vector3,
): Mesh {
	const positions = mesh.positions.slice();
	for (let i = 0; i < positions.length; i += 3) {
		const [x, y, z] = positions.subarray(i, i + 3);
		positions.set(map(x, y, z), i);
	}
	return createMesh({ ...mesh, positions });
}

const flat = grid({ cells: [10, 10] });
/** Rolled onto a cylinder. */
const rolled = (radius: number) =>
	moved(flat, (x, y) => [
		radius * Math.sin(x / radius),
		y,
		radius * (1 - Math.cos(x / radius)),
	]);
const tilted = (mesh: Mesh) =>
	moved(mesh, (x, y, z) => [0.6 * x - 0.8 * z, y, 0.8 * x + 0.6 * z]);

const models = {
	"morley-bending": morleyBending({ bendingRigidity: 1e-3 }),
	"orthotropic-morley": orthotropicMorley({
		warpRigidity: 1e-3,
		weftRigidity: 1e-3,
		twistRigidity: 5e-4,
	}),
};

for (const [name, bending] of Object.entries(models))
	describe(`${name}, for sheets that are flat at rest,`, () => {
		test.each<[string, Mesh]>([
			["a grid", flat],
			["a disc that is tilted", tilted(disc())],
			["an irregular grid", jitter(flat, { amount: 0.4 })],
			[
				"two pieces in planes of their own",
				mergeMeshes([flat, moved(flat, (x, y) => [2, x, y])]),
			],
			// Coordinates of a file in metres, with four decimals: half of a thousandth of an edge off.
			[
				"coordinates that are rounded",
				moved(tilted(flat), (...x) => {
					const [a, b, c] = x.map((v) => Math.round(1e4 * v) / 1e4);
					return [a, b, c];
				}),
			],
			// 1/(2·5000) m of 0.1 m edges.
			["a curve of less than a hundredth of an edge", rolled(5000)],
		])("takes %s", (_, mesh) => {
			expect(sheet(mesh, bending).vertexCount).toBe(mesh.positions.length / 3);
		});

		test.each<[string, Mesh]>([
			["a sphere", sphere()],
			["a tube", tube()],
			["part of a cylinder", rolled(1)],
			["a curve of five hundredths of an edge", rolled(100)],
			[
				"a fold",
				moved(flat, (x, y) => (x > 0.5 ? [0.5, y, x - 0.5] : [x, y, 0])),
			],
			[
				"a piece that is curved beside one that is flat",
				mergeMeshes([flat, moved(rolled(1), (x, y, z) => [x + 2, y, z])]),
			],
		])("refuses %s", (_, mesh) => {
			expect(() => sheet(mesh, bending)).toThrow(
				new RegExp(
					`body "sheet": ${name}: the mesh is curved at rest: vertex \\d+ lies .* m, .* edge lengths, off a plane.*shellBending or curvedBending`,
				),
			);
		});
	});

test("how curved a sheet is is told", () => {
	// A square of 1 m whose corner is lifted by 0.3 m: 0.3/√1.09 m off the plane of the others, with edges of 1.15 m on average.
	const square = createMesh({
		positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0.3],
		triangles: [0, 1, 2, 3, 2, 1],
	});
	expect(() => sheet(square, models["morley-bending"])).toThrow(
		/vertex \d lies 0\.29 m, 0\.25 edge lengths, off a plane/,
	);
});

describe("curved meshes are taken", () => {
	const mesh = rolled(0.5);
	test("by bending that keeps them: nothing moves", async () => {
		for (const bending of [
			shellBending({ bendingRigidity: 1e-3 }),
			curvedBending({ bendingRigidity: 1e-3 }),
		]) {
			const scene = new Scene({ gravity: [0, 0, 0] });
			const body = scene.add(sheet(mesh, bending));
			const sim = await simulate(scene);
			await sim.run({ steps: 3 });
			for (const [i, x] of sim.positions(body).entries())
				expect(Math.abs(x - mesh.positions[i])).toBeLessThan(1e-9);
		}
	});

	test("with a flat pattern, or said to be flat at rest: with the energy of a plate that is bent", async () => {
		const radius = 1;
		const bendingRigidity = 1e-2;
		const uv = Float64Array.from(
			{ length: (2 * flat.positions.length) / 3 },
			(_, i) => flat.positions[3 * Math.floor(i / 2) + (i % 2)],
		);
		/** Elastic energy as rolled, and flat; a soft membrane has next to none of it. */
		const energies = async (bending: AppliedModel) => {
			const soft = trbs({ youngModulus2d: 1e-2, poissonRatio: 0.3 });
			const found: number[] = [];
			for (const positions of [rolled(radius).positions, flat.positions]) {
				const scene = new Scene();
				const body = cloth.mesh(rolled(radius), {
					membrane: soft,
					bending,
					arealDensity: 0.2,
				});
				body.positions.set(positions);
				scene.add(body);
				found.push((await simulate(scene)).energies().elastic);
			}
			return found;
		};
		for (const bending of [
			onPattern(morleyBending({ bendingRigidity }), uv),
			morleyBending({ bendingRigidity }, { flatAtRest: true }),
		]) {
			const [bent, flattened] = await energies(bending);
			// ½ B κ² of 1 m².
			const expected = (0.5 * bendingRigidity) / radius ** 2;
			expect(Math.abs((bent - flattened) / expected - 1)).toBeLessThan(0.005);
		}
	});

	test("by materials, which are made flat, and by bending of no rigidity", () => {
		for (const material of [fabric("silk"), sheetOf("paper")])
			expect(cloth.mesh(sphere(), material).vertexCount).toBeGreaterThan(0);
		sheet(sphere(), morleyBending({ bendingRigidity: 0 }));
	});
});
