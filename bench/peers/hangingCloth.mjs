/** The cloth that every peer simulates: 1 m², 0.2 kg, lying flat, held at two corners, 20 s in steps of 1/60 s. */

export const side = 71;
export const timeStep = 1 / 60;
export const mass = 0.2;
export const vertexMass = mass / side ** 2;
/** Steps during which time is measured, and all; the sag is a mean over the last ones, since the cloth still swings. */
const steps = { timed: 180, all: 1200, last: 300 };

const vertexAt = (i, j) => j * side + i;
export const pinned = [vertexAt(0, side - 1), vertexAt(side - 1, side - 1)];

/** Rest positions [m], xyz per vertex: y is up. */
export const positions = Float32Array.from(
	{ length: 3 * side ** 2 },
	(_, k) => {
		const vertex = Math.floor(k / 3);
		return [vertex % side, 0, Math.floor(vertex / side)][k % 3] / (side - 1);
	},
);

export const triangles = [];
for (let j = 0; j + 1 < side; j++)
	for (let i = 0; i + 1 < side; i++) {
		const [a, b] = [vertexAt(i, j), vertexAt(i + 1, j)];
		const [c, d] = [vertexAt(i + 1, j + 1), vertexAt(i, j + 1)];
		if ((i + j) % 2 === 0) triangles.push(a, c, b, a, d, c);
		else triangles.push(a, d, b, b, d, c);
	}

/** The edges along the grid, those that all engines have. */
const edges = [];
for (let j = 0; j < side; j++)
	for (let i = 0; i < side; i++) {
		if (i + 1 < side) edges.push([vertexAt(i, j), vertexAt(i + 1, j)]);
		if (j + 1 < side) edges.push([vertexAt(i, j), vertexAt(i, j + 1)]);
	}

/**
 * Runs and prints CPU time per step [ms] and the 99th percentile of edge stretch over the first 3 s, when it falls, and the
 * depth [m] of the lowest point below the pins over the last 5 of 20 s, when it has nearly come to rest: its mean and its
 * standard deviation.
 */
export function hang(step, currentPositions) {
	const start = process.cpuUsage();
	for (let i = 0; i < steps.timed; i++) step();
	const { user, system } = process.cpuUsage(start);
	const stretches = edgeStretches(currentPositions());
	const depths = [];
	for (let i = steps.timed; i < steps.all; i++) {
		step();
		if (i >= steps.all - steps.last) depths.push(depth(currentPositions()));
	}
	const mean = (values) => values.reduce((a, b) => a + b) / values.length;
	const sag = mean(depths);
	console.info(
		JSON.stringify({
			msPerStep: (user + system) / 1000 / steps.timed,
			stretch99: stretches[Math.floor(0.99 * stretches.length)],
			sag,
			swing: Math.sqrt(mean(depths.map((d) => (d - sag) ** 2))),
		}),
	);
}

export function depth(x) {
	let lowest = Number.POSITIVE_INFINITY;
	for (let v = 1; v < x.length; v += 3) lowest = Math.min(lowest, x[v]);
	return x[3 * pinned[0] + 1] - lowest;
}

/** Ascending. */
function edgeStretches(x) {
	return edges
		.map(([a, b]) => {
			const difference = [0, 1, 2].map((k) => x[3 * a + k] - x[3 * b + k]);
			return Math.hypot(...difference) * (side - 1);
		})
		.sort((a, b) => a - b);
}
