/**
 * Cuts points into parts of about equal importance: the part with the most is cut in two across its longest side, where half of its
 * importance lies on each side, until there are as many as wanted. Returns the points of each part.
 */
export function equalParts(
	positions: Float64Array,
	importance: Float64Array,
	wanted: number,
): Uint32Array[] {
	const total = (points: Uint32Array) => {
		let sum = 0;
		for (const point of points) sum += importance[point];
		return sum;
	};
	const all = Uint32Array.from(importance, (_, i) => i);
	const parts: { points: Uint32Array; sum: number }[] = [
		{ points: all, sum: total(all) },
	];
	const done: Uint32Array[] = [];
	while (parts.length > 0 && parts.length + done.length < wanted) {
		let heaviest = 0;
		for (let i = 1; i < parts.length; i++)
			if (parts[i].sum > parts[heaviest].sum) heaviest = i;
		const { points } = parts[heaviest];
		if (points.length === 1) {
			done.push(points);
			parts.splice(heaviest, 1);
			continue;
		}
		const halves = cut(positions, importance, points);
		parts[heaviest] = { points: halves[0], sum: total(halves[0]) };
		parts.push({ points: halves[1], sum: total(halves[1]) });
	}
	return [...done, ...parts.map(({ points }) => points)];
}

function cut(
	positions: Float64Array,
	importance: Float64Array,
	points: Uint32Array,
): [Uint32Array, Uint32Array] {
	let axis = 0;
	let longest = -1;
	for (let k = 0; k < 3; k++) {
		let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
		for (const point of points) {
			low = Math.min(low, positions[3 * point + k]);
			high = Math.max(high, positions[3 * point + k]);
		}
		if (high - low > longest) [longest, axis] = [high - low, k];
	}
	const sorted = points
		.slice()
		.sort((a, b) => positions[3 * a + axis] - positions[3 * b + axis] || a - b);
	let half = 0;
	for (const point of sorted) half += importance[point] / 2;
	let at = 0;
	let sum = 0;
	while (
		at < sorted.length - 1 &&
		(at === 0 || sum + importance[sorted[at]] / 2 < half)
	)
		sum += importance[sorted[at++]];
	return [sorted.subarray(0, at), sorted.subarray(at)];
}
