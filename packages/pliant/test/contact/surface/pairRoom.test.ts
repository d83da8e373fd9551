/** Pairs of triangles that may touch can be so many that there is no room for them: then the step fails as others do. */
import { expect, it } from "vitest";
import {
	cloth,
	Scene,
	SimulationError,
	simulate,
	trbs,
} from "../../../src/index.ts";
import { createRandom } from "../../../src/mesh/generators/random.ts";

const inside = (simulation: unknown) =>
	simulation as {
		readonly scene: {
			surfaces: {
				contact: { candidates: { search: { arena: { left: number } } } };
			};
		};
	};

/** A sheet whose vertices fly in all directions, with room for so many bytes of pairs. */
async function scattering(speed: number, room: number) {
	const scene = new Scene({
		gravity: [0, 0, 0],
		contact: { thickness: 1e-3 },
	});
	const membrane = trbs({ youngModulus2d: 300, poissonRatio: 0.3 });
	const sheet = scene.add(
		cloth.grid({ cells: [10, 10] }, { membrane, arealDensity: 0.2 }),
	);
	const random = createRandom(1);
	const part = () => speed * (random() - 0.5);
	sheet.launch(() => [part(), part(), part()]);
	// Only implicit Euler takes so much motion in one substep.
	const simulation = await simulate(scene, {
		timeStep: 1 / 20,
		substeps: 1,
		integrator: "implicit-euler",
	});
	inside(simulation).scene.surfaces.contact.candidates.search.arena.left = room;
	return simulation;
}

it("a step without room for its pairs is taken in shorter substeps", async () => {
	const simulation = await scattering(10, 1e6);
	const { converged, substeps } = simulation.step();
	expect(converged).toBe(true);
	expect(substeps).toBeGreaterThan(1);
	const roomy = await scattering(10, 1e8);
	expect(roomy.step().substeps).toBe(1);
});

it("where shorter substeps do not help the error says why, and nothing has happened", async () => {
	const simulation = await scattering(200, 1e5);
	const before = simulation.checkpoint();
	const fail = () => simulation.step();
	expect(fail).toThrow(SimulationError);
	expect(fail).toThrow(
		/^step 1 at 0\.00000 s failed: so many triangles are near .* no room for the pairs of them; halving its substeps 6 times did not help\. Use a shorter time step, .* of body "body 1"/,
	);
	expect(simulation.checkpoint()).toEqual(before);
});
