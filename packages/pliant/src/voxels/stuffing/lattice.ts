/**
 * The body-centred cubic lattice: corners of cubes, and their centres. A tetrahedron has the centres of two cubes side by side and one edge of the
 * square between them: all are alike, with dihedral angles of 60° and 90°.
 *
 * Two of its edges are long (between centres, and between corners), opposite each other; the other four, between a centre and a corner, are
 * √3/2 as long.
 */
import type { Vector3 } from "../../mesh/mesh.ts";

export class Lattice {
	/** The first corner [m], and the side of cubes [m]. */
	readonly origin: Vector3;
	readonly size: number;
	/** Cubes along x, y, z: centres. Corners are one more. */
	readonly cubes: Vector3;
	readonly corners: Vector3;
	readonly cornerCount: number;
	readonly count: number;

	constructor(origin: Vector3, size: number, cubes: Vector3) {
		this.origin = origin;
		this.size = size;
		this.cubes = cubes;
		this.corners = [cubes[0] + 1, cubes[1] + 1, cubes[2] + 1];
		this.cornerCount = this.corners[0] * this.corners[1] * this.corners[2];
		this.count = this.cornerCount + cubes[0] * cubes[1] * cubes[2];
	}

	corner(i: number, j: number, k: number): number {
		const [nx, ny] = this.corners;
		return i + nx * (j + ny * k);
	}

	centre(i: number, j: number, k: number): number {
		const [nx, ny] = this.cubes;
		return this.cornerCount + i + nx * (j + ny * k);
	}

	isCentre(point: number): boolean {
		return point >= this.cornerCount;
	}

	/** Its numbers along x, y, z. */
	place(point: number): Vector3 {
		const isCentre = this.isCentre(point);
		const [nx, ny] = isCentre ? this.cubes : this.corners;
		const n = isCentre ? point - this.cornerCount : point;
		return [n % nx, Math.floor(n / nx) % ny, Math.floor(n / (nx * ny))];
	}

	/** In cubes from the first corner. */
	at(point: number): Vector3 {
		const half = this.isCentre(point) ? 0.5 : 0;
		const [i, j, k] = this.place(point);
		return [i + half, j + half, k + half];
	}

	/** Whether an edge between two points is a long one. */
	isLong(a: number, b: number): boolean {
		return this.isCentre(a) === this.isCentre(b);
	}

	/** Whether its numbers add up to an even one: of the ends of a long edge one is even. */
	isEven(point: number): boolean {
		const [i, j, k] = this.place(point);
		return (i + j + k) % 2 === 0;
	}

	visitEdges(each: (a: number, b: number) => void): void {
		const [nx, ny, nz] = this.cubes;
		for (let k = 0; k <= nz; k++)
			for (let j = 0; j <= ny; j++)
				for (let i = 0; i <= nx; i++) {
					const corner = this.corner(i, j, k);
					if (i < nx) each(corner, this.corner(i + 1, j, k));
					if (j < ny) each(corner, this.corner(i, j + 1, k));
					if (k < nz) each(corner, this.corner(i, j, k + 1));
					if (i === nx || j === ny || k === nz) continue;
					const centre = this.centre(i, j, k);
					if (i + 1 < nx) each(centre, this.centre(i + 1, j, k));
					if (j + 1 < ny) each(centre, this.centre(i, j + 1, k));
					if (k + 1 < nz) each(centre, this.centre(i, j, k + 1));
					for (let c = 0; c < 8; c++)
						each(
							this.corner(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2)),
							centre,
						);
				}
	}

	/** Calls with two centres and two corners. */
	visitTetrahedra(
		each: (a: number, b: number, c: number, d: number) => void,
	): void {
		const [nx, ny, nz] = this.cubes;
		for (let k = 0; k < nz; k++)
			for (let j = 0; j < ny; j++)
				for (let i = 0; i < nx; i++) {
					const centre = this.centre(i, j, k);
					if (i + 1 < nx) {
						const square = [
							this.corner(i + 1, j, k),
							this.corner(i + 1, j + 1, k),
							this.corner(i + 1, j + 1, k + 1),
							this.corner(i + 1, j, k + 1),
						];
						around(centre, this.centre(i + 1, j, k), square, each);
					}
					if (j + 1 < ny) {
						const square = [
							this.corner(i, j + 1, k),
							this.corner(i, j + 1, k + 1),
							this.corner(i + 1, j + 1, k + 1),
							this.corner(i + 1, j + 1, k),
						];
						around(centre, this.centre(i, j + 1, k), square, each);
					}
					if (k + 1 < nz) {
						const square = [
							this.corner(i, j, k + 1),
							this.corner(i + 1, j, k + 1),
							this.corner(i + 1, j + 1, k + 1),
							this.corner(i, j + 1, k + 1),
						];
						around(centre, this.centre(i, j, k + 1), square, each);
					}
				}
	}
}

function around(
	a: number,
	b: number,
	square: readonly number[],
	each: (a: number, b: number, c: number, d: number) => void,
): void {
	for (let s = 0; s < 4; s++) each(a, b, square[s], square[(s + 1) % 4]);
}
