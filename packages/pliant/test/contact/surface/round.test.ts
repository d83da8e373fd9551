import { describe, expect, test } from "vitest";
import { cloth, collider, Scene, simulate } from "../../../src/index.ts";
import { softCloth } from "./bodies.ts";

const thickness = 2e-3;
const radius = 0.03;

const heavySheet = { ...softCloth, arealDensity: 2 };

describe.each([
	["ball", collider.sphere({ radius })],
	["rod", collider.capsule({ from: [-0.01, 0, 0], to: [0.02, 0, 0], radius })],
])("a %s that is smaller than triangles", (_, shape) => {
	/** A sheet that is held at its corners over it, so that no vertex comes near. */
	async function sheetOver() {
		const scene = new Scene({ contact: { thickness } });
		const sheet = scene.add(
			cloth.grid(
				{
					...{ size: [0.4, 0.4], cells: [2, 2], plane: "xz" },
					origin: [-0.27, 0.034, -0.22],
				},
				heavySheet,
			),
		);
		sheet.pin(sheet.corners("top"));
		sheet.pin(sheet.corners("bottom"));
		scene.collide(shape, { name: "round" });
		return {
			sheet,
			simulation: await simulate(scene, { damping: { mass: 20 } }),
		};
	}

	test("holds them, half a thickness away", async () => {
		const { sheet, simulation } = await sheetOver();
		await simulation.run({ seconds: 0.5 });
		const [{ between, distance, normalForce }] = simulation.surfaceContacts();
		expect(between).toEqual([sheet.name, "round"]);
		expect(normalForce[1]).toBeGreaterThan(0.1);
		expect(distance / (thickness / 2)).toBeGreaterThan(0.9);
		expect(distance / (thickness / 2)).toBeLessThan(1.03);
		expect(simulation.intersections()).toBe(0);
		for (const { position } of simulation.contactPlaces()) {
			const [x, y, z] = position;
			const along =
				shape.kind === "sphere" ? 0 : Math.max(-0.01, Math.min(0.02, x));
			const away = Math.hypot(x - along, y, z) - radius;
			expect(away / (distance / 2)).toBeGreaterThan(0.99);
			expect(away / thickness).toBeLessThan(0.3);
		}
	});
});

test("a ball at 10 m/s does not pass between vertices", async () => {
	const scene = new Scene({ contact: { thickness } });
	const sheet = scene.add(
		cloth.grid(
			{
				...{ size: [0.3, 0.3], cells: [3, 3], plane: "xz" },
				origin: [-0.15, 0.1, -0.15],
			},
			softCloth,
		),
	);
	scene.collide(collider.sphere({ radius: 0.02 }), {
		motion: (t) => [0.01, 10 * t, 0.02],
	});
	const simulation = await simulate(scene);
	for (let frame = 1; frame <= 3; frame++) {
		simulation.step();
		expect(simulation.intersections()).toBe(0);
		const heights = simulation.positions(sheet).filter((_, i) => i % 3 === 1);
		expect(Math.max(...heights)).toBeGreaterThan((10 * frame) / 60);
	}
});

test("a ball that begins in a triangle is told", async () => {
	const scene = new Scene({ contact: { thickness } });
	scene.add(
		cloth.grid(
			{
				...{ size: [0.3, 0.3], cells: [1, 1], plane: "xz" },
				origin: [-0.15, 0.01, -0.15],
			},
			softCloth,
		),
	);
	scene.collide(collider.sphere({ radius: 0.02 }), { name: "ball" });
	await expect(simulate(scene)).rejects.toThrow(
		/surfaces intersect at the beginning.*"ball"/,
	);
});
