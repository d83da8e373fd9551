/** Strain and stress of cells, as symmetric tensors: xx, yy, zz, xy, yz, xz per cell. */
import { cellMeasure } from "../mesh/measure.ts";
import {
	type CellKind,
	cells,
	type Mesh,
	type Vector3,
	verticesPerCell,
} from "../mesh/mesh.ts";
import {
	edgeShapeGradients,
	hexahedronShapeGradients,
	restLength,
	subtract,
	tetrahedronShapeGradients,
	triangleAxes,
	triangleSpaceGradients,
} from "../models/geometry.ts";
import type { ElementSum } from "./elementSum.ts";
import { createEigenWorkspace, decomposeSymmetric } from "./symmetricEigen.ts";

/** Numbers per tensor, and the two axes of each. */
export const tensorSize = 6;
const tensorAxes = [
	[0, 0],
	[1, 1],
	[2, 2],
	[0, 1],
	[1, 2],
	[0, 2],
] as const;

const gaussPoints = 8;

/** Gradients [1/m] of the shape functions, in space, at each integration point. */
const shapeGradients: Readonly<
	Record<CellKind, (X: readonly Vector3[]) => Vector3[][]>
> = {
	edge: (X) => [edgeShapeGradients(X)],
	triangle: (X) => [triangleSpaceGradients(X)],
	tetrahedron: (X) => [tetrahedronShapeGradients(X)],
	hexahedron: (X) =>
		Array.from({ length: gaussPoints }, (_, sample) =>
			hexahedronShapeGradients(X, sample),
		),
};

/** Green's strain E = ½ (FᵀF − 1) of a mesh's cells in its rest coordinates; in the plane of triangles, along edges; a mean over hexahedra. */
export class GreenStrain {
	readonly values: Float64Array;
	private readonly mesh: Mesh;
	private readonly kind: CellKind;
	/** By cell, integration point, node and axis. */
	private readonly gradients: Float64Array;
	private readonly samples: number;

	constructor(mesh: Mesh, kind: CellKind) {
		this.mesh = mesh;
		this.kind = kind;
		const vertices = cells(mesh, kind);
		const nodes = verticesPerCell[kind];
		this.samples = kind === "hexahedron" ? gaussPoints : 1;
		this.values = new Float64Array((vertices.length / nodes) * tensorSize);
		this.gradients = new Float64Array(3 * this.samples * vertices.length);
		let end = 0;
		for (let at = 0; at < vertices.length; at += nodes) {
			const X = Array.from(vertices.subarray(at, at + nodes), (v) =>
				position(mesh, v),
			);
			for (const sample of shapeGradients[kind](X))
				for (const gradient of sample)
					for (const component of gradient) this.gradients[end++] = component;
		}
	}

	/** At positions x [m], xyz per vertex. */
	update(x: Float64Array): void {
		const { gradients, samples, values } = this;
		const vertices = cells(this.mesh, this.kind);
		const nodes = verticesPerCell[this.kind];
		const X = this.mesh.positions;
		// F by rows, and Σ X⊗∇N: the identity, or the projection onto a triangle's plane or an edge.
		const F = new Float64Array(9);
		const one = new Float64Array(9);
		let gradient = 0;
		values.fill(0);
		for (let cell = 0; cell * nodes < vertices.length; cell++)
			for (let sample = 0; sample < samples; sample++) {
				F.fill(0);
				one.fill(0);
				for (let node = 0; node < nodes; node++, gradient += 3) {
					const vertex = 3 * vertices[cell * nodes + node];
					for (let r = 0; r < 3; r++)
						for (let c = 0; c < 3; c++) {
							F[3 * r + c] += x[vertex + r] * gradients[gradient + c];
							one[3 * r + c] += X[vertex + r] * gradients[gradient + c];
						}
				}
				for (let k = 0; k < tensorSize; k++) {
					const [a, b] = tensorAxes[k];
					const product =
						F[a] * F[b] + F[3 + a] * F[3 + b] + F[6 + a] * F[6 + b];
					values[tensorSize * cell + k] +=
						(0.5 * (product - one[3 * a + b])) / samples;
				}
			}
	}
}

/** Elements of a body that are its cells themselves, among the groups of a sum. */
export interface CellElements {
	/** Index of the group. */
	readonly group: number;
	/** The cell of each element; undefined where they are in the same order. */
	readonly order: Uint32Array | undefined;
}

/** Calls a function with the gradient of every cell, once per integration point. */
function visitCells(
	elastic: ElementSum,
	parts: readonly CellElements[],
	each: (cell: number, sample: number, gradient: Float64Array) => void,
): void {
	elastic.visitGradients((group, element, samples, gradient) => {
		const part = parts.find((part) => part.group === group);
		if (!part) return;
		const place = Math.floor(element / samples);
		const cell = part.order ? part.order[place] : place;
		each(cell, element % samples, gradient);
	});
}

/** Adds the symmetric part of u⊗w to a tensor. */
function addSymmetric(
	out: Float64Array,
	cell: number,
	u: ArrayLike<number>,
	w: ArrayLike<number>,
): void {
	for (let k = 0; k < tensorSize; k++) {
		const [a, b] = tensorAxes[k];
		out[tensorSize * cell + k] += 0.5 * (u[a] * w[b] + u[b] * w[a]);
	}
}

function divideByMeasure(out: Float64Array, mesh: Mesh, kind: CellKind): void {
	const measures = cellMeasure(mesh, kind);
	const size = out.length / measures.length;
	for (let i = 0; i < out.length; i++) out[i] /= measures[Math.floor(i / size)];
}

/** Elements whose gradients make up the stress of a mesh's cells of one kind. */
export interface StressedCells {
	readonly elastic: ElementSum;
	readonly parts: readonly CellElements[];
	readonly kind: CellKind;
	readonly rest: Mesh;
	/** The same mesh at its present positions. */
	readonly now: Mesh;
}

/**
 * Cauchy's stress of cells, the mean over each: (1/v) Σ g⊗x over its nodes, where g is the gradient of its energy and v what it
 * measures now. It follows from virtual work for any energy. [Pa] in solids, [N/m] in sheets, [N] in cables.
 */
export function cauchyStress(
	{ elastic, parts, kind, now }: StressedCells,
	out: Float64Array,
): void {
	const vertices = cells(now, kind);
	const nodes = verticesPerCell[kind];
	out.fill(0);
	visitCells(elastic, parts, (cell, _, gradient) => {
		for (let node = 0; node < nodes; node++)
			addSymmetric(
				out,
				cell,
				gradient.subarray(3 * node),
				position(now, vertices[cell * nodes + node]),
			);
	});
	divideByMeasure(out, now, kind);
}

/** Numbers per tensor without symmetry. */
export const matrixSize = 9;

/** First Piola–Kirchhoff stress P by rows, present axes by rest axes: (1/V) Σ g⊗X, per what a cell measures at rest. */
export function firstPiolaStress(
	{ elastic, parts, kind, rest }: StressedCells,
	out: Float64Array,
): void {
	const vertices = cells(rest, kind);
	const nodes = verticesPerCell[kind];
	out.fill(0);
	visitCells(elastic, parts, (cell, _, gradient) => {
		for (let node = 0; node < nodes; node++) {
			const X = position(rest, vertices[cell * nodes + node]);
			for (let k = 0; k < matrixSize; k++)
				out[matrixSize * cell + k] +=
					gradient[3 * node + Math.floor(k / 3)] * X[k % 3];
		}
	});
	divideByMeasure(out, rest, kind);
}

/** Second Piola–Kirchhoff stress S = F⁻¹P in rest axes. F⁻¹ = Σ X⊗∇n with the shape gradients ∇n of the present shape. */
export function secondPiolaStress(
	{ elastic, parts, kind, rest, now }: StressedCells,
	out: Float64Array,
): void {
	const vertices = cells(rest, kind);
	const nodes = verticesPerCell[kind];
	const back = [0, 0, 0];
	out.fill(0);
	visitCells(elastic, parts, (cell, sample, gradient) => {
		const own = Array.from(vertices.subarray(cell * nodes, (cell + 1) * nodes));
		const X = own.map((v) => position(rest, v));
		const n = shapeGradients[kind](own.map((v) => position(now, v)))[sample];
		for (let node = 0; node < nodes; node++) {
			const [gx, gy, gz] = gradient.subarray(3 * node, 3 * node + 3);
			back.fill(0);
			for (const [i, [nx, ny, nz]] of n.entries()) {
				const share = nx * gx + ny * gy + nz * gz;
				for (let k = 0; k < 3; k++) back[k] += share * X[i][k];
			}
			addSymmetric(out, cell, back, X[node]);
		}
	});
	divideByMeasure(out, rest, kind);
}

export interface PrincipalStretches {
	/** Stretches per cell: 1 along edges, 2 in triangles, 3 in solids. */
	readonly count: number;
	/** `count` per cell, the largest first. */
	readonly values: Float64Array;
	/** Unit vectors at rest, xyz per value. */
	readonly directions: Float64Array;
}

/** Square roots of the eigenvalues of C = 2E + 1 by Green's strain E of cells, and its eigenvectors. */
export function principalStretches(
	mesh: Mesh,
	kind: CellKind,
	strain: Float64Array,
): PrincipalStretches {
	const vertices = cells(mesh, kind);
	const nodes = verticesPerCell[kind];
	const cellsCount = vertices.length / nodes;
	const count = kind === "edge" ? 1 : kind === "triangle" ? 2 : 3;
	const values = new Float64Array(count * cellsCount);
	const directions = new Float64Array(3 * values.length);
	const workspace = createEigenWorkspace(count);
	const C = new Float64Array(count * count);
	for (let cell = 0; cell < cellsCount; cell++) {
		const X = Array.from(
			vertices.subarray(cell * nodes, (cell + 1) * nodes),
			(v) => position(mesh, v),
		);
		const axes = cellAxes[kind](X);
		for (let a = 0; a < count; a++)
			for (let b = 0; b < count; b++) {
				let product = 0;
				for (let k = 0; k < tensorSize; k++) {
					const [r, c] = tensorAxes[k];
					const both =
						r === c
							? axes[a][r] * axes[b][c]
							: axes[a][r] * axes[b][c] + axes[a][c] * axes[b][r];
					product += strain[tensorSize * cell + k] * both;
				}
				C[count * a + b] = 2 * product + (a === b ? 1 : 0);
			}
		decomposeSymmetric(C, count, workspace);
		const order = axes
			.map((_, k) => k)
			.sort((j, k) => workspace.values[k] - workspace.values[j]);
		for (const [place, k] of order.entries()) {
			const at = count * cell + place;
			values[at] = Math.sqrt(Math.max(0, workspace.values[k]));
			for (let r = 0; r < 3; r++)
				directions[3 * at + r] = axes.reduce(
					(s, axis, a) => s + workspace.vectors[count * k + a] * axis[r],
					0,
				);
		}
	}
	return { count, values, directions };
}

const spaceAxes: readonly Vector3[] = [
	[1, 0, 0],
	[0, 1, 0],
	[0, 0, 1],
];

/** Orthonormal vectors that span a cell at rest. */
const cellAxes: Readonly<
	Record<CellKind, (X: readonly Vector3[]) => readonly Vector3[]>
> = {
	edge: ([a, b]) => {
		const length = restLength([a, b]);
		const [x, y, z] = subtract(b, a);
		return [[x / length, y / length, z / length]];
	},
	triangle: triangleAxes,
	tetrahedron: () => spaceAxes,
	hexahedron: () => spaceAxes,
};

function position({ positions }: Mesh, vertex: number): Vector3 {
	return [
		positions[3 * vertex],
		positions[3 * vertex + 1],
		positions[3 * vertex + 2],
	];
}
