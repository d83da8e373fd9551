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
	for (let j = 0; j < 8; j++) rates[j] = 0;
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
	for (let j = 0; j < 6; j++) T[j] = 0;
	for (let b = 0; b < m; b++)
		for (let k = 0; k < 4; k++) {
			const rate = rates[2 * k + b];
			if (rate === 0) continue;
			const at = 3 * vertices[k];
			for (let i = 0; i < 3; i++) T[3 * b + i] += rate * x[at + i];
		}
	for (let j = 0; j < 4; j++) inverse[j] = 0;
	const aa = T[0] * T[0] + T[1] * T[1] + T[2] * T[2];
	if (m === 1) inverse[0] = 1 / aa;
	else if (m === 2) {
		const ab = T[0] * T[3] + T[1] * T[4] + T[2] * T[5];
		const bb = T[3] * T[3] + T[4] * T[4] + T[5] * T[5];
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
	for (let k = 0; k < 4; k++) {
		const a = distance * rates[2 * k];
		const b = distance * rates[2 * k + 1];
		const p = a * inverse[0] + b * inverse[2];
		const q = a * inverse[1] + b * inverse[3];
		for (let l = 0; l < 4; l++)
			out[4 * k + l] = p * rates[2 * l] + q * rates[2 * l + 1];
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
		const ci = c[Math.floor(i / 3)];
		const ni = r[i % 3] / d;
		for (let j = i; j < 12; j++) {
			const cj = c[Math.floor(j / 3)];
			const nj = r[j % 3] / d;
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
