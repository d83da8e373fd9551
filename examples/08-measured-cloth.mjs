// Three measurements with a ruler, a scale and a weight give the parameters of a cloth; a simulated pull checks them.
import { cloth, morleyBending, Scene, simulate, trbs } from "pliant";
import { fromCantilever } from "pliant/materials";

const strip = { width: 0.05, length: 0.2 }; // m
const arealDensity = 0.0016 / (strip.width * strip.length); // it weighs 1.6 g
const pull = (0.2 * 9.81) / strip.width; // 200 g hung from its lower edge, in N/m
const youngModulus2d = pull / (0.0013 / strip.length); // lengthen it by 1.3 mm
const bendingRigidity = fromCantilever({ overhang: 0.062, arealDensity });

const scene = new Scene({ gravity: [0, 0, 0] });
const shape = { size: [strip.width, strip.length], cells: [5, 20] };
const sheet = scene.add(
	cloth.grid(shape, {
		membrane: trbs({ youngModulus2d, poissonRatio: 0.2 }),
		bending: morleyBending({ bendingRigidity }),
		arealDensity,
	}),
);
sheet.pin(sheet.group("top"));
sheet.lineLoad(sheet.group("bottom"), [0, -pull, 0]);

const simulation = await simulate(scene);
simulation.solveStatics();

const lowest = sheet.nearest([strip.width / 2, 0, 0]);
export const elongation = -simulation.positions(sheet)[3 * lowest + 1];
console.info(
	`${youngModulus2d.toFixed(0)} N/m, ${bendingRigidity.toExponential(1)} N·m: ${(1000 * elongation).toFixed(2)} mm longer.`,
);
