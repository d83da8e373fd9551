// A sheet of cloth, one metre square, hangs from its two upper corners.
import { cloth, linearBending, Scene, simulate, trbs } from "pliant";

const scene = new Scene({ gravity: [0, -9.81, 0] });
const sheet = scene.add(
	cloth.grid(
		{ size: [1, 1], cells: [24, 24], plane: "xz" },
		{
			membrane: trbs({
				youngModulus2d: 1000,
				poissonRatio: 0.3,
				dampingTime: 0.01,
			}),
			bending: linearBending({ bendingModulus: 1e-4 }),
			arealDensity: 0.2,
		},
	),
);
sheet.pin(sheet.corners("top"));

const simulation = await simulate(scene, {
	timeStep: 1 / 60,
	newtonIterations: 1,
	damping: { mass: 2 },
});
await simulation.run({ seconds: 4 });

const heights = simulation.positions(sheet).filter((_, i) => i % 3 === 1);
export const depth = -Math.min(...heights);
console.info(`The lowest point hangs ${depth.toFixed(3)} m below the pins.`);
if (!(depth > 0.95 && depth < 1.05))
	throw new Error(`depth is ${depth} m; 0.95 to 1.05 m expected`);
