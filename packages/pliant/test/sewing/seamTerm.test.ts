import { expect, test } from "vitest";
import { SeamTerm } from "../../src/attachments/seamTerm.ts";
import { createRandom } from "../../src/mesh/generators/random.ts";

const step = {
	...{ length: 0.01, duration: 0.01, forceDuration: 0.01, memoryWeight: 0 },
	...{ isFirst: true, hasContact: false, loadFactor: 1 },
	...{ fromTime: 0, targetTime: 0.01, targetFraction: 1 },
	damping: { mass: 0, stiffness: 0 },
	gravity: [0, 0, 0],
	from: { positions: new Float64Array(0), velocities: new Float64Array(0) },
	dissipationWeight: 1,
} as const;

/** Three pairs, of which one is nearer than its length asks for, half way in time. */
function sewn() {
	const random = createRandom(7);
	const x = Float64Array.from({ length: 18 }, () => random() - 0.5);
	const term = new SeamTerm(
		[0, 1, 2].map((i) => ({
			...{ seam: "side", seconds: 1 + i, closed: 1e-3, fromMiddle: i / 5 },
			nodes: [i, 5 - i],
			stiffness: 20 + 7 * i,
		})),
		x,
	);
	for (let k = 0; k < 3; k++) x[3 + k] = x[12 + k] + 1e-3;
	term.begin({ ...step, time: 0.5 });
	return { term, x };
}

const gradientOf = (term: SeamTerm) => {
	const out = new Float64Array(18);
	term.addGradient(out);
	return out;
};

test("forces are derivatives of the energy, and add up to nothing", () => {
	const { term, x } = sewn();
	const gradient = gradientOf(term);
	const h = 1e-5;
	for (const i of x.keys()) {
		const at = x[i];
		x[i] = at + h;
		const after = term.value();
		x[i] = at - h;
		const before = term.value();
		x[i] = at;
		expect((after - before) / (2 * h)).toBeCloseTo(gradient[i], 6);
	}
	const force = [0, 0, 0];
	const torque = [0, 0, 0];
	for (let i = 0; i < 6; i++)
		for (let k = 0; k < 3; k++) {
			const [l, m] = [(k + 1) % 3, (k + 2) % 3];
			force[k] += gradient[3 * i + k];
			torque[k] +=
				x[3 * i + l] * gradient[3 * i + m] - x[3 * i + m] * gradient[3 * i + l];
		}
	for (const sum of [...force, ...torque]) expect(sum).toBeCloseTo(0, 12);
	// The pair that is near enough is left alone.
	expect(gradient.slice(3, 6)).toEqual(new Float64Array(3));
	expect(Math.abs(gradient[0])).toBeGreaterThan(0.1);
});

test("stiffness is the derivative of forces", () => {
	const { term, x } = sewn();
	const K = Array.from({ length: 18 }, () => new Float64Array(18));
	term.visitBlocks(false, (row, column, block) => {
		for (let j = 0; j < 9; j++) {
			const [r, c] = [3 * row + Math.floor(j / 3), 3 * column + (j % 3)];
			K[r][c] += block[j];
			if (row !== column) K[c][r] += block[j];
		}
	});
	const h = 1e-6;
	for (const i of x.keys()) {
		const at = x[i];
		x[i] = at + h;
		const after = gradientOf(term);
		x[i] = at - h;
		const before = gradientOf(term);
		x[i] = at;
		for (const j of x.keys())
			expect((after[j] - before[j]) / (2 * h)).toBeCloseTo(K[j][i], 5);
	}
});

test("lengths shrink to nothing in the time of each seam, after which springs grow stiffer", () => {
	const { term, x } = sewn();
	const first = term.gap(0);
	for (let i = 0; i < 9; i++) x[i] = x[15 - 3 * Math.floor(i / 3) + (i % 3)];
	x[0] = x[15] + first;
	for (const [time, pulled, growth] of [
		[0, 0, 1],
		[0.425, 0.5, 1],
		[0.85, 1, 1],
		[1, 1, 1],
		[1.25, 1, 10],
		[9, 1, 1e4],
	]) {
		term.begin({ ...step, time });
		const energy = 0.5 * 20 * growth * (pulled * first) ** 2;
		expect(term.value() / energy || 1).toBeCloseTo(1, 9);
	}
});

test("a seam closes from its middle to its ends", () => {
	const { term, x } = sewn();
	const first = Math.hypot(...[0, 1, 2].map((k) => x[6 + k] - x[9 + k]));
	// The others are together.
	for (let i = 0; i < 6; i++) x[i] = x[15 - 3 * Math.floor(i / 3) + (i % 3)];
	for (const [time, pulled] of [
		[0.18, 0],
		[1.455, 0.5],
		[2.73, 1],
	]) {
		term.begin({ ...step, time });
		expect(term.value()).toBeCloseTo(0.5 * 34 * (pulled * first) ** 2, 9);
	}
});
