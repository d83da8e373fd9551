/** Gauss–Legendre's points and weights on [0, 1], for 1 to 4 points: exact for polynomials of degree 2n − 1. */
export const gaussLegendre: readonly {
	readonly points: readonly number[];
	readonly weights: readonly number[];
}[] = [
	{ points: [0.5], weights: [1] },
	symmetric([Math.sqrt(1 / 3)], [1]),
	symmetric([Math.sqrt(3 / 5), 0], [5 / 9, 8 / 9]),
	symmetric(
		[
			Math.sqrt(3 / 7 + (2 / 7) * Math.sqrt(6 / 5)),
			Math.sqrt(3 / 7 - (2 / 7) * Math.sqrt(6 / 5)),
		],
		[(18 - Math.sqrt(30)) / 36, (18 + Math.sqrt(30)) / 36],
	),
];

/** From points x ≥ 0 and weights on [−1, 1], those farthest from the middle first. */
function symmetric(x: readonly number[], weights: readonly number[]) {
	const mirrored = x.map((_, i) => i).reverse();
	const right = mirrored.filter((i) => x[i] > 0);
	return {
		points: [...x.map((c) => (1 - c) / 2), ...right.map((i) => (1 + x[i]) / 2)],
		weights: [...weights, ...right.map((i) => weights[i])].map((w) => w / 2),
	};
}
