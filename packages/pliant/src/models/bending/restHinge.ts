/**
 * Two triangles (A, C, D) and (B, D, C) at rest, as plain numbers.
 *
 *        A          Heights h_A and h_B over the common edge CD of length l are those of the pair unfolded into one plane,
 *      /   \        so a rest shape may be curved. Lengths along the edge have signs, which keeps pairs right that
 *     C ─── D       are not convex.
 *      \   /
 *        B
 */
import type { Vector3 } from "../../mesh/mesh.ts";
import {
	crossProduct,
	dotProduct,
	restArea,
	restLength,
	subtract,
} from "../geometry.ts";
import { perpendicular } from "../warp.ts";

export interface RestHinge {
	/** Length of the common edge [m]. */
	readonly l: number;
	/** Heights of A and B over it [m]. */
	readonly hA: number;
	readonly hB: number;
	/** A, B, C and D unfolded into one plane [m]: along the edge from C on, and across it on the side of A. */
	readonly unfolded: readonly (readonly [number, number])[];
	/** What of A, B, C and D makes up the bending vector: Volino and Magnenat-Thalmann 2006, eqs 5 and 6, with signed areas. */
	readonly alpha: readonly [number][];
}

export function restHinge([A, B, C, D]: readonly Vector3[]): RestHinge {
	const l = restLength([C, D]);
	const along = (p: Vector3) =>
		dotProduct(subtract(p, C), subtract(D, C)) / l ** 2;
	const height = (p: Vector3) => (2 * restArea([p, C, D])) / l;
	const [hA, hB] = [height(A), height(B)];
	// Where the line AB crosses CD in the unfolded plane, as a fraction of CD from C: what C and D get of −1.
	const crossing = (hB * along(A) + hA * along(B)) / (hA + hB);
	return {
		l,
		hA,
		hB,
		unfolded: [
			[along(A) * l, hA],
			[along(B) * l, -hB],
			[0, 0],
			[l, 0],
		],
		alpha: [[hB / (hA + hB)], [hA / (hA + hB)], [crossing - 1], [-crossing]],
	};
}

/** Twice the area vectors of both triangles; they point to the side from which A, C, D go round counter-clockwise. */
const areaVectors = ([A, B, C, D]: readonly Vector3[]): [Vector3, Vector3] => [
	crossProduct(subtract(A, C), subtract(A, D)),
	crossProduct(subtract(B, D), subtract(B, C)),
];

/** By how much the triangles are folded [rad], positive where A and B lie on the side of the normals; `dihedralAngle` in numbers. */
export function restAngle(X: readonly Vector3[]): number {
	const [A, , C, D] = X;
	const [NA, NB] = areaVectors(X);
	return Math.atan2(
		restLength([C, D]) * dotProduct(subtract(A, C), NB),
		dotProduct(NA, NB),
	);
}

/** Angle [rad] of the edge from the warp, which lies in the pair as in a triangle (warp.ts), with the pair's mean normal. */
export function edgeAngle(X: readonly Vector3[], warpAngle: number): number {
	const [, , C, D] = X;
	const [NA, NB] = areaVectors(X);
	const sum: Vector3 = [NA[0] + NB[0], NA[1] + NB[1], NA[2] + NB[2]];
	const size = Math.hypot(...sum);
	const n: Vector3 = [sum[0] / size, sum[1] / size, sum[2] / size];
	const axis: Vector3 =
		Math.hypot(n[1], n[2]) > perpendicular ? [1, 0, 0] : [0, 1, 0];
	const edge = subtract(D, C);
	return (
		Math.atan2(
			dotProduct(crossProduct(axis, edge), n),
			// The edge is perpendicular to n, so only the axis' part in the plane counts.
			dotProduct(axis, edge),
		) - warpAngle
	);
}
