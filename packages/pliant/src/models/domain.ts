/** What a model's elements are made of: which vertices of a mesh, and an element to try a model on. */

import { localEdges } from "../mesh/cellShape.ts";
import type { CellKind, Mesh, Vector3 } from "../mesh/mesh.ts";
import { hinges, rectangles } from "../mesh/topology.ts";

export type DomainName =
	| "edge"
	| "pair"
	| "triangle"
	| "rectangle"
	| "hinge"
	| "star"
	| "patch"
	| "joint"
	| "strut"
	| "tetrahedron"
	| "quadratic-tetrahedron"
	| "hexahedron"
	| "quadratic-hexahedron";

export interface Domain {
	/** Vertices per element. */
	readonly nodes: number;
	/** The cells of a mesh that its elements are made of. */
	readonly cells: CellKind;
	/** The vertices of all such elements of a mesh. */
	readonly elements: (mesh: Mesh) => Uint32Array;
	/** Rest positions [m] of a well-shaped, asymmetric element. */
	readonly example: readonly Vector3[];
	/** Nodes that are no vertices (`AppliedModel.prepare`), the last ones of an element: between which two others each of them is at rest. */
	readonly inner?: readonly (readonly [number, number])[];
	/** Whether they are where a model puts them, beside the middle. */
	readonly placesInner?: true;
	/**
	 * For cells with nodes in the middle of edges: what the corners of a cell have of its mass, while the others share the rest. In proportion
	 * to ∫N², so that all are positive.
	 */
	readonly cornerMass?: number;
}

const tetrahedronExample: readonly Vector3[] = [
	[0, 0, 0],
	[1, 0.1, 0],
	[0.2, 0.9, 0.1],
	[0.3, 0.2, 0.8],
];

const hexahedronExample: readonly Vector3[] = [
	[0, 0, 0],
	[1, 0.1, 0],
	[1.1, 1, 0.1],
	[0, 0.9, 0],
	[0.1, 0, 1],
	[1, 0, 0.9],
	[1, 1.1, 1],
	[0, 1, 1.1],
];

/** A cell with nodes in the middle of its edges. */
function quadratic(
	kind: "tetrahedron" | "hexahedron",
	corners: readonly Vector3[],
	cornerMass: number,
): Domain {
	const inner = localEdges[kind].map(([a, b]): readonly [number, number] => [
		a,
		b,
	]);
	const middle = ([a, b]: readonly [number, number]): Vector3 => {
		const [p, q] = [corners[a], corners[b]];
		return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2];
	};
	return {
		nodes: corners.length + inner.length,
		cells: kind,
		elements: () => new Uint32Array(0),
		example: [...corners, ...inner.map(middle)],
		inner,
		cornerMass,
	};
}

export const domains: Readonly<Record<DomainName, Domain>> = {
	edge: {
		nodes: 2,
		cells: "edge",
		elements: (mesh) => mesh.edges,
		example: [
			[0.1, 0.2, -0.1],
			[0.7, 0.5, 0.3],
		],
	},
	/** Two vertices that need no edge between them: such models find their own (`AppliedModel.prepare`). */
	pair: {
		nodes: 2,
		cells: "triangle",
		elements: () => new Uint32Array(0),
		example: [
			[0.1, 0.2, -0.1],
			[0.7, 0.5, 0.3],
		],
	},
	triangle: {
		nodes: 3,
		cells: "triangle",
		elements: (mesh) => mesh.triangles,
		example: [
			[0, 0, 0],
			[0.9, 0.1, 0],
			[0.3, 0.8, 0],
		],
	},
	/** Two triangles with their longest edge in common, the diagonal, in the order around them. */
	rectangle: {
		nodes: 4,
		cells: "triangle",
		elements: (mesh) => rectangles(mesh),
		example: [
			[0, 0, 0],
			[1, 0.1, 0],
			[0.9, 1.1, 0],
			[-0.1, 0.9, 0],
		],
	},
	/** Two triangles (A, C, D) and (B, D, C) with the edge CD in common, in the order A, B, C, D. */
	hinge: {
		nodes: 4,
		cells: "triangle",
		elements: (mesh) => hinges(mesh),
		example: [
			[0.4, 0.7, 0],
			[0.5, -0.6, 0],
			[0, 0, 0],
			[1, 0.1, 0],
		],
	},
	/** A triangle, and the vertices of its neighbours opposite its own: such models find theirs (`AppliedModel.prepare`). */
	star: {
		nodes: 6,
		cells: "triangle",
		elements: () => new Uint32Array(0),
		example: [
			[0, 0, 0],
			[0.9, 0.1, 0],
			[0.3, 0.8, 0],
			[1.1, 0.9, 0],
			[-0.5, 0.6, 0],
			[0.5, -0.7, 0],
		],
	},
	/** A triangle, the vertices of its neighbours opposite its own, and inner nodes on the edges opposite them. */
	patch: {
		nodes: 9,
		cells: "triangle",
		elements: () => new Uint32Array(0),
		example: [
			[0, 0, 0],
			[0.9, 0.1, 0],
			[0.3, 0.8, 0],
			[1.1, 0.9, 0],
			[-0.5, 0.6, 0],
			[0.5, -0.7, 0],
			[0.6, 0.45, 0],
			[0.15, 0.4, 0],
			[0.45, 0.05, 0],
		],
		inner: [
			[1, 2],
			[2, 0],
			[0, 1],
		],
	},
	/** Three vertices of a chain of edges, and inner nodes beside the middles of its two edges. */
	joint: {
		nodes: 5,
		cells: "edge",
		elements: () => new Uint32Array(0),
		example: [
			[0, 0, 0],
			[0.5, 0.1, 0],
			[0.9, 0.2, 0.2],
			[0.2, 0.35, 0.05],
			[0.6, 0.4, 0.15],
		],
		inner: [
			[0, 1],
			[1, 2],
		],
		placesInner: true,
	},
	tetrahedron: {
		nodes: 4,
		cells: "tetrahedron",
		elements: (mesh) => mesh.tetrahedra,
		example: tetrahedronExample,
	},
	"quadratic-tetrahedron": quadratic("tetrahedron", tetrahedronExample, 1 / 9),
	/** Two vertices of a hexahedron: such models find their own (`AppliedModel.prepare`). */
	strut: {
		nodes: 2,
		cells: "hexahedron",
		elements: () => new Uint32Array(0),
		example: [
			[0.1, 0.2, -0.1],
			[0.7, 0.5, 0.3],
		],
	},
	hexahedron: {
		nodes: 8,
		cells: "hexahedron",
		elements: (mesh) => mesh.hexahedra,
		example: hexahedronExample,
	},
	"quadratic-hexahedron": quadratic("hexahedron", hexahedronExample, 7 / 31),
};
