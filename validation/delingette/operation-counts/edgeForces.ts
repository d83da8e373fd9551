/**
 * Forces of TRBS as Delingette 2008 has them in section V-A: tensile coefficients are added up on edges, angular ones stay with the
 * triangles, and each term of an edge is computed once and applied to its ends with opposite signs. Operations are counted as they are carried out.
 */
import type { AppliedModel } from "pliant";
import { cellCount, edgeTopology, type Mesh, type Vector3 } from "pliant/mesh";
import { trbs } from "pliant/models";

export interface EdgeForces {
	/** [N], xyz per vertex. */
	readonly forces: Float64Array;
	readonly multiplications: number;
	readonly additions: number;
	readonly tensileSprings: number;
	readonly angularSprings: number;
}

/**
 * Where angular terms go: "forces" applies them triangle by triangle, as the paper says; "tensions" adds them to those of the edges first, so that
 * every edge is applied once.
 */
export type AngularTerms = "forces" | "tensions";

export function edgeForces(
	mesh: Mesh,
	{ material }: AppliedModel,
	x: Float64Array,
	angular: AngularTerms,
): EdgeForces {
	const { edges, cellEdges } = edgeTopology(mesh, "triangle");
	const springs = coefficients(mesh, material as never, cellEdges);
	const edgeCount = edges.length / 2;
	const forces = new Float64Array(x.length);
	let multiplications = 0;
	let additions = 0;
	const times = (a: number, b: number) => {
		multiplications++;
		return a * b;
	};
	const plus = (a: number, b: number) => {
		additions++;
		return a + b;
	};
	const directions: number[][] = [];
	const elongations: number[] = [];
	const tensions: number[] = [];
	for (let edge = 0; edge < edgeCount; edge++) {
		const [a, b] = edges.subarray(2 * edge, 2 * edge + 2);
		const d = [0, 1, 2].map((k) => plus(x[3 * b + k], -x[3 * a + k]));
		const [xx, yy, zz] = d.map((component) => times(component, component));
		directions.push(d);
		elongations.push(plus(plus(plus(xx, yy), zz), -springs.L2[edge]));
		tensions.push(times(springs.k[edge], elongations[edge]));
	}
	const pull = (edge: number, tension: number) => {
		for (let k = 0; k < 3; k++) {
			const force = times(tension, directions[edge][k]);
			const [a, b] = [3 * edges[2 * edge] + k, 3 * edges[2 * edge + 1] + k];
			forces[a] = plus(forces[a], force);
			forces[b] = plus(forces[b], -force);
		}
	};
	for (let t = 0; t < cellEdges.length; t += 3)
		for (let k = 0; k < 3; k++) {
			const [i, j] = [(k + 1) % 3, (k + 2) % 3];
			const tension = plus(
				times(springs.c[t + j], elongations[cellEdges[t + i]]),
				times(springs.c[t + i], elongations[cellEdges[t + j]]),
			);
			const edge = cellEdges[t + k];
			if (angular === "forces") pull(edge, tension);
			else tensions[edge] = plus(tensions[edge], tension);
		}
	for (let edge = 0; edge < edgeCount; edge++) pull(edge, tensions[edge]);
	return {
		forces,
		multiplications,
		additions,
		tensileSprings: springs.k.length,
		angularSprings: springs.c.length,
	};
}

/** Tensile coefficients k [N/m³] per edge, angular ones c per corner of each triangle. */
function coefficients(
	mesh: Mesh,
	material: Parameters<typeof trbs.rest>[0]["material"],
	cellEdges: Uint32Array,
) {
	const L2: number[] = [];
	const k: number[] = [];
	const c: number[] = [];
	for (let t = 0; t < cellCount(mesh, "triangle"); t++) {
		const X = Array.from(
			mesh.triangles.subarray(3 * t, 3 * t + 3),
			(v): Vector3 => [
				mesh.positions[3 * v],
				mesh.positions[3 * v + 1],
				mesh.positions[3 * v + 2],
			],
		);
		const own = trbs.rest({ X, material, sample: 0 }) as {
			L2: number[];
			k: number[];
			c: number[];
		};
		c.push(...own.c);
		for (let i = 0; i < 3; i++) {
			const edge = cellEdges[3 * t + i];
			L2[edge] = own.L2[i];
			k[edge] = (k[edge] ?? 0) + own.k[i];
		}
	}
	return { L2, k, c };
}
