/**
 * Stiffness of springs along the edges of a mesh, by rule. The parts that the cells at an edge give it are added up.
 *
 *   constant           the same k for every edge
 *   constant-modulus   k = E₁/L: the same bar everywhere
 *   van-gelder         Van Gelder 1998, eq. 27; eq. 29 for ν = 0
 *   cotangent          k ∝ cot γ, for even expansion
 *   tetrahedral        Van Gelder 1998, eq. 30
 */

import { cellMeasure } from "../../mesh/measure.ts";
import {
	type CellKind,
	cellCount,
	cells,
	type Mesh,
	type Vector3,
	verticesPerCell,
} from "../../mesh/mesh.ts";
import { edgedKind, edgesOf } from "../../mesh/topology/edgesOf.ts";
import { edgeTopology } from "../../mesh/topology/edgeTopology.ts";
import {
	checkMaterial,
	type Material,
	type MaterialValue,
	type Parameters,
	positive,
} from "../parameters.ts";
import { axialStiffness } from "./spring.ts";
import type { StiffnessParts } from "./springNet.ts";
import {
	cotangentSprings,
	cotangentStiffness,
	tetrahedralSprings,
	tetrahedralStiffness,
	vanGelder,
	vanGelderStiffness,
} from "./springRules.ts";

const parametersOf = {
	constant: {
		stiffness: positive({
			unit: "N/m",
			meaning: "stiffness k of every spring",
			typical: 100,
		}),
	},
	"constant-modulus": { axialStiffness },
	"van-gelder": vanGelder.material,
	cotangent: cotangentSprings.material,
	tetrahedral: tetrahedralSprings.material,
} as const;

export type SpringRule = keyof typeof parametersOf;

export interface SpringStiffness {
	/** Stiffness k [N/m] of every edge of `edgesOf(mesh)`. */
	readonly stiffness: Float64Array;
	/** The same as EA = k·L [N], which the spring models take. */
	readonly axialStiffness: Float64Array;
}

/** A material value is one number, or one per cell (per edge for the constant rules). */
export function springStiffness<R extends SpringRule>(
	mesh: Mesh,
	rule: R,
	material: Material<(typeof parametersOf)[R]>,
): SpringStiffness {
	const parameters: Parameters | undefined = parametersOf[rule];
	if (!parameters)
		throw new Error(
			`springStiffness: there is no rule '${rule}'; there are ${Object.keys(parametersOf).join(", ")}`,
		);
	const values = checkMaterial(`springs by rule '${rule}'`, parameters, {
		...material,
	});
	const lengths = cellMeasure(edgesOf(mesh), "edge");
	const stiffness = stiffnessBy[rule](mesh, values, lengths);
	return {
		stiffness,
		axialStiffness: stiffness.map((k, edge) => k * lengths[edge]),
	};
}

type Values = Readonly<Record<string, MaterialValue>>;

const stiffnessBy: Readonly<
	Record<
		SpringRule,
		(mesh: Mesh, values: Values, lengths: Float64Array) => Float64Array
	>
> = {
	constant: (_, { stiffness }, lengths) =>
		lengths.map((_, edge) => valueAt(stiffness, edge)),
	"constant-modulus": (_, { axialStiffness }, lengths) =>
		lengths.map((length, edge) => valueAt(axialStiffness, edge) / length),
	"van-gelder": summed("triangle", vanGelderStiffness),
	cotangent: summed("triangle", cotangentStiffness),
	tetrahedral: summed("tetrahedron", tetrahedralStiffness),
};

const valueAt = (value: MaterialValue, index: number): number =>
	typeof value === "number" ? value : value[index];

function summed<M>(
	kind: CellKind & ("triangle" | "tetrahedron"),
	parts: StiffnessParts<M>,
) {
	return (mesh: Mesh, values: Values): Float64Array => {
		if (edgedKind(mesh) !== kind || cellCount(mesh, kind) === 0)
			throw new Error(
				`springStiffness: the rule is for meshes of ${kind} cells; this one has ${cellCount(mesh, "triangle")} triangles and ${cellCount(mesh, "tetrahedron")} tetrahedra`,
			);
		const { edges, cellEdges } = edgeTopology(mesh, kind);
		const stiffness = new Float64Array(edges.length / 2);
		const vertices = cells(mesh, kind);
		const size = verticesPerCell[kind];
		let place = 0;
		for (let cell = 0; cell * size < vertices.length; cell++) {
			const X = Array.from(
				vertices.subarray(cell * size, (cell + 1) * size),
				(v): Vector3 => {
					const [x, y, z] = mesh.positions.subarray(3 * v, 3 * v + 3);
					return [x, y, z];
				},
			);
			const own = Object.fromEntries(
				Object.entries(values).map(([name, value]) => [
					name,
					valueAt(value, cell),
				]),
			);
			for (const part of parts(X, own as M))
				stiffness[cellEdges[place++]] += part;
		}
		for (const [edge, k] of stiffness.entries())
			if (!(k > 0))
				throw new Error(
					`springStiffness: the edge between vertices ${edges[2 * edge]} and ${edges[2 * edge + 1]} would have the stiffness ${k} N/m, since the angles opposite it are too obtuse; flip it, improve the mesh, or take 'van-gelder' with a Poisson ratio of 0`,
				);
		return stiffness;
	};
}
