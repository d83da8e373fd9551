/** The built-in scene: a square of cloth, let go from a level position with two corners held. */
import {
	type Body,
	cloth,
	linearBending,
	Scene,
	type SimulationOptions,
	trbs,
} from "pliant";

/** Length of a side [m]. */
const side = 1;
/** Height of the held corners above the ground [m]. */
const pinHeight = 1.25;
/** How far the cloth is turned out of the level about the line of its pins [rad]: it falls all the same. */
const tilt = 0.12;
/** The waves it starts with, so that there is cloth for folds: their number and their steepest slope, as a sine. */
const waves = { count: 3, steepness: 0.35 };
/** A bump that keeps left and right from mirroring each other [m]. */
const bump = 0.004;

/** Cotton, roughly. */
const material = {
	/** [kg/m²] */
	arealDensity: 0.2,
	/** [N/m] */
	youngModulus2d: 1000,
	poissonRatio: 0.3,
	/** [s] */
	dampingTime: 0.002,
	/** [N·m] */
	bendingModulus: 3e-4,
};

/** Drag of the air, as damping of all motion [1/s]. */
const airDrag = 0.6;

export interface HangingCloth {
	readonly scene: Scene;
	readonly sheet: Body;
	/** The vertices that are held. */
	readonly pins: Uint32Array;
	/** Height of the held corners above the ground [m]. */
	readonly pinHeight: number;
	readonly settings: SimulationOptions;
	/** What it is made of, in words. */
	readonly description: string;
}

export function hangingCloth(cells: number): HangingCloth {
	const { arealDensity, youngModulus2d, poissonRatio } = material;
	const { dampingTime, bendingModulus } = material;
	const scene = new Scene();
	const sheet = cloth.grid(
		{
			size: [side, side],
			cells: [cells, cells],
			plane: "xz",
			origin: [-side / 2, pinHeight, -side],
		},
		{
			name: "cloth",
			arealDensity,
			membrane: trbs({ youngModulus2d, poissonRatio, dampingTime }),
			bending: linearBending({ bendingModulus }),
		},
	);
	scene.add(sheet);
	sheet.place((x, y, z) => {
		const [across, up] = wave(x);
		const raised = up + bump * Math.sin(5 * x + 1) * Math.sin(7 * z);
		return [
			across,
			y + z * Math.sin(tilt) + raised * Math.cos(tilt),
			z * Math.cos(tilt) - raised * Math.sin(tilt),
		];
	});
	const pins = sheet.corners("top");
	sheet.pin(pins);
	return {
		scene,
		sheet,
		pins,
		pinHeight,
		settings: {
			timeStep: 1 / 60,
			// Sag at 2 s: 0.942 m, and 0.943 m with steps converged to 1e-3, which take five times as long.
			newtonIterations: 1,
			damping: { mass: airDrag },
		},
		description: `TRBS membrane E = ${youngModulus2d} N/m, ν = ${poissonRatio}; linear bending μ = ${bendingModulus} N·m; ${arealDensity} kg/m²`,
	};
}

/** Where the point at arc length s from the middle lies on a line in waves [m]: cloth takes this shape without strain. */
function wave(s: number): [number, number] {
	const { count, steepness } = waves;
	const k = (2 * Math.PI * count) / side;
	const pieces = 32;
	let across = 0;
	for (let i = 0; i < pieces; i++) {
		const slope = steepness * Math.cos((k * s * (i + 0.5)) / pieces);
		across += (s / pieces) * Math.sqrt(1 - slope ** 2);
	}
	return [across, (steepness / k) * Math.sin(k * s)];
}
