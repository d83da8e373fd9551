/** Strain and stress of cells, as symmetric tensors: xx, yy, zz, xy, yz, xz per cell. */
import { cellPositions, vertexPosition } from "../mesh/cellPositions.ts";
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
	tetrahedronShapeGradients,
	triangleSpaceGradients,
} from "../models/geometry.ts";
import type { VertexArrays } from "./elementGroup.ts";
import type { ElementSum } from "./elementSum.ts";

/** Numbers per tensor, and the two axes of each. */
export const tensorSize = 6;
export const tensorAxes = [
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
			const X = cellPositions(mesh, kind, at / nodes);
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
	{ elastic, at, parts }: StressedCells,
	each: (cell: number, sample: number, gradient: Float64Array) => void,
): void {
	elastic.visitGradients(at, (group, element, samples, gradient) => {
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
	/** The vertex arrays at which it is evaluated. */
	readonly at: VertexArrays;
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
export function cauchyStress(stressed: StressedCells, out: Float64Array): void {
	const { kind, now } = stressed;
	const vertices = cells(now, kind);
	const nodes = verticesPerCell[kind];
	out.fill(0);
	visitCells(stressed, (cell, _, gradient) => {
		for (let node = 0; node < nodes; node++)
			addSymmetric(
				out,
				cell,
				gradient.subarray(3 * node),
				vertexPosition(now, vertices[cell * nodes + node]),
			);
	});
	divideByMeasure(out, now, kind);
}

/** Numbers per tensor without symmetry. */
export const matrixSize = 9;

/** First Piola–Kirchhoff stress P by rows, present axes by rest axes: (1/V) Σ g⊗X, per what a cell measures at rest. */
export function firstPiolaStress(
	stressed: StressedCells,
	out: Float64Array,
): void {
	const { kind, rest } = stressed;
	const vertices = cells(rest, kind);
	const nodes = verticesPerCell[kind];
	out.fill(0);
	visitCells(stressed, (cell, _, gradient) => {
		for (let node = 0; node < nodes; node++) {
			const X = vertexPosition(rest, vertices[cell * nodes + node]);
			for (let k = 0; k < matrixSize; k++)
				out[matrixSize * cell + k] +=
					gradient[3 * node + Math.floor(k / 3)] * X[k % 3];
		}
	});
	divideByMeasure(out, rest, kind);
}

/** Second Piola–Kirchhoff stress S = F⁻¹P in rest axes. F⁻¹ = Σ X⊗∇n with the shape gradients ∇n of the present shape. */
export function secondPiolaStress(
	stressed: StressedCells,
	out: Float64Array,
): void {
	const { kind, rest, now } = stressed;
	const nodes = verticesPerCell[kind];
	const back = [0, 0, 0];
	out.fill(0);
	visitCells(stressed, (cell, sample, gradient) => {
		const X = cellPositions(rest, kind, cell);
		const n = shapeGradients[kind](cellPositions(now, kind, cell))[sample];
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
