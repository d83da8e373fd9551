import type { Mesh, Vector3 } from "../../mesh/mesh.ts";
import type { Lattice } from "./lattice.ts";

/** Triangles that rounding puts a bit aside are met all the same, relative to a triangle or to an edge. */
const slack = 1e-9;

/** Where edges of a lattice go through a surface. */
export class SurfaceCrossings {
	/** Corners of triangles in cubes from the lattice's first corner, nine numbers each. */
	private readonly corners: Float64Array;
	/** The triangles in each cube. */
	private readonly cubes: readonly [number, number, number];
	private readonly offsets: Uint32Array;
	private readonly items: Uint32Array;

	constructor({ positions, triangles }: Mesh, lattice: Lattice) {
		const { origin, size } = lattice;
		this.corners = Float64Array.from(
			{ length: 3 * triangles.length },
			(_, i) => {
				const axis = i % 3;
				const vertex = triangles[Math.floor(i / 3)];
				return (positions[3 * vertex + axis] - origin[axis]) / size;
			},
		);
		this.cubes = [...lattice.cubes];
		const [nx, ny, nz] = this.cubes;
		this.offsets = new Uint32Array(nx * ny * nz + 1);
		this.visit((_, cube) => this.offsets[cube + 1]++);
		for (let i = 1; i < this.offsets.length; i++)
			this.offsets[i] += this.offsets[i - 1];
		this.items = new Uint32Array(this.offsets[nx * ny * nz]);
		const next = this.offsets.slice(0, -1);
		this.visit((triangle, cube) => {
			this.items[next[cube]++] = triangle;
		});
	}

	/** Calls for all triangles and the cubes they may be in. */
	private visit(each: (triangle: number, cube: number) => void): void {
		const { corners, cubes } = this;
		const low = [0, 0, 0];
		const high = [0, 0, 0];
		for (let t = 0; t < corners.length / 9; t++) {
			for (let axis = 0; axis < 3; axis++) {
				const a = corners[9 * t + axis];
				const b = corners[9 * t + 3 + axis];
				const c = corners[9 * t + 6 + axis];
				low[axis] = Math.max(0, Math.floor(Math.min(a, b, c) - slack));
				high[axis] = Math.min(
					cubes[axis] - 1,
					Math.floor(Math.max(a, b, c) + slack),
				);
			}
			const isFar = this.planeOf(t);
			for (let k = low[2]; k <= high[2]; k++)
				for (let j = low[1]; j <= high[1]; j++)
					for (let i = low[0]; i <= high[0]; i++)
						if (!isFar(i + 0.5, j + 0.5, k + 0.5))
							each(t, i + cubes[0] * (j + cubes[1] * k));
		}
	}

	/** Whether the cube about a centre is far from a triangle's plane. */
	private planeOf(t: number) {
		const x = this.corners.subarray(9 * t, 9 * t + 9);
		const n = normalOf(x);
		const reach =
			(0.5 + slack) * (Math.abs(n[0]) + Math.abs(n[1]) + Math.abs(n[2]));
		const level = n[0] * x[0] + n[1] * x[1] + n[2] * x[2];
		return (p: number, q: number, r: number) =>
			Math.abs(n[0] * p + n[1] * q + n[2] * r - level) > reach;
	}

	/**
	 * The part of the way from one place to another, in cubes and at most one cube apart, where the surface is met first, and the triangle there; half, and
	 * none, where it is not.
	 */
	first(
		from: Vector3,
		to: Vector3,
	): { readonly part: number; readonly triangle: number } {
		const { cubes, offsets, items } = this;
		let part = Number.POSITIVE_INFINITY;
		let triangle = -1;
		const ends = [0, 1, 2].map((axis) =>
			[from[axis], to[axis]]
				.sort((a, b) => a - b)
				.map((x) => Math.min(Math.max(Math.floor(x), 0), cubes[axis] - 1)),
		);
		for (let k = ends[2][0]; k <= ends[2][1]; k++)
			for (let j = ends[1][0]; j <= ends[1][1]; j++)
				for (let i = ends[0][0]; i <= ends[0][1]; i++) {
					const cube = i + cubes[0] * (j + cubes[1] * k);
					for (let e = offsets[cube]; e < offsets[cube + 1]; e++) {
						const crossing = this.crossing(items[e], from, to);
						if (crossing < part) [part, triangle] = [crossing, items[e]];
					}
				}
		return part <= 1 ? { part, triangle } : { part: 0.5, triangle: -1 };
	}

	/** Möller and Trumbore's intersection of a segment with a triangle; infinite where there is none. */
	private crossing(t: number, from: Vector3, to: Vector3): number {
		const x = this.corners;
		const at = 9 * t;
		const d = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
		const e = [x[at + 3] - x[at], x[at + 4] - x[at + 1], x[at + 5] - x[at + 2]];
		const f = [x[at + 6] - x[at], x[at + 7] - x[at + 1], x[at + 8] - x[at + 2]];
		const s = [from[0] - x[at], from[1] - x[at + 1], from[2] - x[at + 2]];
		const p = cross(d, f);
		const determinant = dot(e, p);
		if (determinant === 0) return Number.POSITIVE_INFINITY;
		const u = dot(s, p) / determinant;
		if (u < -slack || u > 1 + slack) return Number.POSITIVE_INFINITY;
		const q = cross(s, e);
		const v = dot(d, q) / determinant;
		if (v < -slack || u + v > 1 + slack) return Number.POSITIVE_INFINITY;
		const part = dot(f, q) / determinant;
		return part >= -slack && part <= 1 + slack
			? Math.min(Math.max(part, 0), 1)
			: Number.POSITIVE_INFINITY;
	}
}

function normalOf(x: Float64Array): number[] {
	return cross(
		[x[3] - x[0], x[4] - x[1], x[5] - x[2]],
		[x[6] - x[0], x[7] - x[1], x[8] - x[2]],
	);
}

function cross(a: readonly number[], b: readonly number[]): number[] {
	return [
		a[1] * b[2] - a[2] * b[1],
		a[2] * b[0] - a[0] * b[2],
		a[0] * b[1] - a[1] * b[0],
	];
}

function dot(a: readonly number[], b: readonly number[]): number {
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
