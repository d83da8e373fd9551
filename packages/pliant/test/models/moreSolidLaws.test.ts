/** Laws of solids by states whose stress is known. */
import { expect, test } from "vitest";
import { evaluate } from "../../src/energy/emit/interpret.ts";
import { gradient, inputs } from "../../src/energy/index.ts";
import {
	type AppliedLaw,
	laws,
	planeStrain,
	planeStress,
} from "../../src/models/index.ts";
import { planeLameParameters } from "../../src/models/membrane/membraneMaterial.ts";

/** Energy density and first Piola–Kirchhoff stress of a law at F, by rows. */
function stressOf({ law, material }: AppliedLaw, F: readonly number[]) {
	const entries = inputs("F", 9);
	const constants = law.constants(material as Record<string, number>);
	const names = Object.keys(constants);
	const symbols = inputs("c", names.length);
	const psi = law.psi(
		[entries.slice(0, 3), entries.slice(3, 6), entries.slice(6)],
		Object.fromEntries(names.map((name, i) => [name, symbols[i]])),
	);
	const values = new Map<unknown, number>([
		...entries.map((e, i) => [e, F[i]] as const),
		...symbols.map((e, i) => [e, constants[names[i]]] as const),
	]);
	const [energy, ...P] = evaluate(
		[psi, ...gradient(psi, entries)],
		(e) => values.get(e) as number,
	);
	return { energy, P };
}

const material = { youngModulus: 1000, poissonRatio: 0.3 };
const mu = 1000 / 2.6;
const lambda = 300 / (1.3 * 0.4);
const closeTo = (got: number, expected: number) =>
	expect(Math.abs(got - expected)).toBeLessThan(1e-9 * 1000);

test("corotational: stretches along axes that are turned", () => {
	const [a, b, c] = [1.4, 0.7, 1.1];
	const [s, t] = [Math.sin(0.8), Math.cos(0.8)];
	const { energy } = stressOf(laws.corotational(material), [
		...[t * a, -s * b, 0],
		...[s * a, t * b, 0],
		...[0, 0, c],
	]);
	const trace = a + b + c - 3;
	const squares = (a - 1) ** 2 + (b - 1) ** 2 + (c - 1) ** 2;
	closeTo(energy, mu * squares + 0.5 * lambda * trace ** 2);
	const { P } = stressOf(laws.corotational(material), [
		a,
		0,
		0,
		0,
		b,
		0,
		0,
		0,
		c,
	]);
	closeTo(P[0], 2 * mu * (a - 1) + lambda * trace);
	closeTo(P[4], 2 * mu * (b - 1) + lambda * trace);
});

test("corotational: an inverted cell has a negative stretch", () => {
	const [a, b, c] = [1.2, 1, -0.3];
	const { energy } = stressOf(laws.corotational(material), [
		a,
		0,
		0,
		0,
		b,
		0,
		0,
		0,
		c,
	]);
	const squares = (a - 1) ** 2 + (c - 1) ** 2;
	closeTo(energy, mu * squares + 0.5 * lambda * (a + b + c - 3) ** 2);
});

test("linear: Hooke's stress of any displacement gradient", () => {
	const { P } = stressOf(laws.linearElastic(material), [
		...[1.1, 0.2, 0],
		...[0.4, 0.9, 0],
		...[0, 0, 1.3],
	]);
	closeTo(P[0], lambda * 0.3 + 2 * mu * 0.1);
	closeTo(P[1], 2 * mu * 0.3);
	closeTo(P[3], 2 * mu * 0.3);
});

test("nearly incompressible: pressure of a change of volume alone", () => {
	const nu = 0.499;
	const { P } = stressOf(
		laws.nearlyIncompressible({ youngModulus: 1000, poissonRatio: nu }),
		[1.01, 0, 0, 0, 1.01, 0, 0, 0, 1.01],
	);
	const K = 1000 / (3 * (1 - 2 * nu));
	const J = 1.01 ** 3;
	expect(Math.abs(P[0] / ((K * (J - 1) * J) / 1.01) - 1)).toBeLessThan(1e-10);
});

test("fibres add their modulus along themselves only", () => {
	const given = { ...material, fibreModulus: 5000, fibreX: 0, fibreY: 2 };
	const along = [1, 0, 0, 0, 1.2, 0, 0, 0, 1];
	const across = [1.2, 0, 0, 0, 1, 0, 0, 0, 1];
	const base = laws.stableNeoHookean(material);
	const fibres = laws.fibreReinforced(given);
	const strain = 0.5 * (1.2 ** 2 - 1);
	closeTo(
		stressOf(fibres, along).P[4] - stressOf(base, along).P[4],
		5000 * strain * 1.2,
	);
	closeTo(stressOf(fibres, across).P[0], stressOf(base, across).P[0]);
});

const wood = {
	youngModulusX: 1e5,
	youngModulusY: 5e4,
	youngModulusZ: 3e4,
	poissonRatioXY: 0.3,
	poissonRatioYZ: 0.25,
	poissonRatioXZ: 0.35,
	shearModulusXY: 3e4,
	shearModulusYZ: 1.5e4,
	shearModulusXZ: 2e4,
};

test("orthotropic: a pull along y contracts as the ratios say, and needs E_y", () => {
	const e = 1e-6;
	// ν_yx = ν_xy E_y / E_x.
	const F = [1 - 0.15 * e, 0, 0, 0, 1 + e, 0, 0, 0, 1 - 0.25 * e];
	const { P } = stressOf(laws.orthotropic(wood), F);
	expect(Math.abs(P[4] / (5e4 * e) - 1)).toBeLessThan(1e-4);
	expect(Math.abs(P[0])).toBeLessThan(1e-4 * P[4]);
	expect(Math.abs(P[8])).toBeLessThan(1e-4 * P[4]);
});

test("orthotropic: shear, and axes that are turned by a quarter about z", () => {
	const g = 1e-6;
	const sheared = stressOf(laws.orthotropic(wood), [1, 0, 0, 0, 1, g, 0, 0, 1]);
	expect(Math.abs(sheared.P[5] / (1.5e4 * g) - 1)).toBeLessThan(1e-4);
	const turned = laws.orthotropic({ ...wood, turnZ: Math.PI / 2 });
	// What was y is now −x.
	const F = [1 + g, 0, 0, 0, 1 - 0.15 * g, 0, 0, 0, 1 - 0.25 * g];
	expect(Math.abs(stressOf(turned, F).P[0] / (5e4 * g) - 1)).toBeLessThan(1e-4);
});

test("orthotropic: ratios that would release energy are refused", () => {
	const bad = laws.orthotropic({ ...wood, poissonRatioXY: 1.5 });
	expect(() => stressOf(bad, [1, 0, 0, 0, 1, 0, 0, 0, 1])).toThrow(
		/too large for the Young moduli/,
	);
});

test("plane stress and plane strain as materials of membranes", () => {
	const sheet = { ...material, thickness: 0.02 };
	const strain = planeLameParameters(planeStrain(sheet));
	expect(strain.lambda).toBeCloseTo(0.02 * lambda, 10);
	expect(strain.mu).toBeCloseTo(0.02 * mu, 10);
	const stress = planeLameParameters(planeStress(sheet));
	expect(stress.lambda).toBeCloseTo((0.02 * 1000 * 0.3) / 0.91, 10);
	expect(stress.mu).toBeCloseTo(0.02 * mu, 10);
});
