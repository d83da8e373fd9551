import { describe, expect, test } from "vitest";
import { exponential } from "../../src/mappings/quaternion.ts";
import type { Vector3 } from "../../src/mesh/mesh.ts";
import { alone } from "./alone.ts";
import { bar } from "./bar.ts";

describe("a bar that is stretched", () => {
	/** Force of extension by a factor 1 + e over E times area. */
	const law = (e: number) => e + 1.5 * e * e + 0.5 * e ** 3;

	async function force(body: ReturnType<typeof bar>, e: number) {
		const { frames } = await alone(body);
		for (let i = 0; i < body.frameCount; i++) {
			const [x, y, z] = body.definition.frames[i].position;
			frames.place(i, { position: [x * (1 + e), y, z] });
		}
		const forces = frames.internalForces();
		for (let i = 1; i < body.frameCount - 1; i++)
			expect(Math.abs(forces[6 * i + 3])).toBeLessThan(1e-12);
		return -forces[6 * (body.frameCount - 1) + 3];
	}

	for (const frames of [2, 3, 5])
		for (const counts of [
			[4, 1, 1],
			[8, 3, 2],
			[12, 2, 2],
		] as Vector3[])
			test(`has its force exactly, ${frames} frames and ${counts.join("×")} samples`, async () => {
				for (const e of [-0.3, -0.1, 0.1, 0.5, 1])
					expect(await force(bar({ frames, counts }), e)).toBeCloseTo(
						law(e),
						12,
					);
			});

	test("has it with linear blend skinning, too", async () => {
		const body = bar({ frames: 3, skinning: "linear-blend" });
		expect(await force(body, 0.5)).toBeCloseTo(law(0.5), 12);
	});

	test("cannot contract across: (λ + 2μ)/E times as stiff", async () => {
		const f = await force(bar({ poissonRatio: 0.3 }), 0.1);
		expect(f / law(0.1)).toBeCloseTo(0.7 / (1.3 * 0.4), 12);
	});
});

describe("a span between two frames", () => {
	const [length, width, angle] = [1, 0.2, 0.02];
	for (const poissonRatio of [0, 0.3]) {
		const body = () =>
			bar({
				frames: 2,
				counts: [10, 10, 10],
				size: [length, width, width],
				poissonRatio,
			});
		const G = 1 / (2 * (1 + poissonRatio));

		test(`bends with what shear adds, ν = ${poissonRatio}`, async () => {
			const { simulation, frames } = await alone(body());
			const radius = length / angle;
			for (const [i, side] of [-1, 1].entries())
				frames.place(i, {
					position: [
						radius * Math.sin((side * angle) / 2),
						radius * (1 - Math.cos(angle / 2)),
						0,
					],
					orientation: exponential([0, 0, (side * angle) / 2]),
				});
			const bernoulli = ((width ** 4 / 12) * angle ** 2) / (2 * length);
			const modulus =
				(1 - poissonRatio) / ((1 + poissonRatio) * (1 - 2 * poissonRatio));
			// Ten layers have 99 % of the second moment of area.
			const expected = 0.99 * (modulus + G * (length / width) ** 2);
			const ratio = simulation.energies().elastic / bernoulli;
			expect(Math.abs(ratio / expected - 1)).toBeLessThan(2e-3);
		});

		test(`twists with G times the polar moment, ν = ${poissonRatio}`, async () => {
			const { simulation, frames } = await alone(body());
			for (const [i, side] of [-1, 1].entries())
				frames.place(i, {
					position: [(side * length) / 2, 0, 0],
					orientation: exponential([(side * angle) / 2, 0, 0]),
				});
			const expected =
				(0.99 * G * (width ** 4 / 6) * angle ** 2) / (2 * length);
			const ratio = simulation.energies().elastic / expected;
			expect(Math.abs(ratio - 1)).toBeLessThan(2e-3);
		});
	}
});
