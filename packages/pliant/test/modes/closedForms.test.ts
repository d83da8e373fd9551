import { describe, expect, test } from "vitest";
import {
	type AppliedModel,
	cable,
	cloth,
	morleyBending,
	quadraticSpring,
	rigidBody,
	Scene,
	simulate,
	solid,
	springBetween,
	trbs,
	type Vector3,
} from "../../src/index.ts";
import { box } from "../../src/mesh/generators/box.ts";
import { stvk } from "../../src/models/index.ts";
import { quadraticMassShares } from "../../src/models/solid/quadraticMassShares.ts";
import type { Mode } from "../../src/simulation/modes.ts";
import type { MassKind } from "../../src/system/mass.ts";

const weightless = { gravity: [0, 0, 0] as Vector3 };
const everywhere = () => true;

/** Frequencies relative to others. */
function expectFrequencies(
	modes: readonly Pick<Mode, "frequency">[],
	expected: readonly number[],
	tolerance: number,
): void {
	for (const [i, frequency] of expected.entries()) {
		const off = modes[i].frequency / frequency - 1;
		expect(Math.abs(off), `mode ${i}: ${off}`).toBeLessThan(tolerance);
	}
}

describe("a string under tension", () => {
	/** Its modes; it is drawn to 1.01 m from 1 m. */
	async function modesOfString(
		segments: number,
		count: number,
		mass?: MassKind,
	) {
		const scene = new Scene(weightless);
		const string = scene.add(
			cable.line(
				{ segments },
				{
					spring: quadraticSpring({ axialStiffness: 500 }),
					linearDensity: 0.01,
				},
			),
		);
		string.place((x, y, z) => [1.01 * x, y, z]);
		string.pin(string.group("start"));
		string.pin(string.group("end"));
		const simulation = await simulate(scene, { ...(mass && { mass }) });
		return simulation.modes({ count });
	}

	const segments = 40;
	const length = 1.01 / segments;
	const mass = 0.01 / segments;
	/** Of the stiffness 2 T/h (1 − cos θ), with θ = n π/N. */
	const forms = {
		lumped: () => mass,
		consistent: (cosine: number) => (mass / 3) * (2 + cosine),
	};
	for (const [kind, massOf] of Object.entries(forms))
		test(`has the frequencies of a chain with ${kind} mass, each twice`, async () => {
			const modes = await modesOfString(segments, 12, kind as MassKind);
			const expected = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6].map((n) => {
				const cosine = Math.cos((n * Math.PI) / segments);
				const stiffness = ((2 * 5) / length) * (1 - cosine);
				return Math.sqrt(stiffness / massOf(cosine)) / (2 * Math.PI);
			});
			expectFrequencies(modes, expected, 1e-9);
		});

	test("comes near n/2 √(T/(m L)) of the smooth one with the square of the segments' length", async () => {
		const errors: number[] = [];
		for (const segments of [16, 32, 64]) {
			const [, , second] = await modesOfString(segments, 3);
			errors.push(1 - second.frequency / Math.sqrt(5 / (0.01 * 1.01)));
		}
		for (const i of [0, 1]) expect(errors[i] / errors[i + 1]).toBeCloseTo(4, 1);
	});
});

test("a square membrane under tension has √((m² + n²) T/ρ)/(2 a)", async () => {
	const scene = new Scene(weightless);
	const membrane = trbs({ youngModulus2d: 1000, poissonRatio: 0 });
	const sheet = scene.add(
		cloth.grid(
			{ cells: [40, 40], diagonal: "crossed" },
			{ membrane, arealDensity: 0.2 },
		),
	);
	const stretch = 1.05;
	sheet.place((x, y, z) => [stretch * x, stretch * y, z]);
	sheet.pin(sheet.group("top"));
	for (const side of ["bottom", "left", "right"]) sheet.pin(sheet.group(side));
	const simulation = await simulate(scene);
	const modes = await simulation.modes({ count: 6 });
	// Force per present length; mass per present area.
	const tension = (1000 * (stretch ** 2 - 1)) / 2;
	const density = 0.2 / stretch ** 2;
	const expected = [2, 5, 5, 8, 10, 10].map(
		(square) => Math.sqrt((square * tension) / density) / (2 * stretch),
	);
	expectFrequencies(modes, expected, 0.005);
});

describe("a simply supported plate", () => {
	const plate = async (cells: number) => {
		const scene = new Scene(weightless);
		const [E, h, nu, rho] = [1e6, 0.01, 0.3, 100];
		const bendingRigidity = (E * h ** 3) / (12 * (1 - nu ** 2));
		const sheet = scene.add(
			cloth.grid(
				{ cells: [cells, cells] },
				{
					membrane: trbs({ youngModulus2d: E * h, poissonRatio: nu }),
					bending: morleyBending({ bendingRigidity, poissonRatio: nu }),
					arealDensity: rho * h,
				},
			),
		);
		for (const side of ["top", "bottom", "left", "right"])
			sheet.slide(sheet.group(side), { plane: [0, 0, 1] });
		// In its plane it is held, so that bending is all there is.
		sheet.slide(sheet.where(everywhere), { line: [0, 0, 1] });
		for (const side of ["top", "bottom", "left", "right"])
			sheet.pin(sheet.group(side));
		const simulation = await simulate(scene);
		return simulation.modes({ count: 10 });
	};
	// Navier: f = π/2 (m² + n²)/a² √(D/(ρ h)).
	const squares = [2, 5, 5, 8, 10, 10, 13, 13, 17, 17];
	const expected = squares.map(
		(square) => (Math.PI / 2) * square * Math.sqrt(0.09157509),
	);

	/** Both tests look at it, and it takes seconds. */
	const fine = plate(40);

	test("has the frequencies of Navier within 1 %", async () => {
		const modes = await fine;
		console.info(
			`plate, 40 cells across: ${modes.map(({ frequency }, i) => `${(100 * (frequency / expected[i] - 1)).toFixed(2)} %`).join(", ")}`,
		);
		expectFrequencies(modes, expected, 0.01);
	});

	test("and comes nearer with the power 1.5 of the cells' size, or a higher one", async () => {
		const error = ([first]: readonly Mode[]) =>
			Math.abs(first.frequency / expected[0] - 1);
		const coarse = await plate(20);
		expect(error(coarse) / error(await fine)).toBeGreaterThan(2 ** 1.5);
	});
});

describe("a clamped beam, 0.4 × 0.1 × 0.1 m", () => {
	/** E = 1000 Pa, ν = 0.3, 1.25 kg/m³: quadratic finite elements, extrapolated from 16 × 4 × 4 and 32 × 8 × 8 cells. */
	const reference = [2.7545, 2.7545, 10.1075, 13.9474, 13.9474, 17.7915];
	const moduli = { youngModulus: 1000, poissonRatio: 0.3 };

	async function beam(across: number, model: AppliedModel) {
		const scene = new Scene(weightless);
		const body = scene.add(
			solid.box(
				{ size: [0.4, 0.1, 0.1], cells: [4 * across, across, across] },
				{ solid: model, density: 1.25 },
			),
		);
		body.pin(body.group("x-min"));
		const simulation = await simulate(scene);
		return simulation.modes({ count: 6 });
	}

	const { hexahedra, quadraticTetrahedra } = stvk.elements;
	for (const [name, model] of [
		["the elements of boxes", stvk(moduli)],
		["quadratic tetrahedra", quadraticTetrahedra(moduli)],
	] as const)
		test(`has the six frequencies of finer elements within 1 % with four cells across: ${name}`, async () => {
			const modes = await beam(4, model);
			console.info(
				`beam, ${name}: ${modes.map(({ frequency }, i) => `${(100 * (frequency / reference[i] - 1)).toFixed(2)} %`).join(", ")}`,
			);
			expectFrequencies(modes, reference, 0.01);
		});

	test("comes to them as trilinear cells get smaller, too", async () => {
		const trilinear = hexahedra(moduli);
		const [coarse, middle, fine] = [
			await beam(2, trilinear),
			await beam(4, trilinear),
			await beam(8, trilinear),
		];
		for (const [i, frequency] of reference.entries()) {
			const errors = [coarse, middle, fine].map(
				(modes) => modes[i].frequency / frequency - 1,
			);
			console.info(
				`beam, trilinear, mode ${i + 1}: ${errors.map((e) => `${(100 * e).toFixed(2)} %`).join(", ")} with 2, 4, 8 cells across`,
			);
			// Trilinear cells are too stiff, and consistent mass is never too small: frequencies come from above, with the square of the size.
			expect(errors[2]).toBeGreaterThan(0);
			const h2 = (middle[i].frequency - fine[i].frequency) / 3;
			const extrapolated = fine[i].frequency - h2;
			expect(Math.abs(extrapolated / frequency - 1)).toBeLessThan(0.005);
		}
	});

	test("bends in pairs", async () => {
		const modes = await beam(2, stvk(moduli));
		for (const [a, b] of [
			[0, 1],
			[3, 4],
		])
			expect(modes[a].frequency / modes[b].frequency).toBeCloseTo(1, 10);
	});
});

test("of quadratic cells, mass is that of the integrals of their shape functions", () => {
	for (const [kind, nodes] of [
		["tetrahedron", 10],
		["hexahedron", 20],
	] as const) {
		const shares = quadraticMassShares(kind);
		const rows = Array.from({ length: nodes }, (_, a) =>
			shares.subarray(nodes * a, nodes * a + nodes).reduce((s, m) => s + m, 0),
		);
		// Integrals of single shape functions: of tetrahedra −1/20 and 1/5, of hexahedra −1/8 and 1/6 of the volume.
		const corners = kind === "tetrahedron" ? 4 : 8;
		for (const [a, row] of rows.entries())
			expect(row).toBeCloseTo(
				a < corners
					? kind === "tetrahedron"
						? -1 / 20
						: -1 / 8
					: kind === "tetrahedron"
						? 1 / 5
						: 1 / 6,
				12,
			);
	}
});

describe("rigid bodies", () => {
	test("swing about a pivot with √(m g d/I)", async () => {
		const size: Vector3 = [0.1, 0.5, 0.2];
		const scene = new Scene();
		const mesh = box({ size, cells: [1, 1, 1], origin: [-0.05, -0.5, -0.1] });
		const body = scene.add(
			rigidBody({ mesh, density: 700, origin: [0, 0, 0] }),
		);
		body.hold("position");
		const simulation = await simulate(scene);
		const modes = await simulation.modes({ count: 3 });
		const about = (a: number, b: number) =>
			(size[a] ** 2 + size[b] ** 2) / 12 + 0.25 ** 2;
		const expected = [about(1, 2), about(0, 1)]
			.map((i) => Math.sqrt((9.81 * 0.25) / i) / (2 * Math.PI))
			.sort((a, b) => a - b);
		// About the vertical nothing brings it back.
		expect(modes.map(({ kind }) => kind)).toEqual([
			"rigid",
			"vibration",
			"vibration",
		]);
		expectFrequencies(modes.slice(1), expected, 1e-9);
	});

	test("on a spring go up and down with √(k/m)", async () => {
		const scene = new Scene();
		const mesh = box({ size: [0.1, 0.1, 0.1], cells: [1, 1, 1] });
		const body = scene.add(rigidBody({ mesh, density: 2000 }));
		const top: Vector3 = [0.05, 0.05, 0.05];
		scene.attach(body.point(top), [0.05, 0.4, 0.05], {
			kind: springBetween({ stiffness: 300 }),
		});
		const simulation = await simulate(scene);
		simulation.solveStatics();
		const modes = await simulation.modes({ count: 6 });
		const vertical = modes.filter(({ effectiveMass: [, y] }) => y > 1);
		expect(vertical.length).toBe(1);
		expect(vertical[0].effectiveMass[1]).toBeCloseTo(2, 6);
		expectFrequencies(vertical, [Math.sqrt(300 / 2) / (2 * Math.PI)], 1e-6);
		// Like a pendulum on a string of length l = 0.35 m + m g/k, sideways.
		const sideways = modes.filter(({ effectiveMass: [x, , z] }) => x + z > 1);
		const pendulum =
			Math.sqrt(9.81 / (0.35 + (2 * 9.81) / 300)) / (2 * Math.PI);
		expectFrequencies(sideways, [pendulum, pendulum], 1e-6);
	});
});
