/** Springs along the edges of triangles, with the stiffness of a rule. */
import {
	Body,
	edgeTopology,
	type Mesh,
	quadraticSpring,
	type Vector3,
} from "pliant";
import { modelNamed } from "./membranes.ts";

/** Stiffness [N/m] of each edge of a triangle, from its edge lengths [m] and area [m²]; edge i is opposite corner i. */
export type TriangleRule = (
	lengths: readonly number[],
	area: number,
) => readonly number[];

export interface SpringRule {
	readonly name: string;
	/** Of an edge alone; or parts from the triangles at the edge, which are summed. */
	readonly stiffness:
		| { readonly edge: (length: number) => number }
		| { readonly triangle: TriangleRule }
		| { readonly model: string };
}

export const constantRule: SpringRule = {
	name: "constant k",
	stiffness: { edge: () => 1 },
};
export const inverseLengthRule: SpringRule = {
	name: "k ~ 1/L",
	stiffness: { edge: (length) => 1 / length },
};
/** Eq. 29, by the library's own model. */
export const vanGelderRule: SpringRule = {
	name: "eq. 29",
	stiffness: { model: "van-gelder" },
};
/** Eq. 27 with ν = 1/3. The library's model refuses obtuse triangles that take stiffness away, whatever the neighbours give. */
export const vanGelderThirdRule: SpringRule = {
	name: "eq. 27, ν = 1/3",
	stiffness: {
		triangle: (L, area) =>
			cotangents(L, area).map(
				(cotangent, i) => (3 / 4) * (area / L[i] ** 2) + (3 / 16) * cotangent,
			),
	},
};
/** Also where a triangle is obtuse, as long as both triangles at an edge together give it some stiffness. */
export const cotangentRule: SpringRule = {
	name: "k ~ cot",
	stiffness: {
		triangle: cotangents,
	},
};

/** A body of the mesh's springs. */
export function springMesh(mesh: Mesh, { stiffness }: SpringRule): Body {
	const common = { massOn: "triangle", density: 1 } as const;
	if ("model" in stiffness) {
		const applied = modelNamed(stiffness.model)({ youngModulus2d: 1 });
		return new Body({ mesh, models: [applied], ...common });
	}
	const { edges, cellEdges } = edgeTopology(mesh, "triangle");
	const point = (v: number): Vector3 => [
		mesh.positions[3 * v],
		mesh.positions[3 * v + 1],
		mesh.positions[3 * v + 2],
	];
	const lengths = Array.from({ length: edges.length / 2 }, (_, e) => {
		const [a, b] = [point(edges[2 * e]), point(edges[2 * e + 1])];
		return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
	});
	const k = new Array<number>(lengths.length).fill(0);
	if ("edge" in stiffness)
		for (const [e, length] of lengths.entries()) k[e] = stiffness.edge(length);
	else
		for (let t = 0; t < cellEdges.length; t += 3) {
			const own = [...cellEdges.subarray(t, t + 3)];
			const L = own.map((e) => lengths[e]);
			for (const [i, part] of stiffness.triangle(L, heron(L)).entries())
				k[own[i]] += part;
		}
	return new Body({
		mesh: { ...mesh, edges },
		models: [
			quadraticSpring({ axialStiffness: k.map((k, e) => k * lengths[e]) }),
		],
		...common,
	});
}

function cotangents(L: readonly number[], area: number): number[] {
	return L.map((a, i) => {
		const [b, c] = [L[(i + 1) % 3], L[(i + 2) % 3]];
		return (b * b + c * c - a * a) / (4 * area);
	});
}

function heron([a, b, c]: readonly number[]): number {
	const s = (a + b + c) / 2;
	return Math.sqrt(s * (s - a) * (s - b) * (s - c));
}
