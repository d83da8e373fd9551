import { describe, expect, test } from "vitest";
import { Scene, simulate, solid, type Vector3 } from "../../src/index.ts";
import { box } from "../../src/mesh/generators/box.ts";
import { createMesh, type Mesh } from "../../src/mesh/mesh.ts";
import { quadraticCells } from "../../src/mesh/quadraticCells.ts";
import { stvk } from "../../src/models/index.ts";

const material = { youngModulus: 1000, poissonRatio: 0.3 };
const kinds = { hexahedra: "hexahedron", tetrahedra: "tetrahedron" } as const;
type Cells = keyof typeof kinds;

/** The same mesh with vertices in the middle of all edges. */
function withMiddles(mesh: Mesh, elements: Cells): Mesh {
	const { innerNodes } = quadraticCells(mesh, kinds[elements]);
	const count = mesh.positions.length / 3;
	const positions = [...mesh.positions];
	const midpoints: number[] = [];
	for (let i = 0; i < innerNodes.length; i += 2) {
		const [a, b] = innerNodes.subarray(i, i + 2);
		for (let k = 0; k < 3; k++)
			positions.push(
				0.5 * (mesh.positions[3 * a + k] + mesh.positions[3 * b + k]),
			);
		midpoints.push(a, b, count + i / 2);
	}
	return createMesh({ ...mesh, positions, midpoints });
}

describe.each(["hexahedra", "tetrahedra"] as const)(
	"quadratic %s",
	(elements) => {
		const shape = {
			size: [0.4, 0.1, 0.1],
			cells: [8, 2, 2],
			elements,
		} as const;

		/** Sag of the end of a cantilever under a small part of its weight, over that part. */
		async function sag(mesh: Mesh): Promise<number> {
			const scene = new Scene({ gravity: [0, -9.81e-4, 0] });
			const beam = scene.add(
				solid.mesh(mesh, { solid: stvk(material), density: 1.25 }),
			);
			beam.pin(beam.where((x) => x === 0));
			const simulation = await simulate(scene);
			simulation.solveStatics({ tolerance: 1e-10 });
			const tip = simulation.positionOf(beam.point([0.4, 0.05, 0.05]));
			return 1e4 * (0.05 - tip[1]);
		}

		test("a cantilever two cells across sags as converged finite elements do, within 1.5 %", async () => {
			expect(Math.abs((await sag(box(shape))) / 0.0490959 - 1)).toBeLessThan(
				0.015,
			);
		});

		test("middles that are vertices of the mesh act as hidden ones do", async () => {
			const mesh = box(shape);
			expect(
				Math.abs(
					(await sag(withMiddles(mesh, elements))) / (await sag(mesh)) - 1,
				),
			).toBeLessThan(1e-6);
		});

		test("pure bending is exact with one cell", async () => {
			// u = κ (x y, −½ (x² + ν (y² − z²)), −ν y z) is of second degree, so in the space of the element, and free of shear.
			const one = createMesh(
				box({ size: [1, 1, 1], cells: [1, 1, 1], elements, origin: [0, 0, 0] }),
			);
			const mesh = withMiddles(one, elements);
			const [kappa, nu] = [1e-4, material.poissonRatio];
			const scene = new Scene({ gravity: [0, 0, 0] });
			const body = scene.add(
				solid.mesh(mesh, { solid: stvk(material), density: 1 }),
			);
			body.place((x, y, z): Vector3 => {
				const [v, w] = [y - 0.5, z - 0.5];
				return [
					x + kappa * x * v,
					y - 0.5 * kappa * (x * x + nu * (v * v - w * w)),
					z - kappa * nu * v * w,
				];
			});
			const simulation = await simulate(scene);
			const expected = (0.5 * material.youngModulus * kappa ** 2) / 12;
			expect(
				Math.abs(simulation.energies().elastic / expected - 1),
			).toBeLessThan(1e-3);
		});

		test("mass, centre of mass and reactions are those of the body", async () => {
			const scene = new Scene({ gravity: [0, -9.81, 0] });
			const { elements: _, ...block } = shape;
			const beam = scene.add(
				solid.box(block, {
					solid: stvk.elements[
						elements === "hexahedra"
							? "quadraticHexahedra"
							: "quadraticTetrahedra"
					]({ ...material, youngModulus: 1e6 }),
					density: 1000,
				}),
			);
			beam.pin(beam.group("x-min"));
			const simulation = await simulate(scene);
			simulation.solveStatics({ tolerance: 1e-10 });
			const { force, moment, forces } = simulation.reaction(beam);
			expect(force[1]).toBeCloseTo(4 * 9.81, 6);
			// Gravity turns it clockwise about the clamp, by the weight times half of the length, less what it sags back.
			expect(Math.abs(moment[2] / (4 * 9.81 * 0.2) - 1)).toBeLessThan(0.01);
			const sum = [...forces.values()].reduce((s, f) => s + f[1], 0);
			expect(sum).toBeCloseTo(4 * 9.81, 6);
		});
	},
);
