/**
 * Harmonic weights: Δw = 0 in the object with w = 1 at the frame's own origin and 0 at those of the others, and no flux through the boundary.
 * They are between 0 and 1, sum to one, follow the shape of the object, and have no maximum away from their origin.
 *
 * Gilles et al. (2011, section 4.1) blur the grid until it no longer changes; here the equation of that limit is solved (`voxels/multigrid.ts`).
 * With the stencil "gaussian" the limit is that of the 3×3×3 blur to the last digits, with "faces" that of Laplace's equation by finite
 * volumes: the same function as voxels become small.
 *
 * A point has no capacity in three dimensions: held at one voxel each, weights become flatter around and steeper at the origins as
 * voxels get smaller. A `radius` makes them independent of resolution.
 */

import {
	requireNonNegative,
	requireOneOf,
	requireOptions,
} from "../../checks.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import {
	type Diffusion,
	type DiffusionStencil,
	diffusion,
} from "../../voxels/diffusion.ts";
import { VoxelMultigrid } from "../../voxels/multigrid.ts";
import { requireGrid, type VoxelGrid } from "../../voxels/voxelGrid.ts";
import { voxelPieces } from "../../voxels/voxelPieces.ts";
import { requireOrigins } from "../frameArguments.ts";
import { type RigidRegion, rigidVoxels } from "./rigidRegion.ts";
import {
	type VoxelWeights,
	type VoxelWeightsOptions,
	voxelWeights,
} from "./voxelWeights.ts";

export interface HarmonicWeightsOptions
	extends Pick<VoxelWeightsOptions, "boundary"> {
	/** Parts of the object that move rigidly with a frame. */
	readonly regions?: readonly RigidRegion[];
	/** Around each origin [m], within which its weight is 1. Default 0: at the nearest voxel only, as in the paper. */
	readonly radius?: number;
	/** Default "faces". */
	readonly stencil?: DiffusionStencil;
}

const names = ["regions", "radius", "stencil", "boundary"];

/** Tolerance of the residual. Gradients are differences of neighbours, so weights need more digits than they show. */
const tolerance = 1e-12;

/** @param origins of the frames [m]; the nearest voxel of the object is taken for each */
export function harmonicWeights(
	grid: VoxelGrid,
	origins: readonly Vector3[],
	options: HarmonicWeightsOptions = {},
): VoxelWeights {
	requireGrid("harmonicWeights", grid);
	requireOrigins("harmonicWeights", origins);
	requireOptions("harmonicWeights", options, names);
	const { regions = [], radius = 0, stencil = "faces", boundary } = options;
	requireNonNegative("harmonicWeights: radius", radius);
	requireOneOf("harmonicWeights: stencil", stencil, ["faces", "gaussian"]);
	const frameCount = origins.length;
	const rigid = rigidVoxels("harmonicWeights", grid, frameCount, regions);
	const holder = holders(grid, origins, radius, rigid);
	requireHeldPieces(grid, holder);

	const values = new Float64Array(grid.voxels.length * frameCount);
	holder.forEach((frame, place) => {
		if (frame > 0) values[place * frameCount + frame - 1] = 1;
	});
	const isHeld = Uint8Array.from(holder, (frame) => (frame ? 1 : 0));
	const system = diffusion(grid, stencil, isHeld);
	const solver = new VoxelMultigrid(system.matrix, placesOf(grid, system.free));
	const w = new Float64Array(system.free.length);
	for (let frame = 0; frame + 1 < frameCount; frame++) {
		const b = inflow(system, (place) => values[place * frameCount + frame]);
		const { iterations, residual } = solver.solve(b, w.fill(0), tolerance);
		if (!(residual < 1e3 * tolerance)) {
			throw new Error(
				`harmonicWeights: frame ${frame}: the residual is ${residual} after ${iterations} iterations; voxels as long as wide help`,
			);
		}
		system.free.forEach((place, row) => {
			values[place * frameCount + frame] = w[row];
		});
	}
	// The last one is what the others leave, so that they sum to one.
	for (const place of system.free) {
		let rest = 1;
		for (let frame = 0; frame + 1 < frameCount; frame++)
			rest -= values[place * frameCount + frame];
		values[(place + 1) * frameCount - 1] = rest;
	}
	return voxelWeights(grid, frameCount, values, {
		regions: rigid,
		...(boundary !== undefined && { boundary }),
	});
}

/** For every voxel of the object, one more than the frame whose weight is held at 1 there, or 0. */
function holders(
	grid: VoxelGrid,
	origins: readonly Vector3[],
	radius: number,
	rigid: Uint32Array,
): Uint32Array {
	if (origins.length === 0)
		throw new Error(
			"harmonicWeights: no origins; a body needs at least one frame",
		);
	if (!(radius >= 0))
		throw new Error(
			`harmonicWeights: radius is ${radius}; it must not be negative`,
		);
	const holder = rigid.slice();
	const hold = (place: number, frame: number) => {
		if (holder[place] === 0) holder[place] = frame + 1;
		if (holder[place] === frame + 1) return;
		throw new Error(
			`harmonicWeights: frames ${holder[place] - 1} and ${frame} both hold the voxel at (${grid.centre(grid.voxels[place]).join(", ")}); put frames farther apart, or take smaller voxels or a smaller radius`,
		);
	};
	origins.forEach((origin, frame) => {
		const own = grid.nearest[grid.nearestVoxel(origin)];
		hold(own, frame);
		if (radius === 0) return;
		grid.voxels.forEach((voxel, place) => {
			const [x, y, z] = grid.centre(voxel);
			const distance = Math.hypot(x - origin[0], y - origin[1], z - origin[2]);
			// Rigid regions go before balls around origins.
			if (distance <= radius && rigid[place] === 0) hold(place, frame);
		});
	});
	return holder;
}

function requireHeldPieces(grid: VoxelGrid, holder: Uint32Array): void {
	const { count, pieces } = voxelPieces(grid);
	const isHeld = new Uint8Array(count + 1);
	grid.voxels.forEach((voxel, place) => {
		if (holder[place]) isHeld[pieces[voxel]] = 1;
	});
	const free = grid.voxels.find((voxel) => !isHeld[pieces[voxel]]);
	if (free === undefined) return;
	throw new Error(
		`harmonicWeights: the voxels are in ${count} pieces, and that around (${grid.centre(free).join(", ")}) has no frame; put one there, or take smaller voxels so that parts hang together`,
	);
}

function inflow(
	{ matrix, held }: Diffusion,
	valueAt: (place: number) => number,
): Float64Array {
	const b = new Float64Array(matrix.diagonal.length);
	held.rows.forEach((row, i) => {
		b[row] += held.weights[i] * valueAt(held.places[i]);
	});
	return b;
}

function placesOf(grid: VoxelGrid, free: Uint32Array): Int32Array {
	const places = new Int32Array(3 * free.length);
	free.forEach((place, row) => {
		places.set(grid.place(grid.voxels[place]), 3 * row);
	});
	return places;
}
