/** The bodies of a simulation as errors are measured: relative to the size of each, root mean square over its nodes, the largest of all. */
import { boxSides, edgeLength } from "../mesh/measure.ts";
import type { BuiltScene } from "../scene/build.ts";

/** A range of nodes with mass. */
export interface MeasuredBody {
	readonly begin: number;
	readonly end: number;
	/** Number of nodes that its mean is over. */
	readonly count: number;
	/** [m] */
	readonly size: number;
	/** [kg] */
	readonly mass: number;
	/** Mean distance of neighboring nodes [m]. */
	readonly edge: number;
	readonly isFrames: boolean;
	/** Whether some of it is fixed or moves as prescribed. */
	readonly isHeld: boolean;
}

/** Writes the mass of each node [kg], for the rotation of a frame its inertia over the square of its arm, and returns the bodies. */
export function measuredBodies(
	{ ranges, frameParts, frames, model, state, constraints }: BuiltScene,
	masses: Float64Array,
): MeasuredBody[] {
	masses.set(model.mass.diagonal());
	const bodyOf = (
		body: Omit<MeasuredBody, "mass" | "isHeld">,
	): MeasuredBody => {
		let mass = 0;
		let isHeld = false;
		for (let i = body.begin; i < body.end; i++) {
			mass += masses[i];
			isHeld ||= constraints.isFixed(i);
		}
		return { ...body, mass, isHeld };
	};
	return [
		...ranges.flatMap(({ first, count, firstInner, innerCount, body }) => {
			const size = Math.hypot(...boxSides(body.mesh.positions));
			const edge = meanEdge(model.pattern, state.x.array, first, first + count);
			const rangeOf = (begin: number, count: number) =>
				bodyOf({
					...{ begin, end: begin + count, count, size, edge },
					isFrames: false,
				});
			return [rangeOf(first, count), rangeOf(firstInner, innerCount)];
		}),
		...frameParts.map((part) => {
			const begin = frames?.positionNode(part.first) ?? 0;
			masses.set(part.nodeMasses(), begin);
			const { count, system } = part;
			const size = system.extent;
			return bodyOf({
				...{ begin, end: begin + 2 * count, count, size, edge: size },
				isFrames: true,
			});
		}),
	].filter(({ count, size, mass }) => count > 0 && size > 0 && mass > 0);
}

/** Mean distance [m] of nodes from the nearest ones that they are coupled with. */
function meanEdge(
	{ rowStart, columns }: BuiltScene["model"]["pattern"],
	x: Float64Array,
	begin: number,
	end: number,
): number {
	let sum = 0;
	let count = 0;
	for (let i = begin; i < end; i++) {
		let least = Number.POSITIVE_INFINITY;
		for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
			const j = columns[k];
			if (j !== i && j >= begin && j < end)
				least = Math.min(least, edgeLength(x, i, j));
		}
		if (least === Number.POSITIVE_INFINITY) continue;
		sum += least;
		count++;
	}
	return count > 0 ? sum / count : Number.POSITIVE_INFINITY;
}

/** The largest of all bodies' errors, relative to their sizes. */
export function largest(
	bodies: readonly MeasuredBody[],
	errorOf: (body: MeasuredBody) => number,
): number {
	let most = 0;
	for (const body of bodies) most = Math.max(most, errorOf(body) / body.size);
	return most;
}

/**
 * Acceleration [m/s²] of a body of vertices as a whole by a gradient [N]: of its center, and at its radius of gyration by turning about it.
 * @param center room for three numbers
 */
export function rigidAcceleration(
	{ begin, end, count, mass }: MeasuredBody,
	x: Float64Array,
	g: Float64Array,
	center: Float64Array,
): number {
	center.fill(0);
	for (let i = 3 * begin; i < 3 * end; i++) center[i % 3] += x[i] / count;
	const [cx, cy, cz] = center;
	let [fx, fy, fz, mx, my, mz, squares] = [0, 0, 0, 0, 0, 0, 0];
	for (let i = 3 * begin; i < 3 * end; i += 3) {
		const rx = x[i] - cx;
		const ry = x[i + 1] - cy;
		const rz = x[i + 2] - cz;
		const gx = g[i];
		const gy = g[i + 1];
		const gz = g[i + 2];
		fx += gx;
		fy += gy;
		fz += gz;
		mx += ry * gz - rz * gy;
		my += rz * gx - rx * gz;
		mz += rx * gy - ry * gx;
		squares += rx * rx + ry * ry + rz * rz;
	}
	const radius = Math.sqrt(squares / count);
	const turning = radius > 0 ? Math.hypot(mx, my, mz) / radius : 0;
	return Math.max(Math.hypot(fx, fy, fz), turning) / mass;
}

/** Returns the acceleration of the common center of all bodies by a gradient [N], over the size of the smallest. */
export function meanAcceleration(
	bodies: readonly MeasuredBody[],
	g: Float64Array,
): number {
	let [fx, fy, fz] = [0, 0, 0];
	let mass = 0;
	let size = Number.POSITIVE_INFINITY;
	for (const body of bodies) {
		// The second node of a frame is its rotation.
		const step = body.isFrames ? 2 : 1;
		for (let i = body.begin; i < body.end; i += step) {
			fx += g[3 * i];
			fy += g[3 * i + 1];
			fz += g[3 * i + 2];
		}
		mass += body.mass;
		size = Math.min(size, body.size);
	}
	return Math.hypot(fx, fy, fz) / mass / size;
}
