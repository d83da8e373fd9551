/**
 * Shell bending: the energy of shellTriangle.ts over all triangles of a sheet, with a mid-edge rotation as an unknown of every edge.
 *
 * Rest shapes may be curved and stay at rest. Small deflections of flat sheets obey Morley's plate element. However much a sheet bends,
 * the energy does not notice rigid motion, and stretching alone does not bend it: what counts is the present second fundamental
 * form minus that of the rest shape, both in rest coordinates and measured with the rest metric. That is Koiter's shell, the thin limit of a solid
 * with St Venant–Kirchhoff's law: a strip stretched by λ and bent to curvature κ has ½ B (λ² κ)² per rest area.
 *
 * Triangles between three held vertices are clamps: at their edges the normal is theirs. A held edge alone is a hinge.
 */
import type { Mesh } from "../../../mesh/mesh.ts";
import { edgeTopology, requireManifoldEdges } from "../../../mesh/topology.ts";
import type { AppliedModel } from "../../elementModel.ts";
import type { MeshModel } from "../../meshModel.ts";
import {
	between,
	checkMaterial,
	type Material,
	type MaterialValue,
	positive,
} from "../../parameters.ts";
import { dampingTime } from "../hingeMaterial.ts";
import { shellTriangle } from "./shellTriangle.ts";

const parameters = {
	bendingRigidity: positive({
		unit: "N·m",
		meaning:
			"bending rigidity: moment per width over curvature, of a wide sheet",
		typical: 1e-4,
	}),
	poissonRatio: between(-1, 1, {
		unit: "1",
		meaning: "Poisson ratio of bending",
		typical: 0.3,
		default: 0,
	}),
	dampingTime,
};

const name = "shell-bending";

function apply(given: Material<typeof parameters>): AppliedModel {
	const material = checkMaterial(name, parameters, given);
	return {
		model: shellTriangle,
		material,
		prepare: (mesh, isHeld) => shellElements(mesh, isHeld, material),
	};
}

function shellElements(
	mesh: Mesh,
	isHeld: (vertex: number) => boolean,
	material: Readonly<Record<string, MaterialValue>>,
) {
	const { triangles } = mesh;
	const topology = edgeTopology(mesh, "triangle");
	requireManifoldEdges(name, topology);
	const { edges, cellEdges, edgeCells } = topology;
	const count = triangles.length / 3;
	const vertexCount = mesh.positions.length / 3;
	const isClamp = Uint8Array.from({ length: count }, (_, t) =>
		triangles.subarray(3 * t, 3 * t + 3).every(isHeld) ? 1 : 0,
	);
	const at = (edge: number) =>
		edgeCells.items.subarray(
			edgeCells.offsets[edge],
			edgeCells.offsets[edge + 1],
		);
	const innerNodes: number[] = [];
	/** The inner node of each edge; none where the normal is held. */
	const innerOf = new Int32Array(edges.length / 2).fill(-1);
	for (let edge = 0; edge < innerOf.length; edge++) {
		if (at(edge).some((t) => isClamp[t])) continue;
		innerOf[edge] = vertexCount + innerNodes.length / 2;
		innerNodes.push(edges[2 * edge], edges[2 * edge + 1]);
	}
	const elements = new Uint32Array(9 * count);
	const shares = [0, 1, 2].map(() => new Float64Array(count));
	const turns = [0, 1, 2].map(() => new Float64Array(count));
	for (let t = 0; t < count; t++) {
		const own = triangles.subarray(3 * t, 3 * t + 3);
		elements.set(own, 9 * t);
		for (let i = 0; i < 3; i++) {
			const edge = cellEdges[3 * t + i];
			const neighbour = at(edge).find((other) => other !== t);
			const inner = innerOf[edge];
			elements[9 * t + 3 + i] =
				neighbour === undefined
					? own[i]
					: triangles[cellEdges.indexOf(edge, 3 * neighbour)];
			// Where none is used, any node serves.
			elements[9 * t + 6 + i] = inner < 0 ? own[i] : inner;
			turns[i][t] = inner < 0 ? 0 : 1;
			if (neighbour === undefined || isClamp[t]) continue;
			shares[i][t] = isClamp[neighbour] ? 1 : 0.5;
		}
	}
	return {
		elements,
		innerNodes: Uint32Array.from(innerNodes),
		material: {
			...material,
			...Object.fromEntries(shares.map((values, i) => [`share${i}`, values])),
			...Object.fromEntries(turns.map((values, i) => [`turn${i}`, values])),
		},
	};
}

export const shellBending: MeshModel<typeof parameters> = Object.assign(apply, {
	modelName: name,
	about:
		"Bending of the rigidity asked for on every mesh, for curved rest shapes and stretched sheets, with a rotation at every edge.",
	source: "Grinspun, Gingold, Reisman and Zorin 2006, with Koiter's energy",
	domain: "hinge" as const,
	material: parameters,
});
