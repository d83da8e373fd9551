import {
	type Body,
	cable,
	cloth,
	rigidBody,
	Scene,
	simulate,
	solid,
	type Vector3,
} from "pliant";
import {
	linearBending,
	morleyBending,
	rectangularRod,
	shellBending,
	stableNeoHookean,
	trbs,
} from "pliant/models";
import { describe, expect, test } from "vitest";

const weightless = { gravity: [0, 0, 0] as Vector3 };
const membrane = trbs({ youngModulus2d: 1000, poissonRatio: 0.3 });

/** Solves statics; returns whether it calls the equilibrium stable, and the lowest ω² of `modes`. */
async function lowest(scene: Scene) {
	const simulation = await simulate(scene);
	const { stable } = simulation.solveStatics();
	const [{ eigenvalue }] = await simulation.modes({ count: 1 });
	return { stable, eigenvalue };
}

/** Returns the load at which the lowest ω² is zero. Near it ω² is linear in the load. */
async function criticalLoad(sceneAt: (load: number) => Scene, theory: number) {
	const [a, b] = [0.97 * theory, 0.99 * theory];
	const [from, to] = [await lowest(sceneAt(a)), await lowest(sceneAt(b))];
	return b + ((b - a) * to.eigenvalue) / (from.eigenvalue - to.eigenvalue);
}

/** Expects statics and modes to agree about 1 % below and above the critical load. */
async function expectAgreement(
	sceneAt: (load: number) => Scene,
	critical: number,
) {
	for (const [part, stable] of [
		[0.99, true],
		[1.01, false],
		[1.5, false],
	] as const) {
		const found = await lowest(sceneAt(part * critical));
		expect(found.stable).toBe(stable);
		expect(found.eigenvalue > 0).toBe(stable);
	}
}

describe("a cantilever that buckles sideways", () => {
	const [youngModulus, width, height] = [1e9, 4e-4, 2e-2];
	// Saint-Venant's torsion of a thin section, with ν = 0.3.
	const bending = (youngModulus * height * width ** 3) / 12;
	const torsion =
		((youngModulus / 2.6) *
			height *
			width ** 3 *
			(1 - (0.63 * width) / height)) /
		3;
	const unit = Math.sqrt(bending * torsion);

	/** A rod of 1 m, clamped by an edge before it. */
	const rod = (segments: number, weight: number): [Scene, Body] => {
		const scene = new Scene(weight > 0 ? {} : weightless);
		const body = cable.line(
			{ from: [-1 / segments, 0, 0], to: [1, 0, 0], segments: segments + 1 },
			{
				spring: rectangularRod({ youngModulus, width, height }),
				linearDensity: weight > 0 ? weight / 9.81 : 1,
			},
		);
		return [scene, scene.add(body.pin([0, 1]))];
	};

	test.each([20, 80, 160])("under its own weight, %d edges", async (n) => {
		const sceneAt = (load: number) => rod(n, load * unit)[0];
		const critical = await criticalLoad(sceneAt, 12.85);
		expect(Math.abs(critical / 12.85 - 1)).toBeLessThan(0.01);
		await expectAgreement(sceneAt, critical);
	});

	test.each([20, 80, 160])("under a load at its end, %d edges", async (n) => {
		const sceneAt = (load: number) => {
			const [scene, body] = rod(n, 0);
			body.pull([n + 1], [0, -load * unit, 0]);
			return scene;
		};
		const critical = await criticalLoad(sceneAt, 4.013);
		expect(Math.abs(critical / 4.013 - 1)).toBeLessThan(0.01);
		await expectAgreement(sceneAt, critical);
	});
});

describe("a strip in compression", () => {
	test.each([
		[20, 2, 1e-3],
		[40, 4, 1e-3],
		[80, 4, 1e-5],
	] as const)("%d by %d cells, %d N m", async (along, across, rigidity) => {
		const sceneAt = (shortening: number) => {
			const scene = new Scene(weightless);
			const strip = scene.add(
				cloth.grid(
					{ size: [1, 0.1], cells: [along, across] },
					{
						membrane,
						bending: morleyBending({ bendingRigidity: rigidity }),
						arealDensity: 0.2,
					},
				),
			);
			strip.pin(strip.group("left"));
			strip.move(strip.group("right"), [-shortening, 0, 0]);
			return scene;
		};
		// Euler's load for clamped and hinged sides: π² D/L², over E.
		const theory = (Math.PI ** 2 * rigidity) / 1000;
		const critical = await criticalLoad(sceneAt, theory);
		expect(Math.abs(critical / theory - 1)).toBeLessThan(0.01);
		await expectAgreement(sceneAt, critical);
	});
});

test("a buckled sheet beside a much stiffer body is unstable", async () => {
	const scene = new Scene(weightless);
	const strip = scene.add(
		cloth.grid(
			{ size: [1, 0.1], cells: [40, 4] },
			{
				membrane,
				bending: morleyBending({ bendingRigidity: 1e-4 }),
				arealDensity: 0.2,
			},
		),
	);
	strip.pin(strip.group("left"));
	strip.move(strip.group("right"), [-1.1e-6, 0, 0]);
	const steel = scene.add(
		solid.box(
			{ size: [1, 1, 1], origin: [0, 1, 0], cells: [2, 2, 2] },
			{
				solid: stableNeoHookean.elements.tetrahedra({
					youngModulus: 2e11,
					poissonRatio: 0.3,
				}),
				density: 7800,
			},
		),
	);
	steel.pin(steel.group("x-min"));
	expect((await simulate(scene)).solveStatics().stable).toBe(false);
});

describe("neutral directions count as stable", () => {
	const places: Record<string, (x: number, y: number, z: number) => Vector3> = {
		"in its plane": (x, y, z) => [x, y, z],
		tilted: (x, y, z) => [0.6 * x - 0.8 * z, y, 0.8 * x + 0.6 * z],
		"tilted and far away": (x, y, z) => [
			10 + 0.6 * x - 0.8 * z,
			y - 20,
			0.8 * x + 0.6 * z,
		],
	};
	const bendings = {
		none: undefined,
		linear: linearBending({ bendingModulus: 1e-5 }),
		morley: morleyBending({ bendingRigidity: 1e-5 }),
		shell: shellBending({ bendingRigidity: 1e-5, poissonRatio: 0.3 }),
	};
	for (const [place, map] of Object.entries(places)) {
		test.each(Object.entries(bendings))(
			`those of an unstressed sheet, ${place}, bending: %s`,
			async (_, bending) => {
				for (const isFree of [true, false]) {
					const scene = new Scene(weightless);
					const sheet = scene.add(
						cloth.grid(
							{ cells: [12, 12] },
							{ membrane, ...(bending && { bending }), arealDensity: 0.2 },
						),
					);
					sheet.place(map);
					if (!isFree) sheet.pin(sheet.corners("top"));
					expect((await simulate(scene)).solveStatics().stable).toBe(true);
				}
			},
		);

		test(`those of a free solid and a free rod, ${place}`, async () => {
			const scene = new Scene(weightless);
			scene
				.add(
					solid.box(
						{ cells: [4, 4, 4] },
						{
							solid: stableNeoHookean.elements.tetrahedra({
								youngModulus: 1e5,
								poissonRatio: 0.4,
							}),
							density: 1000,
						},
					),
				)
				.place(map);
			scene
				.add(
					cable.line(
						{ segments: 80 },
						{
							spring: rectangularRod({
								youngModulus: 1e9,
								width: 1e-3,
								height: 2e-3,
							}),
							linearDensity: 0.1,
						},
					),
				)
				.place(map);
			expect((await simulate(scene)).solveStatics().stable).toBe(true);
		});
	}

	test("those of a free rigid body, alone and beside a sheet", async () => {
		for (const hasSheet of [false, true]) {
			const scene = new Scene(weightless);
			scene.add(rigidBody({ mass: 1, inertia: [1, 2, 3] }));
			if (hasSheet)
				scene.add(
					cloth.grid({ cells: [4, 4] }, { membrane, arealDensity: 0.2 }),
				);
			expect((await simulate(scene)).solveStatics().stable).toBe(true);
		}
	});
});
