/** Which corners of triangles at a vertex share a normal: those that can be reached without crossing a sharp edge. */

/** Edges whose triangles turn by more than this keep their crease. */
const creaseCosine = Math.cos((40 * Math.PI) / 180);

export interface SmoothCorners {
	/** A number for each corner of each triangle: equal for corners that share a normal. */
	readonly corners: Uint32Array;
	/** The axis, 0 to 2, that each triangle faces most. */
	readonly axes: Uint8Array;
}

export function smoothCorners(
	positions: Float64Array,
	triangles: Uint32Array,
): SmoothCorners {
	const count = triangles.length / 3;
	const normals = new Float64Array(3 * count);
	const axes = new Uint8Array(count);
	for (let t = 0; t < count; t++) {
		const n = unitNormal(positions, triangles, t);
		normals.set(n, 3 * t);
		const sizes = n.map(Math.abs);
		// The first of equal ones, but for rounding.
		axes[t] = sizes.findIndex((size) => size >= Math.max(...sizes) - 1e-6);
	}
	const parents = Uint32Array.from({ length: triangles.length }, (_, i) => i);
	const root = (i: number): number => {
		let at = i;
		while (parents[at] !== at) {
			parents[at] = parents[parents[at]];
			at = parents[at];
		}
		return at;
	};
	const sides = new Map<string, number>();
	for (let i = 0; i < triangles.length; i++) {
		const t = Math.floor(i / 3);
		const next = 3 * t + ((i + 1) % 3);
		const [a, b] = [triangles[i], triangles[next]];
		const key = a < b ? `${a} ${b}` : `${b} ${a}`;
		const other = sides.get(key);
		if (other === undefined) {
			sides.set(key, i);
			continue;
		}
		const o = Math.floor(other / 3);
		const otherNext = 3 * o + ((other + 1) % 3);
		const cosine =
			normals[3 * t] * normals[3 * o] +
			normals[3 * t + 1] * normals[3 * o + 1] +
			normals[3 * t + 2] * normals[3 * o + 2];
		if (cosine < creaseCosine) continue;
		for (const mine of [i, next])
			for (const theirs of [other, otherNext])
				if (triangles[mine] === triangles[theirs])
					parents[root(mine)] = root(theirs);
	}
	const numbers = new Map<number, number>();
	const corners = Uint32Array.from(parents, (_, i) => {
		const at = root(i);
		const known = numbers.get(at) ?? numbers.size;
		numbers.set(at, known);
		return known;
	});
	return { corners, axes };
}

function unitNormal(
	positions: Float64Array,
	triangles: Uint32Array,
	t: number,
): number[] {
	const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]);
	const u = [0, 1, 2].map((k) => positions[b + k] - positions[a + k]);
	const v = [0, 1, 2].map((k) => positions[c + k] - positions[a + k]);
	const n = [0, 1, 2].map((k) => {
		const [p, q] = [(k + 1) % 3, (k + 2) % 3];
		return u[p] * v[q] - u[q] * v[p];
	});
	const length = Math.hypot(...n) || 1;
	return n.map((x) => x / length);
}
