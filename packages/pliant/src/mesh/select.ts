/** Vertices chosen by where they are at rest: selections are plain data, so that scene files can hold them. */
import { requireMesh } from "../checks.ts";
import { corners, type Direction, towards } from "./corners.ts";
import { boxSides } from "./measure.ts";
import { type Mesh, type Vector3, vertexCount } from "./mesh.ts";
import { boundaryFlags } from "./topology/boundaryFlags.ts";

export type Selection =
	/** Every vertex. */
	| "all"
	/** The rim of sheets, the skin of solids, the ends and branches of curves. */
	| "boundary"
	/** Where the rim or skin has a convex corner; see `corners`. */
	| "corners"
	/** The corners that are farthest along an axis, within a tenth of the mesh's extent. */
	| { readonly corners: Direction }
	/** A named set of the mesh. */
	| { readonly group: string }
	| { readonly indices: readonly number[] }
	/** The one vertex that is nearest to a point [m]. */
	| { readonly nearest: Vector3 }
	| { readonly box: { readonly min: Vector3; readonly max: Vector3 } }
	| { readonly sphere: { readonly centre: Vector3; readonly radius: number } }
	/** Within a distance [m] of a plane; by default a millionth of the mesh's extent. */
	| {
			readonly plane: {
				readonly point: Vector3;
				readonly normal: Vector3;
				readonly within?: number;
			};
	  }
	| { readonly anyOf: readonly Selection[] }
	| { readonly allOf: readonly Selection[] }
	| { readonly not: Selection };

/** Selections that are words; other texts name groups, where they are allowed. */
export const selectionWords: ReadonlySet<string> = new Set([
	"all",
	"boundary",
	"corners",
]);

/** The vertices of a selection, ascending. It may turn out to be empty. */
export function selectVertices(mesh: Mesh, selection: Selection): Uint32Array {
	requireMesh("selectVertices", mesh);
	const chosen = flags(mesh, selection);
	return Uint32Array.from(chosen.keys()).filter((vertex) => chosen[vertex]);
}

/** One flag per vertex. */
function flags(mesh: Mesh, given: Selection): Uint8Array {
	// Whatever is no object has none of the keys.
	const selection: Exclude<Selection, string> = Object(given);
	const count = vertexCount(mesh);
	const listed = (vertices: Iterable<number>) => {
		const chosen = new Uint8Array(count);
		for (const vertex of vertices) chosen[vertex] = 1;
		return chosen;
	};
	const where = (condition: (x: Vector3) => boolean) =>
		Uint8Array.from({ length: count }, (_, v) =>
			condition(position(mesh, v)) ? 1 : 0,
		);

	if (given === "all") return new Uint8Array(count).fill(1);
	if (given === "boundary") return boundaryFlags(mesh);
	if (given === "corners") return listed(corners(mesh));
	if ("corners" in selection)
		return listed(towards(mesh, corners(mesh), selection.corners));
	if ("group" in selection) return listed(group(mesh, selection.group));
	if ("indices" in selection)
		return listed(checkedIndices(mesh, selection.indices));
	if ("nearest" in selection) return listed([nearest(mesh, selection.nearest)]);
	if ("box" in selection) {
		const { min, max } = selection.box;
		return where((x) => x.every((c, k) => c >= min[k] && c <= max[k]));
	}
	if ("sphere" in selection) {
		const { centre, radius } = selection.sphere;
		return where((x) => distance(x, centre) <= radius);
	}
	if ("plane" in selection) {
		const { point, normal, within = defaultWithin(mesh) } = selection.plane;
		const length = Math.hypot(...normal);
		if (!(length > 0))
			throw new Error(
				`selection: the plane's normal is [${normal}]; it must not be zero`,
			);
		const height = (x: Vector3) =>
			x.reduce((sum, c, k) => sum + (normal[k] / length) * (c - point[k]), 0);
		return where((x) => Math.abs(height(x)) <= within);
	}
	if ("not" in selection)
		return flags(mesh, selection.not).map((chosen) => 1 - chosen);
	if ("anyOf" in selection)
		return combined(mesh, selection.anyOf, (some) => some > 0);
	if ("allOf" in selection)
		return combined(
			mesh,
			selection.allOf,
			(some) => some === selection.allOf.length,
		);
	throw new Error(
		`selection: ${JSON.stringify(given)} chooses nothing; give ${[...selectionWords].join(", ")}, or an object with corners, group, indices, nearest, box, sphere, plane, anyOf, allOf or not`,
	);
}

/** Vertices of which as many of the selections as the test asks for are true. */
function combined(
	mesh: Mesh,
	selections: readonly Selection[],
	enough: (count: number) => boolean,
): Uint8Array {
	const counts = new Uint32Array(vertexCount(mesh));
	for (const selection of selections)
		for (const [vertex, chosen] of flags(mesh, selection).entries())
			counts[vertex] += chosen;
	return Uint8Array.from(counts, (count) => (enough(count) ? 1 : 0));
}

/** The vertices of a named set. */
export function group(mesh: Mesh, name: string): Uint32Array {
	if (!Object.hasOwn(mesh.groups, name))
		throw new Error(
			`there is no group '${name}'; the mesh has ${Object.keys(mesh.groups).join(", ") || "none"}`,
		);
	return mesh.groups[name];
}

/** Throws for vertices that the mesh does not have. */
function checkedIndices(
	mesh: Mesh,
	indices: readonly number[],
): readonly number[] {
	const count = vertexCount(mesh);
	for (const vertex of indices)
		if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < count))
			throw new Error(`there is no vertex ${vertex}; the mesh has ${count}`);
	return indices;
}

/** The vertex that is nearest to a point. */
export function nearest(mesh: Mesh, point: Vector3): number {
	let best = 0;
	let least = Number.POSITIVE_INFINITY;
	for (let v = 0; v < vertexCount(mesh); v++) {
		const away = distance(position(mesh, v), point);
		if (away < least) [best, least] = [v, away];
	}
	return best;
}

function position({ positions }: Mesh, vertex: number): Vector3 {
	const at = 3 * vertex;
	return [positions[at], positions[at + 1], positions[at + 2]];
}

/** A millionth of the extent [m]. */
const defaultWithin = ({ positions }: Mesh): number =>
	1e-6 * Math.hypot(...boxSides(positions));

const distance = (a: Vector3, b: Vector3): number =>
	Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
