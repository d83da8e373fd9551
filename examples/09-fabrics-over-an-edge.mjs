// Strips of three fabrics are pushed 8 cm over the edge of a table: the stiffer in bending, the less they hang down.
import { cloth, fabric, Scene, simulate } from "pliant";

const scene = new Scene();
const strips = ["silk", "denim", "canvas"].map((name, i) => {
	const shape = {
		size: [0.08, 0.02],
		cells: [16, 4],
		diagonal: "crossed",
		plane: "xz",
		origin: [0, 0, 0.1 * i],
	};
	const strip = scene.add(cloth.grid(shape, { name, ...fabric(name) }));
	return strip.pin(strip.where((x) => x < 0.0051)); // the first two rows: clamped
});

const simulation = await simulate(scene, { damping: { mass: 10 } });
await simulation.run({ seconds: 3 });

export const [silk, denim, canvas] = strips.map((strip, i) => {
	const tip = strip.nearest([0.08, 0, 0.1 * i + 0.01]);
	return -simulation.positions(strip)[3 * tip + 1];
});
console.info(
	`The tips hang ${[silk, denim, canvas].map((h) => (1000 * h).toFixed(0)).join(", ")} mm below the edge.`,
);
