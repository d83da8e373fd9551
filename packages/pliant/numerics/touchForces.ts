/** Energies and forces of places where surfaces touch: of barriers, and of friction. */
import { addToSum, beginSum, total } from "./compensatedSum";
import { forceRatio, slidWork } from "./stick";
import { slide } from "./touchBlocks";
import {
	numberOf,
	numbersOf,
	TouchNumber,
	Touches,
	vertexOf,
} from "./touches";

/**
 * Writes the energy of so many places, and of so many that slide, at positions x.
 * @param threshold sliding [m] up to which friction sticks
 * @param start positions at the beginning of the step
 * @param room of `gapRoom` numbers
 */
export function sumTouchEnergies(
	touches: Touches,
	count: u32,
	sliding: Touches,
	slidingCount: u32,
	threshold: f64,
	x: usize,
	start: usize,
	room: usize,
	out: usize,
): void {
	beginSum();
	for (let i: u32 = 0; i < count; i++) {
		const numbers = numbersOf(touches, i);
		addToSum(
			numberOf(numbers, TouchNumber.factor) *
				numberOf(numbers, TouchNumber.barrier),
		);
	}
	for (let i: u32 = 0; i < slidingCount; i++) {
		const u = slide(sliding, i, x, start, room);
		const factor = numberOf(numbersOf(sliding, i), TouchNumber.factor);
		addToSum(factor * slidWork(u, threshold));
	}
	store<f64>(out, total());
}

/** forces += gradient of so many places, xyz per point; writes the sum of squares of their forces. */
export function addTouchForces(
	touches: Touches,
	count: u32,
	forces: usize,
	out: usize,
): void {
	let squares: f64 = 0;
	for (let i: u32 = 0; i < count; i++) {
		const numbers = numbersOf(touches, i);
		const slope =
			numberOf(numbers, TouchNumber.factor) *
			numberOf(numbers, TouchNumber.slope);
		squares += slope * slope;
		addAlong(
			touches,
			i,
			slope * numberOf(numbers, TouchNumber.normal),
			slope * numberOf(numbers, TouchNumber.normal + 1),
			slope * numberOf(numbers, TouchNumber.normal + 2),
			forces,
		);
	}
	store<f64>(out, squares);
}

/** forces += gradient of so many places that slide. */
export function addSlidingForces(
	touches: Touches,
	count: u32,
	threshold: f64,
	x: usize,
	start: usize,
	room: usize,
	forces: usize,
): void {
	for (let i: u32 = 0; i < count; i++) {
		const u = slide(touches, i, x, start, room);
		const ratio =
			forceRatio(u, threshold) *
			numberOf(numbersOf(touches, i), TouchNumber.factor);
		addAlong(
			touches,
			i,
			load<f64>(room) * ratio,
			load<f64>(room, 8) * ratio,
			load<f64>(room, 16) * ratio,
			forces,
		);
	}
}

function addAlong(
	touches: Touches,
	i: u32,
	fx: f64,
	fy: f64,
	fz: f64,
	forces: usize,
): void {
	const numbers = numbersOf(touches, i);
	for (let v: u32 = 0; v < 4; v++) {
		const c = numberOf(numbers, v);
		if (c == 0) continue;
		const to = forces + 24 * vertexOf(touches, i, v);
		store<f64>(to, load<f64>(to) + c * fx);
		store<f64>(to, load<f64>(to, 8) + c * fy, 8);
		store<f64>(to, load<f64>(to, 16) + c * fz, 16);
	}
}
