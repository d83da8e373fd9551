import type { PressureLoad } from "../system/pressure.ts";
import type { BodyPressure } from "./body.ts";
import type { BodyRange } from "./bodyRange.ts";

export { pressureGroup, setPressures } from "../system/pressure.ts";

/** A body's pressure on the nodes of a simulation: with the middles of edges where its faces have them. */
export function placedPressure(
	range: BodyRange,
	{ samples, size, corners, share, pressure }: BodyPressure,
): PressureLoad {
	const order = range.elementOrder(corners, size);
	const placed = order ? inOrder(corners, size, order) : corners;
	return {
		...(samples && { samples }),
		faces: samples ? withMiddles(range, placed, size) : range.allAmong(placed),
		pressure: (time) => {
			const given = pressure(time);
			const values =
				given.length === 1 || !order ? given : inOrder(given, size, order);
			return share === 1 ? values : Array.from(values, (p) => share * p);
		},
	};
}

/** Corners, then middles, the first of them between the first two corners. */
function withMiddles(
	range: BodyRange,
	corners: Uint32Array,
	size: number,
): Uint32Array {
	const nodes = new Uint32Array(2 * corners.length);
	for (const [i, vertex] of corners.entries()) {
		const corner = i % size;
		const next = corners[i - corner + ((corner + 1) % size)];
		const at = 2 * (i - corner) + corner;
		nodes[at] = range.among(vertex);
		nodes[at + size] = range.middle(vertex, next);
	}
	return nodes;
}

/** Values of elements, as many for each as it has nodes, in another order. */
function inOrder<T extends Uint32Array | ArrayLike<number>>(
	values: T,
	nodes: number,
	order: Uint32Array,
): T {
	const at = (i: number) =>
		values[nodes * order[Math.floor(i / nodes)] + (i % nodes)];
	const length = { length: values.length };
	return (values instanceof Uint32Array
		? Uint32Array.from(length, (_, i) => at(i))
		: Float64Array.from(length, (_, i) => at(i))) as ArrayLike<number> as T;
}
