import { describe, expect, test } from "vitest";
import { cloth, Scene, simulate } from "../../../src/index.ts";
import { disc, grid, jitter, type Mesh } from "../../../src/mesh/index.ts";
import { cellMeasure } from "../../../src/mesh/measure.ts";
import {
	morleyForm,
	type OrthotropicPlate,
} from "../../../src/models/bending/morley/morleyForm.ts";
import { orthotropicMorley, trbs } from "../../../src/models/index.ts";
import { relativeDifference } from "../../../src/testing/assertions.ts";

const irregular = jitter(disc({ rings: 6 }), { amount: 0.3 });

/** The form's value for z = f(x, y). */
function energy(
	mesh: Mesh,
	plate: number | OrthotropicPlate,
	f: (x: number, y: number) => number,
): number {
	const { pairs, stiffness } = morleyForm(mesh, plate);
	const z = (v: number) => f(mesh.positions[3 * v], mesh.positions[3 * v + 1]);
	return stiffness.reduce(
		(sum, k, i) => sum + 0.5 * k * (z(pairs[2 * i]) - z(pairs[2 * i + 1])) ** 2,
		0,
	);
}

describe("orthotropic Morley bending", () => {
	test("has the plate's energy on every quadratic surface", () => {
		const area = cellMeasure(irregular, "triangle").reduce((a, b) => a + b);
		const D = { D11: 3, D22: 0.5, D12: 0.4, D66: 0.7 };
		for (const warpAngle of [0, 0.6, 2])
			for (const [a, b, c] of [
				[1, 0, 0],
				[0, 1, 0],
				[0, 0, 1],
				[0.7, -0.4, 0.3],
			]) {
				const [cos, sin] = [Math.cos(warpAngle), Math.sin(warpAngle)];
				const found = energy(irregular, { ...D, warpAngle }, (x, y) => {
					const [s, t] = [cos * x + sin * y, cos * y - sin * x];
					return 0.5 * (a * s * s + b * t * t) + c * s * t;
				});
				const density =
					0.5 *
					(D.D11 * a * a +
						D.D22 * b * b +
						2 * D.D12 * a * b +
						4 * D.D66 * c * c);
				expect(found / (area * density)).toBeCloseTo(1, 6);
			}
	});

	test("is the isotropic one for the rigidities of that", () => {
		const nu = 0.3;
		const plate = {
			D11: 1,
			D22: 1,
			D12: nu,
			D66: 0.5 * (1 - nu),
			warpAngle: 0.4,
		};
		const [isotropic, same] = [nu, plate].map((p) => morleyForm(irregular, p));
		expect(same.pairs).toEqual(isotropic.pairs);
		expect(
			relativeDifference(same.stiffness, isotropic.stiffness),
		).toBeLessThan(1e-12);
	});

	test.each([
		["right", 0],
		["crossed", Math.PI / 2],
	] as const)(
		"bends strips as a beam along and across the warp, %s grid, warp at %d",
		async (diagonal, warpAngle) => {
			const [warpRigidity, weftRigidity] = [2, 0.5];
			const [cells, weight] = [32, 0.05];
			const h = 1 / cells;
			const mesh = grid({
				size: [1 + h, 4 * h],
				cells: [cells + 1, 4],
				plane: "xz",
				origin: [-h, 0, 0],
				diagonal,
			});
			const scene = new Scene({ gravity: [0, -weight, 0] });
			const sheet = scene.add(
				cloth.mesh(mesh, {
					membrane: trbs({ youngModulus2d: 1e5, poissonRatio: 0 }),
					bending: orthotropicMorley({
						warpRigidity,
						weftRigidity,
						twistRigidity: 0.5,
						warpAngle,
					}),
					arealDensity: 1,
				}),
			);
			sheet.pin(sheet.where((x) => x < 1e-9));
			const simulation = await simulate(scene, {
				linear: { method: "direct" },
			});
			simulation.solveStatics({ loadSteps: 2 });
			const x = simulation.positions(sheet);
			const tip = sheet.where((x) => x > 1 - 1e-9);
			const sag = -tip.reduce((sum, v) => sum + x[3 * v + 1], 0) / tip.length;
			const rigidity = warpAngle === 0 ? warpRigidity : weftRigidity;
			const ratio = sag / (weight / (8 * rigidity));
			console.info(`orthotropic strip, ${diagonal}: ${ratio.toFixed(4)}`);
			expect(Math.abs(ratio - 1)).toBeLessThan(0.005);
		},
	);

	test("refuses what is no plate", () => {
		const material = { warpRigidity: 1, weftRigidity: 1, twistRigidity: 1 };
		expect(() =>
			orthotropicMorley({ ...material, couplingRigidity: 2 }),
		).toThrow(/couplingRigidity is 2; its square must not exceed/);
		expect(() =>
			orthotropicMorley({ ...material, warpRigidity: [1, 2] }),
		).toThrow(/warpRigidity is a list/);
	});
});
