/**
 * Fills a closed surface with tetrahedra that conform to it: isosurface stuffing (F. Labelle and J. Shewchuk, "Isosurface stuffing: fast tetrahedral
 * meshes with good dihedral angles", SIGGRAPH 2007), of a surface of triangles in place of a function.
 *
 * Tetrahedra of a lattice are cut where their edges go through the surface. Points of the lattice that are so near to such a place that slivers would be left
 * are moved to it first. Sharp edges and corners of the surface, which that cuts off, are mended afterwards (`keepCreases.ts`).
 */
import { requirePositive } from "../../checks.ts";
import { boundingBox, tetrahedronVolume } from "../../mesh/measure.ts";
import { createMesh, type Mesh, type Vector3 } from "../../mesh/mesh.ts";
import { mostVoxels } from "../voxelGrid.ts";
import { insideOf, requireClosed } from "../voxelise.ts";
import { between, Creases, distance } from "./creases.ts";
import { keepCreases } from "./keepCreases.ts";
import { Lattice } from "./lattice.ts";
import { stuffTetrahedron } from "./stencils.ts";
import { SurfaceCrossings } from "./surfaceCrossings.ts";

/** Cuts nearer to a point than these parts of a long or short edge move the point: the paper's values for the best angles. */
const near = { long: 0.24999, short: 0.41189 };

/** @param cellSize side of the cubes [m] that the lattice is made of; edges of tetrahedra are 0.87 to 1 of it inside */
export function stuffSurface(surface: Mesh, cellSize: number): Mesh {
	requirePositive("fill: cellSize", cellSize);
	requireClosed(surface);
	const lattice = latticeAround(surface, cellSize);
	const stuffing = new Stuffing(surface, lattice);
	stuffing.moveToSurface();
	const { mesh, triangles } = stuffing.mesh();
	const creases = new Creases(surface, cellSize);
	const patches = triangles.map((t) => (t < 0 ? -1 : creases.patchOf[t]));
	return keepCreases(mesh, patches, creases, cellSize);
}

/** One cube more than the surface takes on each side. */
function latticeAround({ positions }: Mesh, size: number): Lattice {
	const { min, max } = boundingBox(positions);
	const cubes = min.map(
		(low, axis) => Math.ceil((max[axis] - low) / size - 1e-6) + 2,
	) as unknown as Vector3;
	if (cubes[0] * cubes[1] * cubes[2] > mostVoxels / 8)
		throw new Error(
			`fill: cells of ${size} m make ${cubes.join(" × ")} of them around this surface, more than ${mostVoxels / 8}; take larger ones`,
		);
	const origin = min.map(
		(low, axis) => (low + max[axis] - cubes[axis] * size) / 2,
	) as unknown as Vector3;
	return new Lattice(origin, size, cubes);
}

/** A place on the surface, in cubes, and the triangle of the surface that it is on; -1 where none was met. */
interface Cut {
	readonly place: Vector3;
	readonly triangle: number;
}

class Stuffing {
	private readonly lattice: Lattice;
	private readonly signs: Int8Array;
	/** Places in cubes of points that were moved, and of cuts by their edge. */
	private readonly moved = new Map<number, Cut>();
	private readonly cuts = new Map<number, Cut>();
	/** The other ends of cut edges, of points that have some. */
	private readonly across = new Map<number, number[]>();

	constructor(surface: Mesh, lattice: Lattice) {
		this.lattice = lattice;
		const { origin, size, cubes, corners } = lattice;
		const before = origin.map((o) => o - size / 2) as unknown as Vector3;
		const inside = [
			insideOf(surface, before, size, corners),
			insideOf(surface, origin, size, cubes),
		];
		this.signs = new Int8Array(lattice.count).fill(-1);
		for (const [i, flag] of inside[0].entries()) if (flag) this.signs[i] = 1;
		for (const [i, flag] of inside[1].entries())
			if (flag) this.signs[lattice.cornerCount + i] = 1;
		const crossings = new SurfaceCrossings(surface, lattice);
		lattice.visitEdges((a, b) => {
			if (this.signs[a] === this.signs[b]) return;
			const [from, to] = this.signs[a] > 0 ? [a, b] : [b, a];
			const [p, q] = [lattice.at(from), lattice.at(to)];
			const { part, triangle } = crossings.first(p, q);
			this.cuts.set(this.key(from, to), {
				place: between(p, q, part),
				triangle,
			});
			for (const [one, other] of [
				[from, to],
				[to, from],
			]) {
				const list = this.across.get(one);
				if (list) list.push(other);
				else this.across.set(one, [other]);
			}
		});
	}

	private key(inside: number, outside: number): number {
		return inside * this.lattice.count + outside;
	}

	/** Moves points to cuts that are too near; what was cut beside them is so no more. */
	moveToSurface(): void {
		const { lattice, signs, across } = this;
		for (const point of [...across.keys()].sort((a, b) => a - b)) {
			const here = lattice.at(point);
			let nearest: Cut | undefined;
			let least = Number.POSITIVE_INFINITY;
			for (const other of across.get(point) ?? []) {
				if (signs[other] === 0) continue;
				const isLong = lattice.isLong(point, other);
				const length = isLong ? 1 : Math.sqrt(3) / 2;
				const cut = this.cutBetween(point, other);
				const way = distance(here, cut.place);
				if (way < near[isLong ? "long" : "short"] * length && way < least)
					[nearest, least] = [cut, way];
			}
			if (!nearest) continue;
			this.moved.set(point, nearest);
			signs[point] = 0;
		}
	}

	private cutBetween(a: number, b: number): Cut {
		const [inside, outside] = this.signs[a] > 0 ? [a, b] : [b, a];
		return this.cuts.get(this.key(inside, outside)) as Cut;
	}

	/** With the triangle of the surface that each vertex is on; -1 inside. */
	mesh(): { readonly mesh: Mesh; readonly triangles: Int32Array } {
		const { lattice, signs } = this;
		const { origin, size } = lattice;
		const positions: number[] = [];
		const tetrahedra: number[] = [];
		const triangles: number[] = [];
		const numbers = new Map<number, number>();
		const numbered = (key: number, cut: () => Cut): number => {
			let vertex = numbers.get(key);
			if (vertex === undefined) {
				vertex = positions.length / 3;
				numbers.set(key, vertex);
				const { place, triangle } = cut();
				for (let k = 0; k < 3; k++) positions.push(origin[k] + size * place[k]);
				triangles.push(triangle);
			}
			return vertex;
		};
		const context = {
			sign: (point: number) => signs[point],
			vertex: (point: number) =>
				numbered(
					point,
					() =>
						this.moved.get(point) ?? { place: lattice.at(point), triangle: -1 },
				),
			cut: (inside: number, outside: number) => {
				const key = this.key(inside, outside);
				// Behind the numbers of points, which have no such keys.
				return numbered(-1 - key, () => this.cuts.get(key) as Cut);
			},
			touches: (a: number, b: number, outside: number) =>
				lattice.isLong(a, b) ? lattice.isEven(a) : !lattice.isLong(a, outside),
			add: (a: number, b: number, c: number, d: number) => {
				tetrahedra.push(a, b, c, d);
			},
		};
		lattice.visitTetrahedra((a, b, c, d) => {
			if (signs[a] > 0 || signs[b] > 0 || signs[c] > 0 || signs[d] > 0)
				stuffTetrahedron([a, b, c, d], context);
		});
		const all = Float64Array.from(positions);
		for (let t = 0; t < tetrahedra.length; t += 4) {
			const [a, b, c, d] = tetrahedra.slice(t, t + 4);
			if (tetrahedronVolume(all, a, b, c, d) >= 0) continue;
			tetrahedra[t + 2] = d;
			tetrahedra[t + 3] = c;
		}
		return {
			mesh: createMesh({ positions, tetrahedra }),
			triangles: Int32Array.from(triangles),
		};
	}
}
