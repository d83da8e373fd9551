/** What springs of a box give its nine constants of elasticity, as linear functions of their stiffness. */
export function springStiffnessMatrix(
	sides: readonly [number, number, number],
	diagonals: readonly ("faces" | "body")[],
) {
	/** Four equal springs along a vector: l² l² over its squared length, for pairs of axes. */
	const constants = (along: readonly number[]) => {
		const squared = along.reduce((sum, c) => sum + c * c, 0);
		const [x, y, z] = along.map((c) => c * c);
		const pairs = [x * x, y * y, z * z, x * y, y * z, z * x];
		// Stretches and their couplings, then shear, which is the coupling again.
		return [...pairs, ...pairs.slice(3)].map((c) => c / squared);
	};
	const [x, y, z] = sides;
	const kinds = [
		[x, 0, 0],
		[0, y, 0],
		[0, 0, z],
		...(diagonals.includes("faces")
			? [
					[0, y, z],
					[x, 0, z],
					[x, y, 0],
				]
			: []),
		...(diagonals.includes("body") ? [[x, y, z]] : []),
	];
	const rows = kinds.map(constants);
	return { rows, rank: rankOf(rows) };
}

/** By elimination with the largest entry that is left. */
function rankOf(given: readonly (readonly number[])[]): number {
	const rows = given.map((row) => [...row]);
	let rank = 0;
	for (;;) {
		let best: [number, number] | undefined;
		for (let r = rank; r < rows.length; r++)
			for (let c = 0; c < rows[r].length; c++)
				if (
					Math.abs(rows[r][c]) >
					(best ? Math.abs(rows[best[0]][best[1]]) : 1e-9)
				)
					best = [r, c];
		if (!best) return rank;
		const [pivot, column] = best;
		[rows[rank], rows[pivot]] = [rows[pivot], rows[rank]];
		for (let r = rank + 1; r < rows.length; r++) {
			const factor = rows[r][column] / rows[rank][column];
			for (let c = 0; c < rows[r].length; c++)
				rows[r][c] -= factor * rows[rank][c];
		}
		rank++;
	}
}
