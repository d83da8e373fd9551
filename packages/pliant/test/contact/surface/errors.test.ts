import { expect, test } from "vitest";
import { cloth, collider, Scene, simulate } from "../../../src/index.ts";
import { blockSurface, softCloth } from "./bodies.ts";

/** Two sheets, the second turned and lifted. */
function sheets(lift: number, turn: number, contact = {}): Scene {
	const scene = new Scene({ contact: { thickness: 2e-3, ...contact } });
	for (const [i, name] of ["table cloth", "napkin"].entries()) {
		const sheet = scene.add(
			cloth.grid(
				{ size: [0.2, 0.2], cells: [3, 3], plane: "xz" },
				{ ...softCloth, name },
			),
		);
		sheet.place((x, _, z) => [
			x + 0.01 * i,
			i * (lift + turn * (x - 0.1)),
			z + 0.02 * i,
		]);
	}
	return scene;
}

test("bodies that begin through each other are refused, with what meets where", async () => {
	await expect(simulate(sheets(0, 1))).rejects.toThrow(
		/surfaces intersect at the beginning, in \d+ places: body "(table cloth|napkin)" \(edge \d+–\d+\) and body "(table cloth|napkin)" \(triangle \d+–\d+–\d+\) at \[.*\]; place the bodies apart/,
	);
});

test("bodies that begin too near are refused, with the distance that they need", async () => {
	await expect(simulate(sheets(3e-4, 0))).rejects.toThrow(
		/is 0\.300 mm from body .* where a quarter of their thickness, 0\.500 mm, is the least; place them apart or make contact\.thickness less/,
	);
	await simulate(sheets(5.5e-4, 0));
});

test("a sheet in a mesh is told", async () => {
	const scene = sheets(0.1, 0);
	scene.collide(collider.mesh(blockSurface([0.05, 0.05, 0.5])), {
		name: "bar",
	});
	await expect(simulate(scene)).rejects.toThrow(/collider "bar"/);
});

test("numbers that make no sense and names that are not there are refused", async () => {
	expect(() => sheets(0.1, 0, { thickness: -1 })).toThrow(
		"scene: contact.thickness is -1; it must be a positive number",
	);
	expect(() => sheets(0.1, 0, { friction: -1 })).toThrow(
		"scene: contact.friction is -1; it must be",
	);
	const frictionTable = [{ between: ["napkin", "knife"], friction: 0.2 }];
	await expect(simulate(sheets(0.1, 0, { frictionTable }))).rejects.toThrow(
		"scene: contact.frictionTable names 'knife'; the scene has table cloth, napkin",
	);
	expect(() =>
		collider.mesh({
			positions: new Float64Array(0),
			triangles: new Uint32Array(0),
		}),
	).toThrow("collider.mesh: the mesh has no triangles");
});

test("explicit steps refuse", async () => {
	const options = { integrator: "symplectic-euler" } as const;
	await expect(simulate(sheets(0.1, 0), options)).rejects.toThrow(
		"symplectic-euler cannot keep bodies out of colliders and each other; use an implicit integrator",
	);
});
