import type { EmbeddedSurface } from "../../mesh/embeddedSurface.ts";
import { boundingBox } from "../../mesh/measure.ts";
import type { Mesh } from "../../mesh/mesh.ts";

/** A vertex that is outside by less than this part of a tetrahedron's height follows it without a look at others. */
const nearEnough = 0.05;

/**
 * Ties a surface to the tetrahedra that it is filled with. Each of its vertices follows the tetrahedron it is in, or the one that it is least outside of, as
 * if that went on.
 *
 * @param reach size of tetrahedra [m]: a vertex is at most so far outside
 */
export function embedInTetrahedra(
	surface: Mesh,
	solid: Mesh,
	reach: number,
): Omit<EmbeddedSurface, "notes"> {
	const count = surface.positions.length / 3;
	const cells = new CellsByPlace(solid, reach);
	const vertices = new Uint32Array(4 * count);
	const shares = new Float64Array(4 * count);
	for (let v = 0; v < count; v++) {
		const [x, y, z] = surface.positions.subarray(3 * v, 3 * v + 3);
		const { cell, weights } = cells.nearest(x, y, z);
		vertices.set(solid.tetrahedra.subarray(4 * cell, 4 * cell + 4), 4 * v);
		shares.set(weights, 4 * v);
	}
	const offsets = Uint32Array.from({ length: count + 1 }, (_, v) => 4 * v);
	return { mesh: surface, offsets, vertices, shares };
}

interface Found {
	readonly cell: number;
	/** Barycentric coordinates; the least is negative outside. */
	readonly weights: readonly number[];
}

/** Tetrahedra by the cubes of a grid that they touch. */
class CellsByPlace {
	private readonly solid: Mesh;
	private readonly size: number;
	private readonly low: readonly number[];
	private readonly counts: readonly number[];
	private readonly cubes = new Map<number, number[]>();

	constructor(solid: Mesh, size: number) {
		const { positions, tetrahedra } = solid;
		this.solid = solid;
		this.size = size;
		const { min, max } = boundingBox(positions);
		this.low = min;
		this.counts = min.map((low, k) => Math.floor((max[k] - low) / size) + 1);
		for (let t = 0; t < tetrahedra.length / 4; t++) {
			const corners = Array.from(tetrahedra.subarray(4 * t, 4 * t + 4), (v) =>
				positions.subarray(3 * v, 3 * v + 3),
			);
			const ends = (pick: (...values: number[]) => number) =>
				this.place([0, 1, 2].map((k) => pick(...corners.map((c) => c[k]))));
			this.visit(ends(Math.min), ends(Math.max), (cube) => {
				const list = this.cubes.get(cube);
				if (list) list.push(t);
				else this.cubes.set(cube, [t]);
			});
		}
	}

	private place(x: readonly number[]): number[] {
		return x.map((c, k) =>
			Math.min(
				Math.max(Math.floor((c - this.low[k]) / this.size), 0),
				this.counts[k] - 1,
			),
		);
	}

	private visit(
		from: readonly number[],
		to: readonly number[],
		each: (cube: number) => void,
	): void {
		const [nx, ny] = this.counts;
		for (let k = from[2]; k <= to[2]; k++)
			for (let j = from[1]; j <= to[1]; j++)
				for (let i = from[0]; i <= to[0]; i++) each(i + nx * (j + ny * k));
	}

	nearest(x: number, y: number, z: number): Found {
		const { counts } = this;
		const here = this.place([x, y, z]);
		let best: Found = { cell: 0, weights: [] };
		let most = Number.NEGATIVE_INFINITY;
		for (let ring = 0; ; ring++) {
			const from = here.map((c) => Math.max(c - ring, 0));
			const to = here.map((c, k) => Math.min(c + ring, counts[k] - 1));
			this.visit(from, to, (cube) => {
				for (const cell of this.cubes.get(cube) ?? []) {
					const weights = barycentric(this.solid, cell, x, y, z);
					const least = Math.min(...weights);
					if (least > most) [best, most] = [{ cell, weights }, least];
				}
			});
			const isAll = from.every((c, k) => c === 0 && to[k] === counts[k] - 1);
			if (most > -nearEnough || (ring > 0 && most > -Infinity) || isAll)
				return best;
		}
	}
}

function barycentric(
	{ positions, tetrahedra }: Mesh,
	cell: number,
	x: number,
	y: number,
	z: number,
): number[] {
	const at = (corner: number) => 3 * tetrahedra[4 * cell + corner];
	const o = at(0);
	const edge = (corner: number) => {
		const c = at(corner);
		return [
			positions[c] - positions[o],
			positions[c + 1] - positions[o + 1],
			positions[c + 2] - positions[o + 2],
		];
	};
	const [a, b, c] = [edge(1), edge(2), edge(3)];
	const p = [x - positions[o], y - positions[o + 1], z - positions[o + 2]];
	const volume = determinant(a, b, c);
	const [u, v, w] = [
		determinant(p, b, c) / volume,
		determinant(a, p, c) / volume,
		determinant(a, b, p) / volume,
	];
	return [1 - u - v - w, u, v, w];
}

function determinant(
	a: readonly number[],
	b: readonly number[],
	c: readonly number[],
): number {
	return (
		a[0] * (b[1] * c[2] - b[2] * c[1]) +
		a[1] * (b[2] * c[0] - b[0] * c[2]) +
		a[2] * (b[0] * c[1] - b[1] * c[0])
	);
}
