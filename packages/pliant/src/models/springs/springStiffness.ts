/**
 * Stiffness of springs along the edges of a mesh, by rule. The parts that the cells at an edge give it are added up.
 *
 *   constant           the same k for every edge
 *   constant-modulus   k = EA/L: the same bar everywhere
 *   van-gelder         Van Gelder 1998, eq. 27; eq. 29 for ν = 0
 *   cotangent          k ∝ cot γ, for even expansion
 *   tetrahedral        Van Gelder 1998, eq. 30
 */
import { requireMesh } from "../../checks.ts";
import { cellPositions } from "../../mesh/cellPositions.ts";
import { cellMeasure } from "../../mesh/measure.ts";
import { type CellKind, cellCount, type Mesh } from "../../mesh/mesh.ts";
import { edgesOf } from "../../mesh/topology/edgesOf.ts";
import { edgeTopology } from "../../mesh/topology/edgeTopology.ts";
import { restLength } from "../geometry.ts";
import {
	checkMaterial,
	type Material,
	type MaterialValue,
	type Parameters,
	positive,
} from "../parameters.ts";
import { axialStiffness } from "./spring.ts";
import { rounding, type StiffnessParts } from "./springNet.ts";
import {
	cotangentSprings,
	cotangentStiffness,
	tetrahedralSprings,
	tetrahedralStiffness,
	vanGelder,
	vanGelderStiffness,
} from "./springRules.ts";

const stiffness = positive({
	unit: "N/m",
	meaning: "stiffness k of every spring",
	typical: 100,
});

const materials = {
	constant: { stiffness },
	"constant-modulus": { axialStiffness },
	"van-gelder": {
		youngModulus2d: vanGelder.material.youngModulus2d,
		poissonRatio: vanGelder.material.poissonRatio,
	},
	cotangent: { youngModulus2d: cotangentSprings.material.youngModulus2d },
	tetrahedral: { youngModulus: tetrahedralSprings.material.youngModulus },
} as const;

export type SpringRule = keyof typeof materials;

interface Rule {
	/** The cells that give edges their parts. */
	readonly kind: CellKind;
	readonly parts: StiffnessParts<never>;
}

const rules: Readonly<Record<SpringRule, Rule>> = {
	constant: {
		kind: "edge",
		parts: (_, material: { stiffness: number }) => [material.stiffness],
	},
	"constant-modulus": {
		kind: "edge",
		parts: (X, material: { axialStiffness: number }) => [
			material.axialStiffness / restLength(X),
		],
	},
	"van-gelder": { kind: "triangle", parts: vanGelderStiffness },
	cotangent: { kind: "triangle", parts: cotangentStiffness },
	tetrahedral: { kind: "tetrahedron", parts: tetrahedralStiffness },
};

export interface SpringStiffness {
	/** Stiffness k [N/m] of every edge of `edgesOf(mesh)`. */
	readonly stiffness: Float64Array;
	/** The same as EA = k·L [N], which the spring models take. */
	readonly axialStiffness: Float64Array;
}

/** A material value is one number, or one per cell; per edge for the constant rules. */
export function springStiffness<R extends SpringRule>(
	mesh: Mesh,
	rule: R,
	material: Material<(typeof materials)[R]>,
): SpringStiffness {
	requireMesh("springStiffness", mesh);
	const parameters: Parameters | undefined = materials[rule];
	if (!parameters)
		throw new Error(
			`springStiffness: there is no rule '${rule}'; there are ${Object.keys(materials).join(", ")}`,
		);
	const owner = `springs by the rule '${rule}'`;
	const values = checkMaterial(owner, parameters, material);
	const net = edgesOf(mesh);
	const { kind } = rules[rule];
	const count = cellCount(net, kind);
	for (const [name, value] of Object.entries(values))
		if (typeof value !== "number" && value.length !== count)
			throw new Error(
				`${owner}: ${name} has ${value.length} values; give one number, or one for each ${kind}, of which there are ${count}`,
			);
	const stiffness = summedStiffness(net, owner, rules[rule], values);
	const lengths = cellMeasure(net, "edge");
	return { stiffness, axialStiffness: stiffness.map((k, i) => k * lengths[i]) };
}

function summedStiffness(
	net: Mesh,
	owner: string,
	{ kind, parts }: Rule,
	values: Readonly<Record<string, MaterialValue>>,
): Float64Array {
	const { edges, cellEdges } = edgeTopology(net, kind);
	if (edges.length === 0 || edges.length !== net.edges.length)
		throw new Error(
			`${owner}: it takes a mesh whose edges are those of ${kind} cells; this one has ${cellCount(net, "triangle")} triangles and ${cellCount(net, "tetrahedron")} tetrahedra`,
		);
	const stiffness = new Float64Array(edges.length / 2);
	let place = 0;
	for (let cell = 0; cell < cellCount(net, kind); cell++) {
		const material = Object.fromEntries(
			Object.entries(values).map(([name, value]) => [
				name,
				typeof value === "number" ? value : value[cell],
			]),
		);
		for (const part of parts(cellPositions(net, kind, cell), material as never))
			stiffness[cellEdges[place++]] += part;
	}
	const least = rounding * stiffness.reduce((most, k) => Math.max(most, k), 0);
	for (const [edge, k] of stiffness.entries())
		if (!(k > least))
			throw new Error(
				`${owner}: the edge between vertices ${edges[2 * edge]} and ${edges[2 * edge + 1]} would have the stiffness ${k} N/m, since the angles opposite it are too large; flip it, improve the mesh, or take 'van-gelder' with a Poisson ratio of 0`,
			);
	return stiffness;
}
