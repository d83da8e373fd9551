/**
 * The voxels whose centres lie inside a closed surface.
 *
 * Along every column of centres the surface's crossings are summed with sign, so a centre is inside where the winding number is
 * not zero: parts that overlap are united and cavities are left out. Seen along z, a triangle covers the column at (x, y) as often as
 * its outline winds around that point. Each edge says so for both its triangles, computed once in the same order of its vertices,
 * and vertices on y count as above it. Hence the crossings of a column sum to zero whatever rounding does, also where it meets
 * edges and vertices: no column leaks.
 */
import { requireMesh, requireOptions, requirePositive } from "../checks.ts";
import { boundingBox, tetrahedronVolume } from "../mesh/measure.ts";
import type { Mesh, Vector3 } from "../mesh/mesh.ts";
import { components } from "../mesh/topology/components.ts";
import {
	edgeTopology,
	edgeValence,
	traverseAlike,
} from "../mesh/topology/edgeTopology.ts";
import { usedVertices } from "../mesh/topology/usedVertices.ts";
import { mostVoxels, VoxelGrid } from "./voxelGrid.ts";
import { voxelPieces } from "./voxelPieces.ts";

export type VoxeliseOptions =
	/** Side of a voxel [m]. */
	| { readonly size: number; readonly count?: undefined }
	/** About how many voxels the object shall have. */
	| { readonly count: number; readonly size?: undefined };

/** @param surface a closed surface of triangles; the grid's notes tell which parts of it are too thin for the voxels */
export function voxelise(surface: Mesh, options: VoxeliseOptions): VoxelGrid {
	requireOptions("voxelise", options, ["size", "count"]);
	requireClosed(surface);
	const size =
		options.size ?? Math.cbrt(enclosedVolume(surface) / options.count);
	requirePositive(
		options.size === undefined ? "voxelise: count" : "voxelise: size",
		options.size ?? options.count,
	);
	requirePositive("voxelise: the surface's volume [m³]", size ** 3);
	const { min, max } = boundingBox(surface.positions);
	// Centred on the object, so that symmetric ones have symmetric voxels. Multiples of the size may be off by rounding.
	const counts = min.map((low, axis) =>
		Math.max(1, Math.ceil((max[axis] - low) / size - 1e-6)),
	) as unknown as Vector3;
	const total = counts[0] * counts[1] * counts[2];
	if (total > mostVoxels) {
		throw new Error(
			`voxelise: voxels of ${size} m make ${counts.join(" × ")} of them around this surface, more than ${mostVoxels}; take larger ones`,
		);
	}
	const origin = min.map(
		(low, axis) => (low + max[axis] - counts[axis] * size) / 2,
	) as unknown as Vector3;
	const inside = insideOf(surface, origin, size, counts);
	const grid = { origin, spacing: [size, size, size] as const, counts, inside };
	return new VoxelGrid({
		...grid,
		notes: missed(surface, new VoxelGrid(grid)),
	});
}

/** 1 for each centre of the voxels of a grid that lies inside. */
export function insideOf(
	{ positions, triangles }: Mesh,
	origin: Vector3,
	size: number,
	[nx, ny, nz]: Vector3,
): Uint8Array {
	/** What the winding number of a column changes by at the lower face of each voxel; one more on top. */
	const changes = new Int32Array(nx * ny * (nz + 1));
	for (let t = 0; t < triangles.length; t += 3) {
		const corners = [0, 1, 2].map((c) => 3 * triangles[t + c]);
		const xs = corners.map((c) => (positions[c] - origin[0]) / size - 0.5);
		const ys = corners.map((c) => (positions[c + 1] - origin[1]) / size - 0.5);
		const zs = corners.map((c) => (positions[c + 2] - origin[2]) / size - 0.5);
		// In units of voxels from the first centre, (x, y) is that of a centre where both are whole.
		const lastRow = Math.min(ny - 1, Math.floor(Math.max(...ys)));
		const lastColumn = Math.min(nx - 1, Math.floor(Math.max(...xs)));
		for (let j = Math.max(0, Math.ceil(Math.min(...ys))); j <= lastRow; j++)
			for (
				let i = Math.max(0, Math.ceil(Math.min(...xs)));
				i <= lastColumn;
				i++
			) {
				const winding =
					windingOf(i, j, xs, ys, corners, 0, 1) +
					windingOf(i, j, xs, ys, corners, 1, 2) +
					windingOf(i, j, xs, ys, corners, 2, 0);
				if (winding === 0) continue;
				const k = Math.ceil(heightAt(i, j, xs, ys, zs));
				changes[i + nx * (j + ny * Math.min(Math.max(k, 0), nz))] -= winding;
			}
	}
	const inside = new Uint8Array(nx * ny * nz);
	for (let column = 0; column < nx * ny; column++)
		for (let k = 0, winding = 0; k < nz; k++) {
			winding += changes[column + nx * ny * k];
			if (winding !== 0) inside[column + nx * ny * k] = 1;
		}
	return inside;
}

/** 1, −1 or 0: whether the edge from corner a to corner b passes (i, j) on its side of larger x, upward or downward. */
function windingOf(
	i: number,
	j: number,
	xs: readonly number[],
	ys: readonly number[],
	corners: readonly number[],
	a: number,
	b: number,
): number {
	if (ys[a] < j === ys[b] < j) return 0;
	const [low, high] = corners[a] < corners[b] ? [a, b] : [b, a];
	const side =
		(xs[high] - xs[low]) * (j - ys[low]) - (i - xs[low]) * (ys[high] - ys[low]);
	// The side is that of the edge from low to high; which of them is above decides what it means.
	if (side > 0 !== ys[high] >= j) return 0;
	return ys[b] >= j ? 1 : -1;
}

/** Height of a triangle's plane at (i, j), within its corners' heights. */
function heightAt(
	i: number,
	j: number,
	[xa, xb, xc]: readonly number[],
	[ya, yb, yc]: readonly number[],
	zs: readonly number[],
): number {
	const u = (xb - xa) * (j - ya) - (yb - ya) * (i - xa);
	const v = (xc - xa) * (j - ya) - (yc - ya) * (i - xa);
	const area = (xb - xa) * (yc - ya) - (yb - ya) * (xc - xa);
	const z = zs[0] + (u * (zs[2] - zs[0]) - v * (zs[1] - zs[0])) / area;
	const low = Math.min(...zs);
	const high = Math.max(...zs);
	return z >= low ? Math.min(z, high) : low;
}

/** What a closed surface encloses [m³], of tetrahedra from the first vertex to all triangles. */
export function enclosedVolume(surface: Mesh): number {
	requireMesh("enclosedVolume", surface);
	const { positions, triangles } = surface;
	let volume = 0;
	for (let t = 0; t < triangles.length; t += 3) {
		const [a, b, c] = triangles.subarray(t, t + 3);
		volume += tetrahedronVolume(positions, triangles[0], a, b, c);
	}
	return Math.abs(volume);
}

/** Throws where a surface does not bound a volume. */
export function requireClosed(surface: Mesh): void {
	requireMesh("surface", surface);
	const { positions, triangles } = surface;
	if (triangles.length === 0) {
		throw new Error(
			"voxelise: the mesh has no triangles; give the surface of the object (skinTriangles finds that of a solid mesh)",
		);
	}
	if (!positions.every(Number.isFinite)) {
		throw new Error(
			"voxelise: the surface has positions that are not finite; checkMesh tells which",
		);
	}
	const topology = edgeTopology(surface, "triangle");
	const { offsets, items } = topology.edgeCells;
	const found = { open: 0, shared: 0, turned: 0 };
	let first: number | undefined;
	for (let edge = 0; 2 * edge < topology.edges.length; edge++) {
		const valence = edgeValence(topology, edge);
		const one = offsets[edge];
		if (valence < 2) found.open++;
		else if (valence > 2) found.shared++;
		else if (
			traverseAlike(triangles, topology, edge, items[one], items[one + 1])
		)
			found.turned++;
		else continue;
		first ??= edge;
	}
	if (first === undefined) return;
	const problems = [
		[
			found.open,
			"belong to one triangle only, so the surface is open: close its holes; if it only looks closed, repairMesh merges vertices that lie in one place",
		],
		[
			found.shared,
			"join more than two triangles: split the surface there into closed parts with vertices of their own",
		],
		[
			found.turned,
			"lie between triangles that face opposite sides: repairMesh orients them",
		],
	] as const;
	const [a, b] = topology.edges.subarray(2 * first, 2 * first + 2);
	throw new Error(
		`voxelise: the surface does not bound a volume; ${problems
			.filter(([count]) => count > 0)
			.map(([count, what]) => `${count} edges ${what}`)
			.join("; ")} (the first is edge ${a}–${b})`,
	);
}

/** Notes on what of a surface has no voxel near it. */
function missed(surface: Mesh, grid: VoxelGrid): string[] {
	const size = grid.spacing[0];
	const smaller = `voxels smaller than ${Number(size.toPrecision(3))} m would find them`;
	const { positions } = surface;
	if (grid.voxels.length === 0) {
		throw new Error(
			`voxelise: no centre of a voxel lies inside; the object is thinner than its voxels of ${size} m, take smaller ones`,
		);
	}
	const notes: string[] = [];
	let count = 0;
	let first = "";
	const isUsed = usedVertices(surface);
	for (let v = 0; v < isUsed.length; v++) {
		const p = positions.subarray(3 * v, 3 * v + 3);
		if (!isUsed[v] || hasVoxelAround(grid, p)) continue;
		count++;
		first ||= [...p].map((c) => Number(c.toPrecision(3))).join(", ");
	}
	if (count > 0)
		notes.push(
			`${count} of ${isUsed.length} vertices of the surface, the first at (${first}), have no voxel around them: parts too thin for the voxels are missing; ${smaller}`,
		);
	const volume = grid.voxels.length * grid.voxelVolume;
	const enclosed = enclosedVolume(surface);
	if (volume > 1.1 * enclosed)
		notes.push(
			`the voxels hold ${Number(volume.toPrecision(3))} m³ where the surface encloses ${Number(enclosed.toPrecision(3))} m³; smaller ones come closer`,
		);
	const pieces = voxelPieces(grid).count;
	const { componentOf } = components(surface);
	const closed = new Set(surface.triangles.map((v) => componentOf[v])).size;
	if (pieces > closed)
		notes.push(
			`the voxels are in ${pieces} pieces where the surface has ${closed}: parts that are too thin were cut; ${smaller}`,
		);
	return notes;
}

/** Whether one of the voxels that touch the one of a point belongs to the object. */
function hasVoxelAround(grid: VoxelGrid, p: Float64Array): boolean {
	const { origin, spacing, counts, inside } = grid;
	const [i, j, k] = counts.map((n, axis) => {
		const place = Math.floor((p[axis] - origin[axis]) / spacing[axis]);
		return Math.min(Math.max(place, 0), n - 1);
	});
	for (let z = Math.max(0, k - 1); z <= Math.min(counts[2] - 1, k + 1); z++)
		for (let y = Math.max(0, j - 1); y <= Math.min(counts[1] - 1, j + 1); y++)
			for (let x = Math.max(0, i - 1); x <= Math.min(counts[0] - 1, i + 1); x++)
				if (inside[x + counts[0] * (y + counts[1] * z)]) return true;
	return false;
}
