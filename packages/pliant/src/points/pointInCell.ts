/** The point of a mesh at, or nearest to, a rest position: as a combination of the vertices of a cell. */
import {
	type CellKind,
	cells,
	type Mesh,
	type Vector3,
	verticesPerCell,
} from "../mesh/mesh.ts";

export interface PointInCell {
	readonly vertices: readonly number[];
	/** They sum to one; none is negative. */
	readonly weights: readonly number[];
	/** How far the position is from the point [m]. */
	readonly distance: number;
}

/** Newton's steps to the weights in a cell; simplices take one, hexahedra a few. */
const mostSteps = 20;

export function pointInCell(
	mesh: Mesh,
	kind: CellKind,
	position: Vector3,
): PointInCell {
	const nodes = verticesPerCell[kind];
	const all = cells(mesh, kind);
	let best: PointInCell | undefined;
	for (let first = 0; first < all.length; first += nodes) {
		const vertices = Array.from(all.subarray(first, first + nodes));
		const corners = vertices.map((v) =>
			mesh.positions.subarray(3 * v, 3 * v + 3),
		);
		if (best && boxDistance(corners, position) > best.distance) continue;
		const weights = nearestWeights(kind, corners, position);
		const distance = Math.hypot(
			...[0, 1, 2].map(
				(k) =>
					position[k] -
					corners.reduce((sum, c, n) => sum + weights[n] * c[k], 0),
			),
		);
		if (!best || distance < best.distance)
			best = { vertices, weights, distance };
	}
	if (!best) throw new Error(`its mesh has no ${kind} cells`);
	return best;
}

function boxDistance(corners: readonly Float64Array[], p: Vector3): number {
	return Math.hypot(
		...[0, 1, 2].map((k) => {
			const values = corners.map((c) => c[k]);
			return Math.max(
				0,
				Math.min(...values) - p[k],
				p[k] - Math.max(...values),
			);
		}),
	);
}

/** Weights of corners as functions of local coordinates in [0, 1]. */
function shape(kind: CellKind, [a, b = 0, c = 0]: readonly number[]): number[] {
	if (kind === "edge") return [1 - a, a];
	if (kind === "triangle") return [1 - a - b, a, b];
	if (kind === "tetrahedron") return [1 - a - b - c, a, b, c];
	// In VTK order: each face goes round.
	const round = (x: number, y: number) => [
		(1 - x) * (1 - y),
		x * (1 - y),
		x * y,
		(1 - x) * y,
	];
	return [
		...round(a, b).map((w) => w * (1 - c)),
		...round(a, b).map((w) => w * c),
	];
}

/** Brings local coordinates into the cell. */
function clamp(kind: CellKind, local: readonly number[]): number[] {
	const inside = local.map((c) => Math.min(1, Math.max(0, c)));
	const sum = inside.reduce((s, c) => s + c, 0);
	const isSimplex = kind === "triangle" || kind === "tetrahedron";
	return isSimplex && sum > 1 ? inside.map((c) => c / sum) : inside;
}

/** By projected Newton steps on the squared distance from local coordinates in the middle. */
function nearestWeights(
	kind: CellKind,
	corners: readonly Float64Array[],
	position: Vector3,
): number[] {
	const dimensions = { edge: 1, triangle: 2, tetrahedron: 3, hexahedron: 3 };
	const size = dimensions[kind];
	let local = new Array<number>(size).fill(
		kind === "tetrahedron" ? 0.25 : 1 / 3,
	);
	const at = (coordinates: readonly number[]) => {
		const weights = shape(kind, coordinates);
		return [0, 1, 2].map((k) =>
			corners.reduce((sum, c, n) => sum + weights[n] * c[k], 0),
		);
	};
	for (let step = 0; step < mostSteps; step++) {
		const x = at(local);
		// Shapes are linear in each coordinate, so differences are derivatives.
		const columns = local.map((_, i) => {
			const [high, low] = [1, 0].map((end) =>
				at(local.map((c, j) => (i === j ? end : c))),
			);
			return high.map((c, k) => c - low[k]);
		});
		const gap = position.map((c, k) => c - x[k]);
		const dot = (u: readonly number[], v: readonly number[]) =>
			u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
		const by = solveSmall(
			columns.map((u) => columns.map((v) => dot(u, v))),
			columns.map((u) => dot(u, gap)),
		);
		const next = clamp(
			kind,
			local.map((c, i) => c + by[i]),
		);
		const moved = Math.max(...next.map((c, i) => Math.abs(c - local[i])));
		local = next;
		if (moved < 1e-14) break;
	}
	return shape(kind, local);
}

/** Gauss elimination of a system of up to three unknowns. */
function solveSmall(A: number[][], b: number[]): number[] {
	const n = b.length;
	for (let i = 0; i < n; i++)
		for (let r = i + 1; r < n; r++) {
			const factor = A[r][i] / A[i][i];
			for (let c = i; c < n; c++) A[r][c] -= factor * A[i][c];
			b[r] -= factor * b[i];
		}
	for (let i = n - 1; i >= 0; i--) {
		for (let c = i + 1; c < n; c++) b[i] -= A[i][c] * b[c];
		b[i] /= A[i][i];
	}
	return b;
}
