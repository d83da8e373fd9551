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

export interface BunnyOptions {
	/** To the tips of the ears [m]. Default 0.2. */
	readonly height?: number;
	/** About how many vertices the surface has. Default 34000, as the paper's visual model; its collision model has 2500. */
	readonly vertices?: number;
}

export interface Bunny extends FramedShape {
	/** Middles of the left and the right ear [m], for frames that are added. */
	readonly ears: readonly [Vector3, Vector3];
}

/** An ear: a limb flattened along x, with a shallow hollow in front. */
function ear(side: 1 | -1): Distance {
	const flatness = 1.8;
	const blade = limb(
		[0.17 * flatness, 0.66, side * 0.06],
		[0.08 * flatness, 0.92, side * 0.12],
		[0.06, 0.07],
	);
	const hollow = limb(
		[0.215 * flatness, 0.76, side * 0.085],
		[0.155 * flatness, 0.9, side * 0.12],
		[0.05, 0.045],
	);
	return (x, y, z) =>
		smoothIntersection(
			blade(x * flatness, y, z),
			-hollow(x * flatness, y, z),
			0.04,
		) / flatness;
}

const body: Distance = (() => {
	const belly = ellipsoid([-0.05, 0.25, 0], [0.29, 0.24, 0.22]);
	const chest = ellipsoid([0.1, 0.34, 0], [0.16, 0.2, 0.16]);
	const tail = ball([-0.35, 0.24, 0], 0.07);
	const limbs = ([-1, 1] as const).flatMap((side) => [
		// Haunch, hind foot, fore paw.
		ellipsoid([-0.1, 0.18, side * 0.17], [0.16, 0.16, 0.09]),
		ellipsoid([-0.02, 0.04, side * 0.19], [0.15, 0.045, 0.06]),
		limb([0.17, 0.25, side * 0.09], [0.22, 0.045, side * 0.09], [0.055, 0.045]),
	]);
	return (x, y, z) => {
		let d = smoothUnion(belly(x, y, z), chest(x, y, z), 0.12);
		d = smoothUnion(d, tail(x, y, z), 0.02);
		for (const piece of limbs) d = smoothUnion(d, piece(x, y, z), 0.03);
		return smoothIntersection(d, -y, 0.02);
	};
})();

const head: Distance = (() => {
	const skull = ellipsoid([0.22, 0.57, 0], [0.14, 0.125, 0.12]);
	const muzzle = ellipsoid([0.33, 0.53, 0], [0.07, 0.06, 0.07]);
	const nose = ball([0.395, 0.55, 0], 0.018);
	const features = ([-1, 1] as const).flatMap((side) => [
		ball([0.29, 0.6, side * 0.095], 0.025),
		ellipsoid([0.3, 0.51, side * 0.055], [0.06, 0.05, 0.045]),
	]);
	return (x, y, z) => {
		let d = smoothUnion(skull(x, y, z), muzzle(x, y, z), 0.06);
		d = smoothUnion(d, nose(x, y, z), 0.012);
		for (const piece of features) d = smoothUnion(d, piece(x, y, z), 0.015);
		return d;
	};
})();

const ears = [ear(-1), ear(1)] as const;

/**
 * A rabbit that sits on y = 0 and looks along x (Fig. 1 and 4), with a frame in its body and one in its head. Parts: "body", "head", "left ear",
 * "right ear".
 */
export function bunny(options: BunnyOptions = {}): Bunny {
	requireOptions("bunny", options, ["height", "vertices"]);
	const { height = 0.2, vertices = 34000 } = options;
	requirePositive("bunny: height", height);
	const distance: Distance = (x, y, z) => {
		const [u, v, w] = [x / height, y / height, z / height];
		let d = smoothUnion(head(u, v, w), body(u, v, w), 0.07);
		for (const each of ears) d = smoothUnion(d, each(u, v, w), 0.025);
		return d * height;
	};
	const partAt = (x: number, y: number, z: number) => {
		const [u, v, w] = [x / height, y / height, z / height];
		const near = (of: Distance) => of(u, v, w);
		if (near(head) < 0.004 && near(head) < near(body)) return "head";
		const toEar = Math.min(...ears.map(near));
		if (toEar < near(body) && toEar < near(head))
			return w < 0 ? "left ear" : "right ear";
		return near(head) < near(body) ? "head" : "body";
	};
	const scaled = (v: Vector3) => v.map((c) => c * height) as unknown as Vector3;
	return {
		surface: surfaceOfAbout("bunny", vertices, {
			distance,
			partAt,
			low: scaled([-0.44, -0.02, -0.3]),
			high: scaled([0.44, 1.01, 0.3]),
		}),
		frames: [
			{ name: "body", position: scaled([-0.05, 0.25, 0]) },
			{ name: "head", position: scaled([0.23, 0.56, 0]) },
		],
		ears: [scaled([0.1, 0.84, -0.11]), scaled([0.1, 0.84, 0.11])],
		partAt,
	};
}
