/** Mass, centre and inertia of what a closed surface encloses, or as given. */

import type { Mesh, Vector3 } from "../mesh/mesh.ts";
import { skinTriangles } from "../mesh/topology/boundaryFlags.ts";
import { requireClosed } from "../voxels/voxelise.ts";

export interface MassProperties {
	/** [kg] */
	readonly mass: number;
	/** Centre of mass [m]. */
	readonly centre: Vector3;
	/** Σ m r rᵀ about the centre [kg m²]: xx xy xz yy yz zz. */
	readonly moments: readonly number[];
}

/** The properties of a body of one density [kg/m³]. Exact for the polyhedron: sums over the tetrahedra between its triangles and a point. */
export function massOfSurface(mesh: Mesh, density: number): MassProperties {
	const triangles =
		mesh.triangles.length > 0 ? mesh.triangles : skinTriangles(mesh);
	const { positions } = mesh;
	requireClosed({ ...mesh, triangles });
	// About a vertex: far from the origin differences would cancel.
	const o = positions.subarray(3 * triangles[0], 3 * triangles[0] + 3);
	let volume = 0;
	const first = [0, 0, 0];
	const second = [0, 0, 0, 0, 0, 0];
	for (let i = 0; i < triangles.length; i += 3) {
		const corners = [0, 1, 2].map((k) =>
			[0, 1, 2].map((c) => positions[3 * triangles[i + k] + c] - o[c]),
		);
		const [a, b, c] = corners;
		const determinant =
			a[0] * (b[1] * c[2] - b[2] * c[1]) +
			a[1] * (b[2] * c[0] - b[0] * c[2]) +
			a[2] * (b[0] * c[1] - b[1] * c[0]);
		volume += determinant / 6;
		const sum = [0, 1, 2].map((k) => a[k] + b[k] + c[k]);
		for (let k = 0; k < 3; k++) first[k] += (determinant * sum[k]) / 24;
		// ∫ x xᵀ over a tetrahedron with a corner at the origin: determinant/120 (Σ vᵢvᵢᵀ + s sᵀ).
		for (const [n, [r, s]] of momentAxes.entries())
			second[n] +=
				(determinant *
					(corners.reduce((t, v) => t + v[r] * v[s], 0) + sum[r] * sum[s])) /
				120;
	}
	const middle = first.map((f) => f / volume);
	return {
		mass: density * volume,
		centre: [o[0] + middle[0], o[1] + middle[1], o[2] + middle[2]],
		moments: momentAxes.map(
			([r, s], n) => density * (second[n] - volume * middle[r] * middle[s]),
		),
	};
}

/** The axes of each second moment. */
export const momentAxes = [
	[0, 0],
	[0, 1],
	[0, 2],
	[1, 1],
	[1, 2],
	[2, 2],
] as const;

/**
 * From a mass and the inertia about its centre [kg m²], by its three values along the axes or as a symmetric matrix by rows.
 */
export function massAsGiven(
	label: string,
	mass: number,
	centre: Vector3,
	inertia: readonly number[],
): MassProperties {
	if (!(mass > 0 && Number.isFinite(mass)))
		throw new Error(`${label}: mass is ${mass}; it must be positive [kg]`);
	const I =
		inertia.length === 3
			? [inertia[0], 0, 0, 0, inertia[1], 0, 0, 0, inertia[2]]
			: inertia;
	if (I.length !== 9 || !I.every(Number.isFinite))
		throw new Error(
			`${label}: inertia has ${inertia.length} numbers; give three along the axes, or nine by rows [kg m²]`,
		);
	for (const [r, s] of momentAxes)
		if (Math.abs(I[3 * r + s] - I[3 * s + r]) > 1e-9 * Math.abs(I[4 * r]))
			throw new Error(
				`${label}: inertia is not symmetric: ${I[3 * r + s]} and ${I[3 * s + r]} differ`,
			);
	const half = (I[0] + I[4] + I[8]) / 2;
	const moments = momentAxes.map(
		([r, s]) => (r === s ? half : 0) - I[3 * r + s],
	);
	const [xx, xy, xz, yy, yz, zz] = moments;
	const isPossible =
		xx >= 0 &&
		yy >= 0 &&
		zz >= 0 &&
		xx * yy >= xy * xy &&
		yy * zz >= yz * yz &&
		xx * zz >= xz * xz &&
		Math.min(I[0], I[4], I[8]) > 0;
	if (!isPossible)
		throw new Error(
			`${label}: inertia [${inertia.join(", ")}] belongs to no body; each value along an axis must be positive and at most the sum of the other two`,
		);
	return { mass, centre, moments };
}
