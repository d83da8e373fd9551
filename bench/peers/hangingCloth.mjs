/** The cloth that every peer simulates: 1 m², 0.2 kg, lying flat, held at two corners, 3 s in steps of 1/60 s. */

export const side = 71;
export const timeStep = 1 / 60;
export const mass = 0.2;
export const vertexMass = mass / side ** 2;
const steps = 180;

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
 * Runs and prints CPU time per step [ms], the 99th percentile of edge stretch at the end, and the depth [m] of the lowest
 * point below the pins, as a mean over the last second, since the cloth still swings.
 */
export function hang(step, currentPositions) {
	let cpu = 0;
	const depths = [];
	for (let i = 1; i <= steps; i++) {
		const start = process.cpuUsage();
		step();
		const { user, system } = process.cpuUsage(start);
		cpu += user + system;
		if (i > steps - 60 && i % 5 === 0) depths.push(depth(currentPositions()));
	}
	const stretches = edgeStretches(currentPositions());
	console.info(
		JSON.stringify({
			msPerStep: cpu / 1000 / steps,
			stretch99: stretches[Math.floor(0.99 * stretches.length)],
			sag: depths.reduce((a, b) => a + b) / depths.length,
		}),
	);
}

function depth(x) {
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
