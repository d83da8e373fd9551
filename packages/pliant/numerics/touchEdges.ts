/** Pairs of edges that touch, and how much each counts (src/contact/surface/touchFinder.ts). */
import { measureBarrier } from "./barrier";
import { distanceOfEdges, rx, ry, rz } from "./closest";
import { at } from "./edgeMatrix";
import {
	closestBytes,
	recordBytes,
	recordCore,
	recordOuter,
	SurfacePairs,
	TouchingSurfaces,
	vertexOfPair,
} from "./surfacePairs";
import { numbersOf, TouchNumber, Touches } from "./touches";

/** sin² of the angle up to which edges count less, and sine of that by which the way between them leads away from a triangle. */
const nearlyParallel: f64 = 0.01;
const nearlyLevel: f64 = 0.1;
/**
 * Edges that should not count do so much, lest what they may do later in the step finds no resistance; and as much as others where they are pressed so far that this part of the range is left. (Without, they were
 * pressed to a ten thousandth of it, and Newton went on by hundredths.)
 */
const leastShare: f64 = 0.02;
const pressedPart: f64 = 0.1;

/**
 * Adds the pairs of edges that were found near, so many, to a list that has `used` places and room for two of each. Writes to `out` how many places it has then, and
 * whether two things are nearer than their floor.
 * @param closest what is closest of them (`measureNear`)
 * @param start positions at the beginning of the step
 * @param masses of points that are free, 0 of others
 * @param crossings how much pairs count in this step; not a number where that is not known yet
 * @param weightOfOne of a mass of 1 kg [N], as stiff as contacts are, and the slope of the barrier over its range where that rests
 */
export function addEdgeTouches(
	surfaces: TouchingSurfaces,
	pairs: SurfacePairs,
	count: u32,
	closest: usize,
	start: usize,
	masses: usize,
	crossings: usize,
	floorShare: f64,
	outerShare: f64,
	weightOfOne: f64,
	slopeAtRest: f64,
	touches: Touches,
	used: u32,
	out: usize,
): void {
	let isThrough = false;
	for (let near: u32 = 0; near < count; near++) {
		const i = at(pairs.near, near);
		const record = pairs.records + recordBytes * i;
		const core = load<f64>(record, recordCore);
		const outer = load<f64>(record, recordOuter) - core;
		const found = closest + closestBytes * near;
		const distance = load<f64>(found, 56);
		const weight =
			0.5 *
			max(
				massOf(pairs, i, 0, masses) + massOf(pairs, i, 1, masses),
				massOf(pairs, i, 2, masses) + massOf(pairs, i, 3, masses),
			);
		const share = crossingOf(surfaces, pairs, i, start, crossings);
		if (!(share > 0 && weight > 0)) {
			if (!(distance > core + (floorShare / outerShare) * outer))
				isThrough = true;
			continue;
		}
		const thickness = outer / outerShare;
		const floor = core + floorShare * thickness;
		const reach = (outerShare - floorShare) * thickness;
		if (!(distance > floor)) {
			isThrough = true;
			continue;
		}
		const kappa = (weightOfOne * weight) / (slopeAtRest * reach);
		placePair(touches, used, pairs, i, found);
		placeBarrier(touches, used++, distance, share, kappa * share, floor, reach);
		const pressed = pressedPart * reach;
		if (share == 1 || !(distance < floor + pressed)) continue;
		// As stiff as others are, near the floor.
		const rest = (kappa * (1 - share)) / (pressedPart * pressedPart);
		placePair(touches, used, pairs, i, found);
		placeBarrier(touches, used++, distance, share, rest, floor, pressed);
	}
	store<f64>(out, used);
	store<f64>(out, isThrough ? 1 : 0, 8);
}

/** Writes the vertices and the closest points of a pair. */
function placePair(
	touches: Touches,
	place: u32,
	pairs: SurfacePairs,
	i: u32,
	found: usize,
): void {
	for (let k: u32 = 0; k < 4; k++)
		store<u32>(touches.vertices + 16 * place + 4 * k, vertexOfPair(pairs, i, k));
	store<u8>(touches.areEdges + place, 1);
	store<u8>(touches.masks + place, maskOf(found));
	const numbers = numbersOf(touches, place);
	memory.copy(numbers, found, 32);
	const distance = load<f64>(found, 56);
	for (let k: u32 = 0; k < 24; k += 8)
		store<f64>(
			numbers + 8 * TouchNumber.normal + k,
			load<f64>(found + 32 + k) / distance,
		);
}

function placeBarrier(
	touches: Touches,
	place: u32,
	distance: f64,
	share: f64,
	factor: f64,
	floor: f64,
	reach: f64,
): void {
	const numbers = numbersOf(touches, place);
	store<f64>(numbers, distance, 8 * TouchNumber.distance);
	store<f64>(numbers, factor, 8 * TouchNumber.factor);
	store<f64>(numbers, floor, 8 * TouchNumber.floor);
	store<f64>(numbers, reach, 8 * TouchNumber.reach);
	store<f64>(numbers, share, 8 * TouchNumber.share);
	measureBarrier(distance - floor, reach, numbers + 8 * TouchNumber.barrier);
}

@inline
function massOf(pairs: SurfacePairs, i: u32, k: u32, masses: usize): f64 {
	return load<f64>(masses + 8 * vertexOfPair(pairs, i, k));
}

/** Which of four vertices take part. */
function maskOf(coefficients: usize): u32 {
	let mask: u32 = 0;
	for (let k: u32 = 0; k < 4; k++)
		if (load<f64>(coefficients + 8 * k) != 0) mask |= 1 << k;
	return mask;
}

/** How much two edges count, from 0 to 1. */
function crossingOf(
	surfaces: TouchingSurfaces,
	pairs: SurfacePairs,
	i: u32,
	start: usize,
	crossings: usize,
): f64 {
	const known = load<f64>(crossings + 8 * i);
	if (known == known) return known;
	const share = crossing(surfaces, pairs, i, start);
	store<f64>(crossings + 8 * i, share);
	return share;
}

function crossing(
	surfaces: TouchingSurfaces,
	pairs: SurfacePairs,
	i: u32,
	start: usize,
): f64 {
	const a = start + 24 * vertexOfPair(pairs, i, 0);
	const b = start + 24 * vertexOfPair(pairs, i, 1);
	const c = start + 24 * vertexOfPair(pairs, i, 2);
	const d = start + 24 * vertexOfPair(pairs, i, 3);
	let uu: f64 = 0;
	let uv: f64 = 0;
	let vv: f64 = 0;
	for (let k: u32 = 0; k < 24; k += 8) {
		const u = load<f64>(b + k) - load<f64>(a + k);
		const v = load<f64>(d + k) - load<f64>(c + k);
		uu += u * u;
		uv += u * v;
		vv += v * v;
	}
	const share = ramp((1 - (uv * uv) / (uu * vv)) / nearlyParallel);
	if (share == 0) return 0;
	const distance = distanceOfEdges(a, b, c, d);
	const record = pairs.records + recordBytes * i;
	const first = load<u32>(record);
	const second = load<u32>(record, 4);
	const away =
		leadsAway(surfaces, second, 1, start, distance) *
		leadsAway(surfaces, first, -1, start, distance);
	return share * max(leastShare, away);
}

/** How much the way to the other edge, that was last measured, leads away from the triangles of an edge. */
function leadsAway(
	surfaces: TouchingSurfaces,
	edge: u32,
	sign: f64,
	start: usize,
	distance: f64,
): f64 {
	const a = start + 24 * at(surfaces.edges, 2 * edge);
	const b = start + 24 * at(surfaces.edges, 2 * edge + 1);
	let share: f64 = 1;
	for (let side: u32 = 0; side < 2; side++) {
		const opposite = at(surfaces.opposite, 2 * edge + side);
		if (opposite == surfaces.pointCount) continue;
		const c = start + 24 * opposite;
		const ux = load<f64>(b) - load<f64>(a);
		const uy = load<f64>(b, 8) - load<f64>(a, 8);
		const uz = load<f64>(b, 16) - load<f64>(a, 16);
		const wx = load<f64>(c) - load<f64>(a);
		const wy = load<f64>(c, 8) - load<f64>(a, 8);
		const wz = load<f64>(c, 16) - load<f64>(a, 16);
		const uu = ux * ux + uy * uy + uz * uz;
		const uw = ux * wx + uy * wy + uz * wz;
		const ww = wx * wx + wy * wy + wz * wz;
		const ur = ux * rx + uy * ry + uz * rz;
		const wr = wx * rx + wy * ry + wz * rz;
		// Along the triangle and across the edge: w less its part along u.
		const along = uw / uu;
		const length = sqrt<f64>(ww - along * uw);
		const sine = (-sign * (wr - along * ur)) / (length * distance);
		share *= ramp(sine / nearlyLevel);
	}
	return share;
}

/** Rises from 0 to 1, smoothly at its end, and is 0 for what is no number. */
@inline
function ramp(q: f64): f64 {
	return q > 0 ? (q < 1 ? q * (2 - q) : 1) : 0;
}
