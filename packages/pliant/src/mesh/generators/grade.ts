import {
	requireFunction,
	requireMesh,
	requireOptions,
	requirePositives,
} from "../../checks.ts";
import { boundingBox } from "../measure.ts";
import { type Mesh, type Vector3, vertexCount } from "../mesh.ts";

/**
 * The same mesh with every position mapped to another one [m]. A map that mirrors would turn cells
 * inside out.
 */
export function grade(
	mesh: Mesh,
	map: (x: number, y: number, z: number) => Vector3,
): Mesh {
	requireMesh("grade", mesh);
	requireFunction("grade: map", map);
	const positions = new Float64Array(mesh.positions.length);
	for (let vertex = 0; vertex < vertexCount(mesh); vertex++) {
		const [x, y, z] = mesh.positions.subarray(3 * vertex, 3 * vertex + 3);
		positions.set(map(x, y, z), 3 * vertex);
	}
	return { ...mesh, positions };
}

export interface GradedOptions {
	/** Stretch at the far end over stretch at the near end, along x, y, z; 1 leaves an axis as it is. Default [10, 1, 1]. */
	readonly ratio?: Vector3;
}

/** A mesh whose cells grow geometrically along the axes, within the same bounding box. */
export function graded(mesh: Mesh, options: GradedOptions = {}): Mesh {
	requireMesh("graded", mesh);
	requireOptions("graded", options, ["ratio"]);
	const { ratio = [10, 1, 1] } = options;
	requirePositives("graded: ratio", ratio, 3);
	const { min: lowest, max: highest } = boundingBox(mesh.positions);
	const along = (axis: number, coordinate: number) => {
		const extent = highest[axis] - lowest[axis];
		if (extent === 0 || ratio[axis] === 1) return coordinate;
		const t = (coordinate - lowest[axis]) / extent;
		// Its derivative at t is proportional to ratioᵗ, so equal steps become a geometric sequence.
		const s = Math.expm1(t * Math.log(ratio[axis])) / (ratio[axis] - 1);
		return lowest[axis] + s * extent;
	};
	return grade(mesh, (x, y, z) => [along(0, x), along(1, y), along(2, z)]);
}
