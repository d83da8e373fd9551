import { Body, cable, createMesh, Scene, simulate } from "pliant";
import { linearSpring } from "pliant/models";
import { expect, test } from "vitest";

test("a bracket of two linear springs sags as linear statics says, in one system", async () => {
	const scene = new Scene({ gravity: [0, 0, 0] });
	// A horizontal tie of length 4 and a strut of length 5 from 3 below, to a common tip.
	const body = scene.add(
		new Body({
			mesh: createMesh({
				positions: [0, 0, 0, 0, -3, 0, 4, 0, 0],
				edges: [0, 2, 1, 2],
			}),
			models: [linearSpring({ axialStiffness: [200, 500] })],
			massOn: "edge",
			density: 1,
		}),
	);
	body.pin([0, 1]);
	body.slide([2], { plane: [0, 0, 1] });
	const P = 3;
	body.pull([2], [0, -P, 0]);
	const simulation = await simulate(scene);
	const { iterations } = simulation.solveStatics({ tolerance: 1e-12 });
	// Bars bear 4P/3 and −5P/3; their elongations are those forces times L/EA.
	const [tie, strut] = [((4 * P) / 3) * (4 / 200), ((-5 * P) / 3) * (5 / 500)];
	const x = simulation.positions(body);
	expect(x[6] - 4).toBeCloseTo(tie, 9);
	// The strut's elongation is 0.8 x + 0.6 y.
	expect(x[7]).toBeCloseTo((strut - 0.8 * tie) / 0.6, 9);
	expect(iterations).toBeLessThanOrEqual(2);
});

test("takes a rotation by φ for the compression 1 − cos φ", async () => {
	const phi = 0.3;
	const scene = new Scene({ gravity: [0, 0, 0] });
	const line = scene.add(
		cable.line(
			{ from: [0, 0, 0], to: [2, 0, 0], segments: 4 },
			{ spring: linearSpring({ axialStiffness: 7 }), linearDensity: 1 },
		),
	);
	line.place((x) => [x * Math.cos(phi), x * Math.sin(phi), 0]);
	const simulation = await simulate(scene);
	expect(simulation.energies().elastic).toBeCloseTo(
		0.5 * 7 * 2 * (1 - Math.cos(phi)) ** 2,
		12,
	);
});
