import { DenseCholesky } from "../../solvers/linear/denseCholesky.ts";

/** How often all places change sides without making fewer of them wrong, before they do so one at a time. */
const patience = 3;
/** Some ten are usual. Rounding may keep the last places from settling. */
const mostRounds = 100;

/**
 * The x ≥ 0 with the least ½xᵀGx − c·x, by block principal pivoting (Portugal, Júdice & Vicente 1994): solve with some places free and the others
 * zero; free ones that come out negative become zero, and zeros that would rather be positive become free, until all are right.
 * @param G symmetric positive definite, by rows
 */
export function nonNegative(G: Float64Array, c: Float64Array): Float64Array {
	const count = c.length;
	const isFree = new Uint8Array(count).fill(1);
	let [fewest, left] = [count + 1, patience];
	let x = c;
	for (let round = 0; round < mostRounds; round++) {
		x = solved(G, c, isFree);
		const wrong: number[] = [];
		for (let i = 0; i < count; i++) {
			if (isFree[i] ? x[i] >= 0 : slopeAt(i, x) <= 1e-9 * Math.abs(c[i]))
				continue;
			wrong.push(i);
		}
		if (wrong.length === 0) return x;
		if (wrong.length < fewest) [fewest, left] = [wrong.length, patience];
		else left--;
		for (const i of left >= 0 ? wrong : wrong.slice(-1)) isFree[i] ^= 1;
	}
	return x.map((value) => Math.max(0, value));

	function slopeAt(i: number, x: Float64Array): number {
		let slope = c[i];
		for (let j = 0; j < count; j++) slope -= G[i * count + j] * x[j];
		return slope;
	}
}

/** x of G x = c in the free places, zero in the others. */
function solved(
	G: Float64Array,
	c: Float64Array,
	isFree: Uint8Array,
): Float64Array {
	const places = Array.from(c.keys()).filter((i) => isFree[i]);
	const size = places.length;
	const A = new Float64Array(size * size);
	places.forEach((place, i) => {
		for (let j = 0; j <= i; j++)
			A[i * size + j] = G[place * c.length + places[j]];
	});
	const b = Float64Array.from(places, (place) => c[place]);
	const factors = new DenseCholesky(size);
	if (!factors.factor(A))
		throw new Error(
			"nonNegative: the matrix is not positive definite, or not finite",
		);
	factors.solve(b);
	const x = new Float64Array(c.length);
	places.forEach((place, i) => {
		x[place] = b[i];
	});
	return x;
}
