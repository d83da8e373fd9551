/** Places where things that run into each other on their ways stop in front of each other (src/contact/surface/keepApart.ts). */
import { c0, c1, c2, c3, rx, ry, rz } from "./closest";
import { at } from "./edgeMatrix";
import {
	closestOnWays,
	floorOfPair,
	freeWayOfPair,
	outerOfPair,
	SurfacePairs,
	TouchingSurfaces,
	vertexOfPair,
} from "./surfacePairs";

@unmanaged
export class StopList {
	count: u32;
	/** Four vertices each. */
	vertices: usize;
	/** `stopNumbers` in f64: cₖ of the vertices, the direction between the two sides, how near they may come [m], and how mobile they are together [1/kg], inverted. */
	numbers: usize;
}
export const stopNumbers: u32 = 9;

/** What is left of a gap, or of the range in which things push where that is less. */
const left: f64 = 0.5;
const sweeps: u32 = 2;

/** 1/m [1/kg] of a point that can be moved by itself, else 0. */
@inline
function mobility(masses: usize, movable: u32, point: u32): f64 {
	if (point >= movable) return 0;
	const mass = load<f64>(masses + 8 * point);
	return mass > 0 ? 1 / mass : 0;
}

/** Notes where each of so many pairs that were found blocked meets on its way, and how near it may come along the normal that it has there. */
export function addStops(
	surfaces: TouchingSurfaces,
	pairs: SurfacePairs,
	count: u32,
	x: usize,
	ways: usize,
	floorShare: f64,
	masses: usize,
	movable: u32,
	stops: StopList,
): void {
	for (let i: u32 = 0; i < count; i++) {
		const pair = at(pairs.near, i);
		const floor = floorOfPair(pairs, pair, floorShare);
		const outer = outerOfPair(pairs, pair);
		const part = freeWayOfPair(surfaces, pairs, pair, x, ways, floor);
		if (part == 1) continue;
		const gap =
			min(closestOnWays(surfaces, pairs, pair, x, ways, 0), outer) - floor;
		const distance = closestOnWays(surfaces, pairs, pair, x, ways, part);
		const to = stops.numbers + 8 * stopNumbers * stops.count;
		store<f64>(to, c0);
		store<f64>(to, c1, 8);
		store<f64>(to, c2, 16);
		store<f64>(to, c3, 24);
		store<f64>(to, rx / distance, 32);
		store<f64>(to, ry / distance, 40);
		store<f64>(to, rz / distance, 48);
		let sum: f64 = 0;
		for (let v: u32 = 0; v < 4; v++) {
			const point = vertexOfPair(pairs, pair, v);
			const c = load<f64>(to + 8 * v);
			sum += c * c * mobility(masses, movable, point);
			store<u32>(stops.vertices + 16 * stops.count + 4 * v, point);
		}
		if (!(gap > 0 && sum > 0)) continue;
		store<f64>(to, floor + left * gap, 56);
		store<f64>(to, 1 / sum, 64);
		stops.count++;
	}
}

/** Lets the two sides of stops go as far as they may, one after the other, some times. */
export function runStops(
	stops: StopList,
	x: usize,
	ways: usize,
	masses: usize,
	movable: u32,
): void {
	for (let sweep: u32 = 0; sweep < sweeps; sweep++)
		for (let i: u32 = 0; i < stops.count; i++)
			stop(
				stops.vertices + 16 * i,
				stops.numbers + 8 * stopNumbers * i,
				x,
				ways,
				masses,
				movable,
			);
}

function stop(
	vertices: usize,
	numbers: usize,
	x: usize,
	ways: usize,
	masses: usize,
	movable: u32,
): void {
	const normal = numbers + 32;
	let distance: f64 = 0;
	for (let v: u32 = 0; v < 4; v++) {
		const c = load<f64>(numbers + 8 * v);
		const first = 24 * at(vertices, v);
		for (let k: u32 = 0; k < 24; k += 8)
			distance +=
				c *
				load<f64>(normal + k) *
				(load<f64>(x + first + k) + load<f64>(ways + first + k));
	}
	const missing = load<f64>(numbers, 56) - distance;
	if (!(missing > 0)) return;
	for (let v: u32 = 0; v < 4; v++) {
		const point = at(vertices, v);
		const c = load<f64>(numbers + 8 * v);
		const by =
			c * mobility(masses, movable, point) * load<f64>(numbers, 64) * missing;
		const way = ways + 24 * point;
		for (let k: u32 = 0; k < 24; k += 8)
			store<f64>(way + k, load<f64>(way + k) + by * load<f64>(normal + k));
	}
}
