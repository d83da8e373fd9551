/**
 * Second derivatives of a distance d = |r|, r = Σ cₖ xₖ, where the closest points move along with the vertices. They depend on m = 0, 1 or 2 numbers β (where on an
 * edge, a triangle, two edges), which make f = ½|r|² least. With T = ∂r/∂β, G = TᵀT and c′ₖ = ∂cₖ/∂β:
 *
 *   ∂²f/∂xₖ∂xₗ = cₖ cₗ I − (cₖ T + r c′ₖᵀ) G⁻¹ (cₗ T + r c′ₗᵀ)ᵀ,   ∂²d = (∂²f − ∂d ∂dᵀ)/d,   ∂d/∂xₖ = cₖ r/d
 *
 * One formula for all cases, since r is linear in β.
 */
import type { Closest } from "./closest.ts";

/** ∂cₖ/∂β, m numbers for each of the four vertices; returns m. */
function parameterRates(
	mask: number,
	isEdges: boolean,
	rates: Float64Array,
): number {
	rates.fill(0);
	let m = 0;
	for (let side = 0; side < (isEdges ? 2 : 1); side++) {
		const bits = mask & (isEdges ? (side === 0 ? 3 : 12) : 14);
		const sign = isEdges && side === 0 ? 1 : -1;
		// β moves the closest point from the first vertex of a side to each of its others.
		let first = -1;
		for (let k = 0; k < 4; k++) {
			if (!(bits & (1 << k))) continue;
			if (first < 0) first = k;
			else {
				rates[2 * first + m] = -sign;
				rates[2 * k + m] = sign;
				m++;
			}
		}
	}
	return m;
}

/** G = TᵀT inverted, 2×2; zero beyond m. */
function invertGram(
	x: Float64Array,
	vertices: ArrayLike<number>,
	m: number,
): void {
	T.fill(0);
	for (let b = 0; b < m; b++)
		for (let k = 0; k < 4; k++)
			for (let i = 0; i < 3; i++)
				T[3 * b + i] += rates[2 * k + b] * x[3 * vertices[k] + i];
	const gram = (a: number, b: number) =>
		T[3 * a] * T[3 * b] +
		T[3 * a + 1] * T[3 * b + 1] +
		T[3 * a + 2] * T[3 * b + 2];
	inverse.fill(0);
	if (m === 1) inverse[0] = 1 / gram(0, 0);
	else if (m === 2) {
		const [aa, ab, bb] = [gram(0, 0), gram(0, 1), gram(1, 1)];
		const determinant = aa * bb - ab * ab;
		inverse[0] = bb / determinant;
		inverse[1] = inverse[2] = -ab / determinant;
		inverse[3] = aa / determinant;
	}
}

/**
 * Writes s = d c′ G⁻¹ c′ᵀ, 4×4: a thing that turns about where it is closest comes nearer by ½ Σ sₖₗ (n·δxₖ)(n·δxₗ). It is the part of −∂²d that is never negative, small where d is a
 * thickness, but not where it is the radius of a ball.
 */
export function turningShares(
	x: Float64Array,
	vertices: ArrayLike<number>,
	{ mask, distance }: Closest,
	isEdges: boolean,
	out: Float64Array,
): void {
	invertGram(x, vertices, parameterRates(mask, isEdges, rates));
	for (let k = 0; k < 4; k++)
		for (let l = 0; l < 4; l++) {
			let sum = 0;
			for (let a = 0; a < 2; a++)
				for (let b = 0; b < 2; b++)
					sum += rates[2 * k + a] * inverse[2 * a + b] * rates[2 * l + b];
			out[4 * k + l] = distance * sum;
		}
}

const rates = new Float64Array(8);
const T = new Float64Array(6);
const inverse = new Float64Array(4);
const rows = new Float64Array(24);
const scaled = new Float64Array(24);

/**
 * Writes ∂²d, 12×12 by rows, of closest points at the positions of four vertices.
 * @param isEdges whether they are those of two edges, or of a point and a triangle
 */
export function gapHessian(
	x: Float64Array,
	vertices: ArrayLike<number>,
	{ c, mask, r, distance: d }: Closest,
	isEdges: boolean,
	out: Float64Array,
): void {
	const m = parameterRates(mask, isEdges, rates);
	invertGram(x, vertices, m);
	// cₖ T + r c′ₖᵀ, a row of 12 for each β, and G⁻¹ times that.
	for (let b = 0; b < 2; b++)
		for (let k = 0; k < 4; k++)
			for (let i = 0; i < 3; i++)
				rows[12 * b + 3 * k + i] =
					b < m ? c[k] * T[3 * b + i] + r[i] * rates[2 * k + b] : 0;
	for (let i = 0; i < 12; i++) {
		scaled[i] = inverse[0] * rows[i] + inverse[1] * rows[12 + i];
		scaled[12 + i] = inverse[2] * rows[i] + inverse[3] * rows[12 + i];
	}
	const share = 1 / d;
	for (let i = 0; i < 12; i++) {
		const [ci, ni] = [c[Math.floor(i / 3)], r[i % 3] / d];
		for (let j = i; j < 12; j++) {
			const [cj, nj] = [c[Math.floor(j / 3)], r[j % 3] / d];
			const entry =
				share *
				(ci * cj * ((i % 3 === j % 3 ? 1 : 0) - ni * nj) -
					rows[i] * scaled[j] -
					rows[12 + i] * scaled[12 + j]);
			out[12 * i + j] = entry;
			out[12 * j + i] = entry;
		}
	}
}
