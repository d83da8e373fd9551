// A sheet of cloth, one metre square, is let go from a level position and hangs from its two upper corners.
import { cloth, Scene, simulate, trbs } from "pliant";

const scene = new Scene({ gravity: [0, -9.81, 0] });
const membrane = trbs({ youngModulus2d: 1000, poissonRatio: 0.3 });
const shape = { size: [1, 1], cells: [24, 24], plane: "xz" };
const sheet = scene.add(cloth.grid(shape, { membrane, arealDensity: 0.2 }));
sheet.pin(sheet.corners("top"));

const simulation = await simulate(scene, { damping: { mass: 2 } });
await simulation.run({ seconds: 3 });

const heights = simulation.positions(sheet).filter((_, i) => i % 3 === 1);
export const depth = -Math.min(...heights);
console.info(`The lowest point hangs ${depth.toFixed(3)} m below the pins.`);
