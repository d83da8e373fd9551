/**
 * Second derivatives of a distance d = |r|, r = Σ cₖ xₖ, where the closest points move along with the vertices. They depend on m = 0, 1 or 2 numbers β (where on an
 * edge, a triangle, two edges), which make f = ½|r|² least. With T = ∂r/∂β, G = TᵀT and c′ₖ = ∂cₖ/∂β:
 *
 *   ∂²f/∂xₖ∂xₗ = cₖ cₗ I − (cₖ T + r c′ₖᵀ) G⁻¹ (cₗ T + r c′ₗᵀ)ᵀ,   ∂²d = (∂²f − ∂d ∂dᵀ)/d,   ∂d/∂xₖ = cₖ r/d
 *
 * One formula for all cases, since r is linear in β.
 */
import {
	numberOf,
	numbersOf,
	TouchNumber,
	Touches,
	vertexOf,
} from "./touches";

/** What is written, in a room of f64 numbers: ∂²d, 12×12 by rows; the shares of turning, 4×4; and what these are made of. */
export const gapHessian: u32 = 0;
export const turning: u32 = 144;
const rates: u32 = 160;
const tangents: u32 = 168;
const rows: u32 = 174;
const scaled: u32 = 198;
const way: u32 = 222;
export const gapRoom: u32 = 225;

/** G⁻¹, symmetric. */
let inverse00: f64 = 0;
let inverse01: f64 = 0;
let inverse11: f64 = 0;

@inline
function get(room: usize, i: u32): f64 {
	return load<f64>(room + 8 * i);
}

@inline
function set(room: usize, i: u32, value: f64): void {
	store<f64>(room + 8 * i, value);
}

/** ∂cₖ/∂β, m numbers for each of the four vertices; returns m. */
function parameterRates(mask: u32, areEdges: bool, room: usize): u32 {
	memory.fill(room + 8 * rates, 0, 64);
	let m: u32 = 0;
	const sides: u32 = areEdges ? 2 : 1;
	for (let side: u32 = 0; side < sides; side++) {
		const bits: u32 = mask & (areEdges ? (side == 0 ? 3 : 12) : 14);
		const sign: f64 = areEdges && side == 0 ? 1 : -1;
		// β moves the closest point from the first vertex of a side to each of its others.
		let first: i32 = -1;
		for (let k = 0; k < 4; k++) {
			if (!(bits & (1 << k))) continue;
			if (first < 0) first = k;
			else {
				set(room, rates + 2 * first + m, -sign);
				set(room, rates + 2 * k + m, sign);
				m++;
			}
		}
	}
	return m;
}

/** G = TᵀT inverted, zero beyond m. */
function invertGram(
	touches: Touches,
	i: u32,
	m: u32,
	x: usize,
	room: usize,
): void {
	memory.fill(room + 8 * tangents, 0, 48);
	for (let b: u32 = 0; b < m; b++)
		for (let k: u32 = 0; k < 4; k++) {
			const rate = get(room, rates + 2 * k + b);
			if (rate == 0) continue;
			const at = x + 24 * vertexOf(touches, i, k);
			for (let j: u32 = 0; j < 3; j++) {
				const to = tangents + 3 * b + j;
				set(room, to, get(room, to) + rate * get(at, j));
			}
		}
	const t0 = get(room, tangents);
	const t1 = get(room, tangents + 1);
	const t2 = get(room, tangents + 2);
	inverse00 = inverse01 = inverse11 = 0;
	const aa = t0 * t0 + t1 * t1 + t2 * t2;
	if (m == 1) inverse00 = 1 / aa;
	else if (m == 2) {
		const t3 = get(room, tangents + 3);
		const t4 = get(room, tangents + 4);
		const t5 = get(room, tangents + 5);
		const ab = t0 * t3 + t1 * t4 + t2 * t5;
		const bb = t3 * t3 + t4 * t4 + t5 * t5;
		const determinant = aa * bb - ab * ab;
		inverse00 = bb / determinant;
		inverse01 = -ab / determinant;
		inverse11 = aa / determinant;
	}
}

function prepare(touches: Touches, i: u32, x: usize, room: usize): u32 {
	const mask: u32 = load<u8>(touches.masks + i);
	const areEdges = load<u8>(touches.areEdges + i) == 1;
	const m = parameterRates(mask, areEdges, room);
	invertGram(touches, i, m, x, room);
	return m;
}

/**
 * Writes s = d c′ G⁻¹ c′ᵀ, 4×4, of a place: a thing that turns about where it is closest comes nearer by ½ Σ sₖₗ (n·δxₖ)(n·δxₗ). It is the part of −∂²d that is never
 * negative, small where d is a thickness, but not where it is the radius of a ball.
 */
export function writeTurning(
	touches: Touches,
	i: u32,
	x: usize,
	room: usize,
): void {
	prepare(touches, i, x, room);
	const distance = numberOf(numbersOf(touches, i), TouchNumber.distance);
	for (let k: u32 = 0; k < 4; k++) {
		const a = distance * get(room, rates + 2 * k);
		const b = distance * get(room, rates + 2 * k + 1);
		const p = a * inverse00 + b * inverse01;
		const q = a * inverse01 + b * inverse11;
		for (let l: u32 = 0; l < 4; l++)
			set(
				room,
				turning + 4 * k + l,
				p * get(room, rates + 2 * l) + q * get(room, rates + 2 * l + 1),
			);
	}
}

/** Writes ∂²d of a place at positions x. */
export function writeGapHessian(
	touches: Touches,
	i: u32,
	x: usize,
	room: usize,
): void {
	const m = prepare(touches, i, x, room);
	const numbers = numbersOf(touches, i);
	const d = numberOf(numbers, TouchNumber.distance);
	for (let j: u32 = 0; j < 3; j++)
		set(room, way + j, d * numberOf(numbers, TouchNumber.normal + j));
	// cₖ T + r c′ₖᵀ, a row of 12 for each β, and G⁻¹ times that.
	for (let b: u32 = 0; b < 2; b++)
		for (let k: u32 = 0; k < 4; k++)
			for (let j: u32 = 0; j < 3; j++)
				set(
					room,
					rows + 12 * b + 3 * k + j,
					b < m
						? get(numbers, k) * get(room, tangents + 3 * b + j) +
								get(room, way + j) * get(room, rates + 2 * k + b)
						: 0,
				);
	for (let j: u32 = 0; j < 12; j++) {
		const first = get(room, rows + j);
		const second = get(room, rows + 12 + j);
		set(room, scaled + j, inverse00 * first + inverse01 * second);
		set(room, scaled + 12 + j, inverse01 * first + inverse11 * second);
	}
	const share = 1 / d;
	for (let p: u32 = 0; p < 12; p++) {
		const cp = get(numbers, p / 3);
		const np = get(room, way + (p % 3)) / d;
		for (let q = p; q < 12; q++) {
			const cq = get(numbers, q / 3);
			const nq = get(room, way + (q % 3)) / d;
			const same: f64 = p % 3 == q % 3 ? 1 : 0;
			const entry =
				share *
				(cp * cq * (same - np * nq) -
					get(room, rows + p) * get(room, scaled + q) -
					get(room, rows + 12 + p) * get(room, scaled + 12 + q));
			set(room, gapHessian + 12 * p + q, entry);
			set(room, gapHessian + 12 * q + p, entry);
		}
	}
}
