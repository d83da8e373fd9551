/**
 * This library: E = 1 MPa, 1 mm.
 *   pliant.mjs defaults             with default settings
 *   pliant.mjs METHOD TOLERANCE     one Newton iteration per step, and how its linear system is solved
 *   pliant.mjs rest                 the sag at static equilibrium, which the others are compared with
 */
import { cloth, Scene, simulate } from "pliant";
import { linearBending, trbs } from "pliant/models";
import { depth, hang, mass, side } from "./hangingCloth.mjs";

const scene = new Scene();
const sheet = scene.add(
	cloth.grid(
		{ size: [1, 1], cells: [side - 1, side - 1], plane: "xz" },
		{
			membrane: trbs({ youngModulus2d: 1000, poissonRatio: 0.3 }),
			bending: linearBending({ bendingModulus: 9.2e-5 }),
			arealDensity: mass,
		},
	),
);
sheet.pin(sheet.corners("top"));

const [, , method, linearTolerance] = process.argv;
if (method === "rest") await rest();
else if (method === "defaults") await swing({});
else
	await swing({
		// As much work as other engines do in a step.
		...{ substeps: 1, newtonIterations: 1 },
		linear: { method },
		linearTolerance: Number(linearTolerance),
	});

async function swing(options) {
	const simulation = await simulate(scene, options);
	hang(
		() => simulation.step(),
		() => simulation.positions(sheet),
	);
}

/** Damped until it hardly moves, then the equilibrium itself: from a level sheet statics alone would not find it. */
async function rest() {
	const simulation = await simulate(scene, {
		damping: { mass: 2 },
	});
	await simulation.run({ seconds: 10 });
	simulation.solveStatics();
	console.info(JSON.stringify({ sag: depth(simulation.positions(sheet)) }));
}
