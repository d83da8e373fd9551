/** A closed surface as a solid of tetrahedra, with the surface as its skin. */
import { requireMesh, requireOptions } from "../checks.ts";
import type { EmbeddedSurface } from "../mesh/embeddedSurface.ts";
import { boundingBox, cellMeasure } from "../mesh/measure.ts";
import { createMesh, type Mesh } from "../mesh/mesh.ts";
import { repairMesh } from "../mesh/repair.ts";
import { components } from "../mesh/topology/components.ts";
import { embedInTetrahedra } from "./stuffing/embedInTetrahedra.ts";
import { stuffSurface } from "./stuffing/stuffSurface.ts";
import { enclosedVolume, requireClosed } from "./voxelise.ts";

export interface FilledSurface {
	readonly mesh: Mesh;
	/** The surface, mended where that was needed. Its notes tell what was mended, and what the solid misses of it. */
	readonly skin: EmbeddedSurface;
}

/** Vertices that are nearer than this part of the surface's extent are one, where a surface has to be mended. */
const mergeDistance = 1e-6;
/** Less than this part of the volume is told. */
const leastVolume = 0.95;

/**
 * Tetrahedra that conform to the surface and to its sharp edges, with dihedral angles of more than 10° and less than 165° but for a few beside those. A surface that does not bound a volume is
 * mended as `repairMesh` does, with vertices in one place merged; where that does not help it is refused.
 *
 * @param cellSize about the length of the tetrahedra's edges [m]
 */
export function fillSurface(
	surface: Mesh,
	options: { readonly cellSize: number },
): FilledSurface {
	requireMesh("fillSurface", surface);
	requireOptions("fillSurface", options, ["cellSize"]);
	const { cellSize } = options;
	const { mesh: closed, changes } = mended(trianglesOf(surface));
	const mesh = stuffSurface(closed, cellSize);
	if (mesh.tetrahedra.length === 0)
		throw new Error(
			`fill: no point of the lattice lies inside; the object is thinner than its cells of ${cellSize} m, take smaller ones`,
		);
	const skin = embedInTetrahedra(closed, mesh, cellSize);
	const notes = [
		...changes.map((change) => `the surface was mended: ${change}`),
		...missed(skin, mesh, cellSize),
	];
	return { mesh, skin: { ...skin, notes } };
}

const trianglesOf = ({ positions, triangles }: Mesh): Mesh =>
	createMesh({ positions, triangles });

function mended(surface: Mesh): { mesh: Mesh; changes: readonly string[] } {
	try {
		requireClosed(surface);
		return { mesh: surface, changes: [] };
	} catch (error) {
		if (surface.triangles.length === 0) throw told(error);
		const { min, max } = boundingBox(surface.positions);
		const extent = Math.hypot(...max.map((high, k) => high - min[k]));
		if (!Number.isFinite(extent)) throw told(error);
		const repaired = repairMesh(surface, {
			mergeDistance: mergeDistance * extent,
		});
		try {
			requireClosed(repaired.mesh);
		} catch (left) {
			throw told(left);
		}
		return repaired;
	}
}

const told = (error: unknown): Error =>
	new Error((error as Error).message.replace(/^voxelise:/, "fill:"));

/** What of a surface its solid lacks. */
function missed(
	skin: Omit<EmbeddedSurface, "notes">,
	solid: Mesh,
	cellSize: number,
): string[] {
	const surface = skin.mesh;
	const smaller = `cells smaller than ${Number(cellSize.toPrecision(3))} m would hold more`;
	const far = farVertices(skin);
	const volume = cellMeasure(solid, "tetrahedron").reduce((a, b) => a + b, 0);
	const part = volume / enclosedVolume(surface);
	const pieces = components(solid).count;
	const { componentOf } = components(surface);
	const closed = new Set(surface.triangles.map((v) => componentOf[v])).size;
	const notes: string[] = [];
	if (far.length > 0) {
		const [x, y, z] = surface.positions.subarray(3 * far[0], 3 * far[0] + 3);
		const at = [x, y, z].map((c) => Number(c.toPrecision(3))).join(", ");
		notes.push(
			`${far.length} of ${surface.positions.length / 3} vertices of the surface, the first at (${at}), are more than a cell away from the tetrahedra: parts that are too thin are missing; ${smaller}`,
		);
	}
	if (part < leastVolume)
		notes.push(
			`the tetrahedra hold ${(100 * part).toFixed(1)} % of what the surface encloses; ${smaller}`,
		);
	if (pieces > closed)
		notes.push(
			`the tetrahedra are in ${pieces} pieces where the surface has ${closed}: parts that are too thin were cut; ${smaller}`,
		);
	return notes;
}

/** Vertices that are farther outside of the tetrahedron they follow than this many of its heights. */
function farVertices(
	{ offsets, shares }: Pick<EmbeddedSurface, "offsets" | "shares">,
	heights = 1.5,
): number[] {
	const far: number[] = [];
	for (let v = 0; v + 1 < offsets.length; v++)
		if (Math.min(...shares.subarray(offsets[v], offsets[v + 1])) < -heights)
			far.push(v);
	return far;
}
