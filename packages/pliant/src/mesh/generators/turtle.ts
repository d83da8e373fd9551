import { requireOptions, requirePositive } from "../../checks.ts";
import type { Vector3 } from "../mesh.ts";
import type { FramedShape } from "./framedShape.ts";
import {
	ball,
	type Distance,
	ellipsoid,
	limb,
	smoothIntersection,
	smoothUnion,
	surfaceOfAbout,
} from "./implicitShape.ts";

export interface TurtleOptions {
	/** From head to tail [m]. Default 0.3. */
	readonly length?: number;
	/** About how many vertices the surface has. Default 6600, as in the paper's Table I. */
	readonly vertices?: number;
}

/** In units of its length: x forward, y up, z to its right. */
const frames = [
	{ name: "shell", position: [0, 0.16, 0] },
	{ name: "head", position: [0.43, 0.21, 0] },
	{ name: "front left leg", position: [0.26, 0.06, -0.27] },
	{ name: "front right leg", position: [0.26, 0.06, 0.27] },
	{ name: "back left leg", position: [-0.25, 0.06, -0.24] },
	{ name: "back right leg", position: [-0.25, 0.06, 0.24] },
	{ name: "tail", position: [-0.4, 0.085, 0] },
] as const;

/** A dome with the seams of its plates, a rim around it, and a flat belly. */
const shell: Distance = (() => {
	const dome = ellipsoid([0, 0.12, 0], [0.3, 0.21, 0.245]);
	const rim = ellipsoid([0, 0.125, 0], [0.36, 0.032, 0.3]);
	return (x, y, z) => {
		const radius = Math.sqrt(x * x + 1.5 * z * z);
		const outer = smoothStep((radius - 0.1) / 0.03);
		const seams = Math.max(
			seam((radius - 0.12) / 0.012),
			outer * seam((Math.sin(3 * Math.atan2(1.22 * z, x)) * radius) / 0.04),
		);
		const plates =
			dome(x, y, z) + 0.008 * seams * smoothStep((y - 0.17) / 0.04);
		const flat = smoothIntersection(plates, 0.09 - y, 0.03);
		return smoothUnion(flat, rim(x, y, z), 0.015);
	};
})();

/** A groove along where its argument is zero. */
const seam = (u: number) => 1 / (1 + u * u * u * u);

function smoothStep(u: number): number {
	const t = Math.min(Math.max(u, 0), 1);
	return t * t * (3 - 2 * t);
}

const head: Distance = (() => {
	const neck = limb([0.22, 0.13, 0], [0.4, 0.19, 0], [0.06, 0.05]);
	const skull = ellipsoid([0.43, 0.21, 0], [0.085, 0.065, 0.065]);
	const beak = ellipsoid([0.485, 0.195, 0], [0.035, 0.03, 0.04]);
	const eyes = [-1, 1].map((side) => ball([0.462, 0.238, side * 0.046], 0.02));
	return (x, y, z) => {
		let d = smoothUnion(neck(x, y, z), skull(x, y, z), 0.04);
		d = smoothUnion(d, beak(x, y, z), 0.02);
		for (const eye of eyes) d = smoothUnion(d, eye(x, y, z), 0.006);
		return d;
	};
})();

/** A thigh out of the shell, and a flipper in front or a foot behind. */
function leg(at: 1 | -1, side: 1 | -1): Distance {
	const hip: Vector3 = [at * 0.17, 0.11, side * 0.15];
	const knee: Vector3 = [at * 0.25, 0.075, side * 0.26];
	const thigh = limb(hip, knee, [0.06, 0.05]);
	const foot = ellipsoid(
		[at * 0.265 + 0.015, 0.035, side * 0.28],
		[0.06, 0.035, 0.048],
	);
	return (x, y, z) => smoothUnion(thigh(x, y, z), foot(x, y, z), 0.03);
}

const parts: readonly { readonly name: string; readonly distance: Distance }[] =
	[
		{ name: "shell", distance: shell },
		{ name: "head", distance: head },
		{ name: "front left leg", distance: leg(1, -1) },
		{ name: "front right leg", distance: leg(1, 1) },
		{ name: "back left leg", distance: leg(-1, -1) },
		{ name: "back right leg", distance: leg(-1, 1) },
		{
			name: "tail",
			distance: limb([-0.26, 0.11, 0], [-0.48, 0.065, 0], [0.05, 0.012]),
		},
	];

/**
 * A turtle that stands on y = 0 and looks along x (Fig. 8): a shell, a head, four legs and a tail, with a frame in each. Parts are named as
 * frames are; what lies inside the shell belongs to it.
 */
export function turtle(options: TurtleOptions = {}): FramedShape {
	requireOptions("turtle", options, ["length", "vertices"]);
	const { length = 0.3, vertices = 6600 } = options;
	requirePositive("turtle: length", length);
	const distance: Distance = (x, y, z) => {
		const [u, v, w] = [x / length, y / length, z / length];
		let d = shell(u, v, w);
		for (let i = 1; i < parts.length; i++)
			d = smoothUnion(d, parts[i].distance(u, v, w), 0.025);
		return d * length;
	};
	const partAt = (x: number, y: number, z: number) => {
		const [u, v, w] = [x / length, y / length, z / length];
		// On the surface of the shell points are inside up to rounding and fillets.
		if (shell(u, v, w) < 0.004) return "shell";
		let nearest = parts[1];
		for (const part of parts.slice(2))
			if (part.distance(u, v, w) < nearest.distance(u, v, w)) nearest = part;
		return nearest.name;
	};
	const scaled = (v: Vector3) => v.map((c) => c * length) as unknown as Vector3;
	return {
		surface: surfaceOfAbout("turtle", vertices, {
			distance,
			partAt,
			low: scaled([-0.5, -0.01, -0.34]),
			high: scaled([0.53, 0.34, 0.34]),
		}),
		frames: frames.map(({ name, position }) => ({
			name,
			position: scaled(position),
		})),
		partAt,
	};
}
