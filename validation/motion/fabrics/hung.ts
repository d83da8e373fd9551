/** Square sheets of fabric that are held by an edge or by two corners and let go level. */
import { cloth, fabric, Scene, type Simulation } from "pliant";
import { mean } from "../bodies.ts";

export const fabricNames = ["silk", "cotton", "denim", "jersey"] as const;
export type FabricName = (typeof fabricNames)[number];

export const holds = ["edge", "corners"] as const;
export type Hold = (typeof holds)[number];

/** Side of the sheets [m], and how long they are watched [s], with how many measurements a second. */
export const sheet = { size: 0.5, cells: 10, seconds: 1.5, rate: 60 };

/** A sheet, and what is measured of it: mean offset from what holds it and mean height [m]. */
export function hung(name: FabricName, hold: Hold) {
	const { size, cells } = sheet;
	const scene = new Scene();
	const body = scene.add(
		cloth.grid(
			{ size: [size, size], cells: [cells, cells], plane: "xz" },
			{ ...fabric(name) },
		),
	);
	const isHeld = (x: number, _: number, z: number) =>
		x < 1e-9 && (hold === "edge" || z < 1e-9 || z > size - 1e-9);
	body.pin(body.where(isHeld));
	const measure = (simulation: Simulation) => {
		const positions = simulation.positions(body);
		return { offset: mean(positions, 0), height: mean(positions, 1) };
	};
	return { scene, measure };
}
