import { describe, expect, test } from "vitest";
import { collider, Scene, simulate, solid } from "../../src/index.ts";
import { box } from "../../src/mesh/generators/box.ts";
import { stvk } from "../../src/models/index.ts";

const youngModulus = 6e4;
const height = 0.06;
const width = 0.04;
const pressure = 600;
const material = { youngModulus, poissonRatio: 0.3 };
const elements = {
	"quadratic hexahedra": stvk,
	"linear hexahedra": stvk.elements.hexahedra,
	"quadratic tetrahedra": stvk,
	"linear tetrahedra": stvk.elements.tetrahedra,
};

/** A quarter of a block of a column, which a pressure on top presses on what is below. */
function block(kind: keyof typeof elements, cells: number) {
	const body = solid.mesh(
		box({
			size: [width, height, width],
			cells: [cells, cells, cells],
			elements: kind.endsWith("hexahedra") ? "hexahedra" : "tetrahedra",
		}),
		{ solid: elements[kind](material), density: 1000 },
	);
	body.slide("x-min", { plane: [1, 0, 0] });
	body.slide("z-min", { plane: [0, 0, 1] });
	return body;
}

/** The stretch of a column of the material: P = λ E (λ² − 1)/2 is minus the pressure. */
function stretch(): number {
	let value = 1;
	for (let i = 0; i < 20; i++)
		value = Math.sqrt(1 - (2 * pressure) / (youngModulus * value));
	return value;
}

const kinds = Object.keys(elements) as (keyof typeof elements)[];

describe("a pressure goes through faces that touch as through matter", () => {
	test.each(kinds)("on a floor: %s", async (kind) => {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const body = scene.add(block(kind, 2));
		body.surfaceLoad([0, -pressure, 0], "y-max");
		scene.collide(collider.plane(), { distance: 1e-7 });
		const simulation = await simulate(scene);
		simulation.solveStatics();
		const x = simulation.positions(body);
		for (const [i, rest] of body.mesh.positions.entries())
			if (i % 3 === 1 && rest > 0)
				expect((x[i] / rest - 1) / (stretch() - 1)).toBeCloseTo(1, 3);
		const [{ normalForce }] = simulation.contacts(body);
		expect(normalForce[1]).toBeCloseTo(pressure * width ** 2, 8);
	});

	test.each(kinds)("on another block of another mesh: %s", async (kind) => {
		const thickness = 2e-5;
		const scene = new Scene({ gravity: [0, 0, 0], contact: { thickness } });
		const lower = scene.add(block(kind, 2));
		lower.slide("y-min", { plane: [0, 1, 0] });
		const upper = scene.add(block(kind, 3));
		upper.place((x, y, z) => [x, y + height + thickness, z]);
		upper.surfaceLoad([0, -pressure, 0], "y-max");
		const simulation = await simulate(scene);
		simulation.solveStatics();
		const tops = upper.mesh.groups["y-max"];
		const x = simulation.positions(upper);
		const top = tops.reduce((sum, v) => sum + x[3 * v + 1], 0) / tops.length;
		const shortened = (2 * height + thickness - top) / (2 * height);
		expect(Math.abs(shortened / (1 - stretch()) - 1)).toBeLessThan(0.01);
	});
});
