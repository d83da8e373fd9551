/** This library, for comparison: E = 1 MPa, 1 mm, one Newton iteration per step. */
import {
	cloth,
	linearBending,
	Scene,
	simulate,
	trbs,
} from "../../packages/pliant/dist/index.js";
import { hang, mass, side, timeStep } from "./hangingCloth.mjs";

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
// Without an argument as the library chooses; otherwise so many iterations of conjugate gradients.
const [, , iterations] = process.argv;
const simulation = await simulate(scene, {
	timeStep,
	newtonIterations: 1,
	linear: iterations
		? { method: "conjugate-gradient", maxIterations: Number(iterations) }
		: {},
});

hang(
	() => simulation.step(),
	() => simulation.positions(sheet),
);
