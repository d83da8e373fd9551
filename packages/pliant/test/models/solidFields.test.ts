import { describe, expect, test } from "vitest";
import { Scene, simulate, solid } from "../../src/index.ts";
import { stvk } from "../../src/models/index.ts";
import { principalValues, vonMises } from "../../src/simulation/index.ts";

const material = { youngModulus: 1000, poissonRatio: 0.3 };
const elements = stvk.elements;
type Elements = keyof typeof elements;

describe.each(Object.keys(elements) as Elements[])("fields of %s", (name) => {
	/** A bar, bent by a small end load, across its section and along it. */
	async function bentBar(across: number) {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const bar = scene.add(
			solid.box(
				{ size: [0.4, 0.1, 0.1], cells: [4 * across, across, across] },
				{ solid: elements[name](material), density: 1 },
			),
		);
		bar.pin(bar.group("x-min"));
		bar.surfaceLoad([0, 0, 1e-4], bar.group("x-max"));
		const simulation = await simulate(scene);
		simulation.solveStatics({ tolerance: 1e-9 });
		return { bar, fields: simulation.solidFields(bar), simulation };
	}

	test("uniform strain gives uniform stress and no error", async () => {
		const scene = new Scene();
		const block = scene.add(
			solid.box(
				{ size: [1, 2, 1], cells: [2, 2, 2] },
				{ solid: elements[name](material), density: 1 },
			),
		);
		block.place((x, y, z) => [1.1 * x + 0.05 * y, 0.98 * y, z]);
		const simulation = await simulate(scene);
		const { vertexStress, vertexStrain, cellStress, relativeError } =
			simulation.solidFields(block);
		// F by hand; S = λ tr(E) + 2μE, σ = F S Fᵀ / J.
		const F = [
			[1.1, 0.05, 0],
			[0, 0.98, 0],
			[0, 0, 1],
		];
		const axes = [0, 1, 2];
		const E = axes.map((a) =>
			axes.map(
				(b) =>
					0.5 *
					(axes.reduce((s, k) => s + F[k][a] * F[k][b], 0) - (a === b ? 1 : 0)),
			),
		);
		const mu = 1000 / 2.6;
		const lambda = 300 / (1.3 * 0.4);
		const trace = E[0][0] + E[1][1] + E[2][2];
		const S = axes.map((a) =>
			axes.map((b) => (a === b ? lambda * trace : 0) + 2 * mu * E[a][b]),
		);
		const sigma = axes.map((a) =>
			axes.map(
				(b) =>
					axes.reduce(
						(s, k) =>
							s + axes.reduce((t, l) => t + F[a][k] * S[k][l] * F[b][l], 0),
						0,
					) /
					(1.1 * 0.98),
			),
		);
		const expected = [
			...[sigma[0][0], sigma[1][1], sigma[2][2]],
			...[sigma[0][1], sigma[1][2], sigma[0][2]],
		];
		for (const values of [vertexStress, cellStress, simulation.stress(block)])
			for (const [i, value] of values.entries())
				expect(Math.abs(value - expected[i % 6])).toBeLessThan(1e-8);
		expect(Math.abs(vertexStrain[0] - E[0][0])).toBeLessThan(1e-10);
		expect(relativeError).toBeLessThan(1e-8);
		const P = simulation.piolaStress(block, "first");
		const PFt = axes.reduce((s, k) => s + P[k] * F[0][k], 0);
		expect(Math.abs(PFt / (1.1 * 0.98) - sigma[0][0])).toBeLessThan(1e-8);
		const second = simulation.piolaStress(block, "second");
		expect(Math.abs(second[3] - S[0][1])).toBeLessThan(1e-8);
	});

	test("the estimated error falls as the mesh is refined", async () => {
		const coarse = (await bentBar(2)).fields;
		const fine = (await bentBar(4)).fields;
		expect(fine.relativeError).toBeLessThan(0.8 * coarse.relativeError);
		expect(fine.relativeError).toBeGreaterThan(0.001);
	});
});

test("stress in the middle of a bent bar is that of beam theory", async () => {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const bar = scene.add(
		solid.box(
			{ size: [0.4, 0.1, 0.1], cells: [8, 2, 2] },
			{ solid: stvk(material), density: 1 },
		),
	);
	bar.pin(bar.group("x-min"));
	bar.surfaceLoad([0, 0, 1e-4], bar.group("x-max"));
	const simulation = await simulate(scene);
	simulation.solveStatics({ tolerance: 1e-9 });
	const { vertexStress } = simulation.solidFields(bar);
	// M c / I with the force 1e-6 N at 0.2 m.
	const expected = (1e-6 * 0.2 * 0.05) / (0.1 ** 4 / 12);
	const below = bar.nearest([0.2, 0.05, 0]);
	expect(Math.abs(vertexStress[6 * below] / expected - 1)).toBeLessThan(0.02);
	const own = vertexStress.slice(6 * below, 6 * below + 6);
	expect(Math.abs(vonMises(own)[0] / expected - 1)).toBeLessThan(0.04);
	const { values, directions } = principalValues(own);
	expect(Math.abs(values[0] / expected - 1)).toBeLessThan(0.02);
	expect(Math.abs(directions[0])).toBeGreaterThan(0.99);
});

test("von Mises and principal values of a given tensor", () => {
	// Shear of 3 in yz on top of 5 along x.
	const tensor = Float64Array.of(5, 0, 0, 0, 3, 0);
	expect(vonMises(tensor)[0]).toBeCloseTo(Math.sqrt(25 + 27), 12);
	const { values, directions } = principalValues(tensor);
	expect([...values]).toEqual([5, 3, -3].map((v) => expect.closeTo(v, 12)));
	expect(Math.abs(directions[3 + 1])).toBeCloseTo(Math.SQRT1_2, 12);
});
