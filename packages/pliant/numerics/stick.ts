/** Friction that sticks up to a threshold [m], as in src/contact/stick.ts. */

/** f(u) [m] */
@inline
export function slidWork(u: f64, threshold: f64): f64 {
	return u >= threshold
		? u - threshold / 3
		: (u * u * (1 - u / (3 * threshold))) / threshold;
}

/** f′(u)/u [1/m], which has a limit at zero. */
@inline
export function forceRatio(u: f64, threshold: f64): f64 {
	return u >= threshold ? 1 / u : (2 - u / threshold) / threshold;
}

/** −φ′/φ [1/m] of the ratio φ = f′(u)/u. */
@inline
function ratioDecline(u: f64, threshold: f64): f64 {
	return u >= threshold ? 1 / u : 1 / (2 * threshold - u);
}

/**
 * Ends an iteration that led to a sliding `now`. Its Hessian was that of a force w over μλ and of a sliding u, which obey w/φ(|u|) = u; linearized there, w is now
 *
 *   w + δw = φ (u + δu) + (φ′/φ) (û·δu) w
 *
 * as far as friction goes, |w| ≤ 1 (Chan, Golub and Mulet 1999). Near a solution that is as good as the force itself; far from it, where u points elsewhere
 * than w, Hessians of both don't let Newton's method go to and fro across the point of rest.
 */
export function followSlide(
	threshold: f64,
	now: usize,
	pull: usize,
	slid: usize,
): void {
	let before: f64 = 0;
	let change: f64 = 0;
	let isMoved = false;
	for (let k: u32 = 0; k < 24; k += 8) {
		const u = load<f64>(slid + k);
		isMoved = isMoved || u != load<f64>(now + k);
		before += u * u;
		change += u * (load<f64>(now + k) - u);
	}
	if (!isMoved) return;
	before = sqrt<f64>(before);
	const ratio = forceRatio(before, threshold);
	const decline =
		before > 0 ? (ratioDecline(before, threshold) * change) / before : 0;
	let square: f64 = 0;
	for (let k: u32 = 0; k < 24; k += 8) {
		const u = load<f64>(now + k);
		const w = ratio * u - decline * load<f64>(pull + k);
		store<f64>(slid + k, u);
		store<f64>(pull + k, w);
		square += w * w;
	}
	if (square <= 1) return;
	const scale = 1 / sqrt<f64>(square);
	for (let k: u32 = 0; k < 24; k += 8)
		store<f64>(pull + k, scale * load<f64>(pull + k));
}

/**
 * Writes the Hessian of friction over μλ, by rows: φ (I − n nᵀ) + φ′/φ (w ûᵀ + û wᵀ)/2, never negative, which is exact where w is φ u.
 * @param way sliding, of length u
 */
export function writeSlideBlock(
	factor: f64,
	threshold: f64,
	u: f64,
	normal: usize,
	way: usize,
	pull: usize,
	to: usize,
): void {
	const ratio = factor * forceRatio(u, threshold);
	const decline =
		u == 0 ? 0 : (-0.5 * factor * ratioDecline(u, threshold)) / u;
	for (let r: u32 = 0; r < 24; r += 8)
		for (let c: u32 = 0; c < 24; c += 8) {
			const same: f64 = r == c ? 1 : 0;
			const across = same - load<f64>(normal + r) * load<f64>(normal + c);
			const along =
				load<f64>(way + r) * load<f64>(pull + c) +
				load<f64>(way + c) * load<f64>(pull + r);
			store<f64>(to + 3 * r + c, ratio * across + decline * along);
		}
}
