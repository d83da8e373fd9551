/** Principal directions of strain as short lines: in triangles the larger of two, in solids that of cells at the surface. */
import type { Body, Simulation } from "pliant";
import { boundaryFaces, cells, verticesPerCell } from "pliant/mesh";

/** More lines than these are no longer told apart. */
const most = 1500;

export interface PrincipalLines {
	/** Two ends of each line [m]. */
	readonly ends: number[];
	/** The largest principal strain, stretch − 1, of each. */
	readonly strains: number[];
}

export function principalLines(
	simulation: Simulation,
	body: Body,
): PrincipalLines {
	const { massOn, mesh } = body;
	const lines: PrincipalLines = { ends: [], strains: [] };
	if (massOn === "edge" || body.skin) return lines;
	const { count, values, directions } = simulation.principalStretches(body);
	const all = cells(mesh, massOn);
	const size = verticesPerCell[massOn];
	const shown = surfaceCells(body);
	const stride = Math.ceil(shown.length / most);
	const x = simulation.positions(body);
	for (let i = 0; i < shown.length; i += stride) {
		const cell = shown[i];
		const corners = all.subarray(size * cell, size * (cell + 1));
		const N = directions.subarray(3 * count * cell, 3 * count * cell + 3);
		const way = pushed(mesh.positions, x, edgesOf(corners, massOn), N);
		const length = 0.35 * meanEdge(x, corners);
		const norm = Math.hypot(...way) || 1;
		for (const sign of [-1, 1])
			for (let k = 0; k < 3; k++) {
				const centre = corners.reduce((sum, v) => sum + x[3 * v + k], 0) / size;
				lines.ends.push(centre + (sign * length * way[k]) / norm);
			}
		lines.strains.push(values[count * cell] - 1);
	}
	return lines;
}

/** Cells with a face at the surface; all triangles. */
function surfaceCells({ massOn, mesh }: Body): number[] {
	const all = cells(mesh, massOn);
	const size = verticesPerCell[massOn];
	const numbers = Array.from({ length: all.length / size }, (_, i) => i);
	if (massOn !== "tetrahedron" && massOn !== "hexahedron") return numbers;
	const outer = new Set(boundaryFaces(mesh, massOn));
	const needed = massOn === "tetrahedron" ? 3 : 4;
	return numbers.filter((cell) => {
		let count = 0;
		for (let v = size * cell; v < size * (cell + 1); v++)
			if (outer.has(all[v])) count++;
		return count >= needed;
	});
}

/** Edges from the first corner that span a cell. */
function edgesOf(
	corners: Uint32Array,
	kind: "triangle" | "tetrahedron" | "hexahedron",
): [from: number, to: number][] {
	const others =
		kind === "triangle"
			? [1, 2]
			: kind === "tetrahedron"
				? [1, 2, 3]
				: [1, 3, 4];
	return others.map((i) => [corners[0], corners[i]]);
}

function meanEdge(x: Float64Array, corners: Uint32Array): number {
	let sum = 0;
	for (let i = 0; i < corners.length; i++) {
		const [a, b] = [corners[i], corners[(i + 1) % corners.length]];
		sum += Math.hypot(...[0, 1, 2].map((k) => x[3 * a + k] - x[3 * b + k]));
	}
	return sum / corners.length;
}

/** F·N of a direction at rest: what is a sum of edges at rest is the same sum of them now. */
function pushed(
	X: Float64Array,
	x: Float64Array,
	edges: readonly (readonly [number, number])[],
	N: ArrayLike<number>,
): number[] {
	const edge = (y: Float64Array, [from, to]: readonly [number, number]) =>
		[0, 1, 2].map((k) => y[3 * to + k] - y[3 * from + k]);
	const dot = (a: readonly number[], b: ArrayLike<number>) =>
		a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
	const rest = edges.map((one) => edge(X, one));
	// Gauss elimination of the normal equations, which are positive definite.
	const rows = rest.map((a) => [...rest.map((b) => dot(a, b)), dot(a, N)]);
	const n = rows.length;
	for (let i = 0; i < n; i++)
		for (let j = 0; j < n; j++) {
			if (j === i) continue;
			const factor = rows[j][i] / rows[i][i];
			for (let k = i; k <= n; k++) rows[j][k] -= factor * rows[i][k];
		}
	const shares = rows.map((row, i) => row[n] / row[i]);
	const now = edges.map((one) => edge(x, one));
	return [0, 1, 2].map((k) =>
		now.reduce((sum, e, i) => sum + shares[i] * e[k], 0),
	);
}
