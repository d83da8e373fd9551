/** How far points are from where they were expected when pairs of surfaces were looked for. */
import { SurfaceTree } from "./surfaceBoxes";
import { TouchingSurfaces } from "./surfacePairs";
import { isFirst } from "./team";

/**
 * Measures e of x = x₀ + s w₀ + e, where x₀ and w₀ are what pairs were looked for at and the s from 0 to 1, the same for all, is the one that suits best: writes the length
 * of each point's e and s, and for x + more, where `more` is not 0, and x the longest that each had so far to `reached`. Points of which one of the two is more than their room
 * are flagged as strays; writes to `out` how many there are, and to `gone` s of x and of x + more, and the part of `more` on which no point leaves its room: on the way e is
 * no longer than the lengths at its ends tell.
 */
export function measureDrift(
	ofSurfaces: TouchingSurfaces,
	ofTree: SurfaceTree,
	points: u32,
	x: usize,
	more: usize,
	reached: usize,
	out: usize,
): void {
	if (!isFirst()) return;
	const s = gone(ofTree, points, x, 0);
	const t = more ? gone(ofTree, points, x, more) : 0;
	const drifts = ofSurfaces.drifts;
	store<f64>(ofSurfaces.gone, s);
	store<f64>(ofSurfaces.gone, t, 8);
	let strays: u32 = 0;
	let part: f64 = 1;
	for (let i: u32 = 0; i < points; i++) {
		const drift = sqrt<f64>(driftSquared(ofTree, i, s, x, 0));
		store<f64>(drifts + 8 * i, drift);
		const longest = more
			? max(drift, sqrt<f64>(driftSquared(ofTree, i, t, x, more)))
			: drift;
		const room = load<f64>(ofTree.rooms + 8 * i);
		const isCovered = longest <= room;
		store<u32>(ofTree.strays + 4 * i, isCovered ? 0 : 1);
		if (!isCovered) {
			strays++;
			part = drift < room ? min(part, (room - drift) / (longest - drift)) : 0;
		}
		const known = load<f64>(reached + 8 * i);
		store<f64>(reached + 8 * i, max(known, longest));
	}
	store<f64>(ofSurfaces.gone, part, 16);
	store<f64>(out, strays);
}

/** s that suits x, or x + more. */
function gone(looked: SurfaceTree, points: u32, x: usize, more: usize): f64 {
	if (!looked.hasWays) return 0;
	const last: usize = 24 * points;
	let along: f64 = 0;
	let squares: f64 = 0;
	for (let i: usize = 0; i < last; i += 8) {
		const way = load<f64>(looked.ways + i);
		let e = load<f64>(x + i) - load<f64>(looked.x + i);
		if (more) e += load<f64>(more + i);
		along += e * way;
		squares += way * way;
	}
	return squares > 0 ? min<f64>(1, max<f64>(0, along / squares)) : 0;
}

@inline
function driftSquared(
	looked: SurfaceTree,
	point: u32,
	s: f64,
	x: usize,
	more: usize,
): f64 {
	let square: f64 = 0;
	const first: usize = 24 * point;
	for (let k = first; k < first + 24; k += 8) {
		let e =
			load<f64>(x + k) - load<f64>(looked.x + k) - s * load<f64>(looked.ways + k);
		if (more) e += load<f64>(more + k);
		square += e * e;
	}
	return square;
}
