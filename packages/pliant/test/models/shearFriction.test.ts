import { describe, expect, test } from "vitest";
import { evaluate } from "../../src/energy/emit/interpret.ts";
import { value } from "../../src/energy/energy.ts";
import type { Expr } from "../../src/energy/index.ts";
import { cloth, fabric, Scene, simulate } from "../../src/index.ts";
import type { Vector3 } from "../../src/mesh/index.ts";
import { orthotropicMembrane, shearFriction } from "../../src/models/index.ts";

const degree = Math.PI / 180;
/** Half of Kawabata's 2HG [N/m], and where it is overcome. */
const frictionForce = 0.6;
const yieldShear = 0.5 * degree;

/** A triangle with friction that is moved along, by the positions of its corners at a shear. */
function sheared(
	place: (x: number, y: number, shear: number) => Vector3,
	warpAngle = 0,
) {
	const { potential, restNumbers } = shearFriction;
	const rest: readonly Vector3[] = [
		[0, 0, 0],
		[0.02, 0.003, 0],
		[0.004, 0.03, 0],
	];
	const area = 0.5 * (0.02 * 0.03 - 0.003 * 0.004);
	const numbers = restNumbers(
		rest,
		{ frictionForce, yieldShear, warpAngle },
		0,
	);
	const { first, next } = potential.memory as NonNullable<
		typeof potential.memory
	>;
	const at = (outputs: readonly Expr[], shear: number) => {
		const values = new Map(potential.parameters.map((p, i) => [p, numbers[i]]));
		for (const [i, node] of potential.arrays[0].nodes.entries()) {
			const x = place(rest[i][0], rest[i][1], shear);
			for (const [k, part] of node.entries()) values.set(part, x[k]);
		}
		return evaluate(outputs, (input) => values.get(input) as number);
	};
	return {
		/** Energy over area [J/m²]. */
		energy: (shear: number) => at([value(potential.energy)], shear)[0] / area,
		/** Shear force over width [N/m]. */
		force(shear: number) {
			const d = 1e-7;
			return (this.energy(shear + d) - this.energy(shear - d)) / (2 * d);
		},
		/** Ends a step. */
		remember(shear: number) {
			numbers[first] = at(next, shear)[0];
		},
	};
}

/** Threads along x stay, those along y lean over: F₁·F₂ is the shear. */
const lean = (x: number, y: number, shear: number): Vector3 => [
	x + shear * y,
	y,
	0,
];

describe("friction of shear", () => {
	test("a loop of Kawabata's test, to 8° on either side, is as wide as 2HG and has the area of the closed form", () => {
		const triangle = sheared(lean);
		const [most, steps] = [8 * degree, 640];
		const change = most / steps;
		let [work, widest] = [0, 0];
		const wayOut: number[] = [];
		/** Work of a step by the trapezoid's rule: the force is linear but where it begins to slip. */
		const go = (from: number, to: number) => {
			work += 0.5 * (triangle.force(from) + triangle.force(to)) * (to - from);
			triangle.remember(to);
		};
		for (let i = 0; i < steps; i++) go(i * change, (i + 1) * change);
		work = 0;
		for (let i = steps; i > -steps; i--) {
			go(i * change, (i - 1) * change);
			wayOut.push(triangle.force((i - 1) * change));
		}
		for (let i = -steps; i < steps; i++) {
			go(i * change, (i + 1) * change);
			const back = wayOut[steps - 1 - i - 1] ?? Number.NaN;
			if (Math.abs(i) < steps / 2)
				widest = Math.max(
					widest,
					Math.abs(triangle.force((i + 1) * change) - back - 2 * frictionForce),
				);
		}
		// Differences half way over the kink at which it slips.
		expect(widest).toBeLessThan(1e-5);
		const area = 4 * frictionForce * (most - yieldShear);
		expect(Math.abs(work / area - 1)).toBeLessThan(1e-4);
	});

	test("it is a spring up to where it slips, and gives nothing back of what it slipped", () => {
		const triangle = sheared(lean);
		const stiffness = frictionForce / yieldShear;
		expect(triangle.energy(0.5 * yieldShear)).toBeCloseTo(
			0.125 * stiffness * yieldShear ** 2,
			12,
		);
		triangle.remember(4 * degree);
		expect(triangle.energy(4 * degree - yieldShear)).toBeLessThan(1e-12);
	});

	test("cut on the bias it resists stretching", () => {
		const stretched = sheared(
			(x, y, shear) => [x * Math.sqrt(1 + shear), y * Math.sqrt(1 - shear), 0],
			Math.PI / 4,
		);
		expect(Math.abs(stretched.force(3 * degree))).toBeCloseTo(frictionForce, 6);
	});
});

describe("a square that was sheared", () => {
	async function shearKept(friction: boolean): Promise<number> {
		const shearModulus2d = 30;
		const scene = new Scene({ gravity: [0, 0, 0] });
		const sheet = scene.add(
			cloth.grid(
				{ size: [0.1, 0.1], cells: [4, 4] },
				{
					membrane: orthotropicMembrane({
						warpModulus2d: 1000,
						weftModulus2d: 1000,
						poissonRatio: 0,
						shearModulus2d,
					}),
					...(friction && {
						friction: shearFriction({ frictionForce, yieldShear }),
					}),
					arealDensity: 0.1,
				},
			),
		);
		sheet.place((x, y) => [x + 0.1 * y, y, 0]);
		sheet.pin(sheet.group("bottom-left"));
		sheet.slide(sheet.group("bottom-right"), { line: [1, 0, 0] });
		sheet.slide("all", { plane: [0, 0, 1] });
		const simulation = await simulate(scene);
		simulation.solveStatics({ tolerance: 1e-10 });
		const x = simulation.positions(sheet);
		const [corner, along, across] = [
			[0, 0],
			[0.1, 0],
			[0, 0.1],
		].map(([a, b]) => sheet.nearest([a, b, 0]));
		const side = (to: number) =>
			[0, 1].map((k) => (x[3 * to + k] - x[3 * corner + k]) / 0.1);
		const [warp, weft] = [side(along), side(across)];
		simulation.close();
		return warp[0] * weft[0] + warp[1] * weft[1];
	}

	test("keeps the shear at which friction balances elasticity, and none without", async () => {
		expect((await shearKept(true)) / (frictionForce / 30)).toBeCloseTo(1, 3);
		expect(Math.abs(await shearKept(false))).toBeLessThan(1e-6);
	});
});

test("fabrics whose friction is asked for have that of shear along their threads", () => {
	const warpAngle = 0.3;
	const { friction = [] } = fabric("wool", { friction: true, warpAngle });
	expect(friction.map(({ model }) => model.name)).toEqual([
		"bending-friction",
		"shear-friction",
	]);
	expect(friction[1].material.warpAngle).toBe(warpAngle);
	expect(
		fabric("wool", { friction: true, isotropic: true }).friction,
	).toHaveLength(1);
});
