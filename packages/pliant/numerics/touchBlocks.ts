/** Blocks of Hessians of places where surfaces touch: of barriers, and of friction. */
import { gapHessian, turning, writeGapHessian, writeTurning } from "./gapHessian";
import { followSlide, writeSlideBlock } from "./stick";
import {
	beginBlock,
	numberOf,
	numbersOf,
	PointBlocks,
	TouchNumber,
	Touches,
	vertexOf,
} from "./touches";

/**
 * Writes blocks of the barriers of places from `first` to before `end` at positions x: b″ ∂d ∂dᵀ + b′ ∂²d; or of a positive matrix, which goes without what is taken away
 * as counted too often, and without b′ ∂²d but for how triangles on balls turn: Newton's steps were cut to a few hundredths where one was pressed on hard.
 * @param points and `nodes` say which blocks are of use (`touches.ts`)
 * @param room of `gapRoom` numbers
 */
export function barrierBlocks(
	touches: Touches,
	first: u32,
	end: u32,
	positive: bool,
	x: usize,
	points: u32,
	nodes: u32,
	room: usize,
	out: PointBlocks,
): void {
	out.count = 0;
	for (let i = first; i < end; i++) {
		if (!positive) exactBlocks(touches, i, x, points, nodes, room, out);
		else if (numberOf(numbersOf(touches, i), TouchNumber.factor) > 0)
			positiveBlocks(touches, i, x, points, nodes, room, out);
	}
}

function positiveBlocks(
	touches: Touches,
	i: u32,
	x: usize,
	points: u32,
	nodes: u32,
	room: usize,
	out: PointBlocks,
): void {
	const numbers = numbersOf(touches, i);
	const factor = numberOf(numbers, TouchNumber.factor);
	const stiffness = factor * numberOf(numbers, TouchNumber.curvature);
	const nx = numberOf(numbers, TouchNumber.normal);
	const ny = numberOf(numbers, TouchNumber.normal + 1);
	const nz = numberOf(numbers, TouchNumber.normal + 2);
	// With a ball or a rod, and far from its centre or axis.
	const turns =
		numberOf(numbers, TouchNumber.floor) > numberOf(numbers, TouchNumber.reach);
	const push = turns ? factor * numberOf(numbers, TouchNumber.slope) : 0;
	if (turns) writeTurning(touches, i, x, room);
	const xx = nx * nx;
	const xy = nx * ny;
	const xz = nx * nz;
	const yy = ny * ny;
	const yz = ny * nz;
	const zz = nz * nz;
	for (let v: u32 = 0; v < 4; v++) {
		const cv = numberOf(numbers, v);
		if (cv == 0) continue;
		const row = vertexOf(touches, i, v);
		for (let w: u32 = 0; w < 4; w++) {
			const cw = numberOf(numbers, w);
			if (cw == 0) continue;
			const to = beginBlock(out, row, vertexOf(touches, i, w), points, nodes);
			if (to == 0) continue;
			let share = stiffness * cv * cw;
			if (turns) share -= push * load<f64>(room + 8 * (turning + 4 * v + w));
			store<f64>(to, share * xx);
			store<f64>(to, share * xy, 8);
			store<f64>(to, share * xz, 16);
			store<f64>(to, share * xy, 24);
			store<f64>(to, share * yy, 32);
			store<f64>(to, share * yz, 40);
			store<f64>(to, share * xz, 48);
			store<f64>(to, share * yz, 56);
			store<f64>(to, share * zz, 64);
		}
	}
}

function exactBlocks(
	touches: Touches,
	i: u32,
	x: usize,
	points: u32,
	nodes: u32,
	room: usize,
	out: PointBlocks,
): void {
	const numbers = numbersOf(touches, i);
	const factor = numberOf(numbers, TouchNumber.factor);
	const stiffness = factor * numberOf(numbers, TouchNumber.curvature);
	const slope = factor * numberOf(numbers, TouchNumber.slope);
	writeGapHessian(touches, i, x, room);
	for (let v: u32 = 0; v < 4; v++) {
		const cv = numberOf(numbers, v);
		if (cv == 0) continue;
		const row = vertexOf(touches, i, v);
		for (let w: u32 = 0; w < 4; w++) {
			const cw = numberOf(numbers, w);
			if (cw == 0) continue;
			const to = beginBlock(out, row, vertexOf(touches, i, w), points, nodes);
			if (to == 0) continue;
			const share = stiffness * cv * cw;
			for (let r: u32 = 0; r < 3; r++) {
				const along = share * numberOf(numbers, TouchNumber.normal + r);
				const from = room + 8 * (gapHessian + 12 * (3 * v + r) + 3 * w);
				for (let c: u32 = 0; c < 3; c++)
					store<f64>(
						to + 8 * (3 * r + c),
						along * numberOf(numbers, TouchNumber.normal + c) +
							slope * load<f64>(from + 8 * c),
					);
			}
		}
	}
}

/** Ends an iteration that led to x, of so many places that slide. */
export function followSliding(
	touches: Touches,
	count: u32,
	threshold: f64,
	x: usize,
	start: usize,
	room: usize,
): void {
	for (let i: u32 = 0; i < count; i++) {
		slide(touches, i, x, start, room);
		const numbers = numbersOf(touches, i);
		followSlide(
			threshold,
			room + slid,
			numbers + 8 * TouchNumber.pull,
			numbers + 8 * TouchNumber.slid,
		);
	}
}

/**
 * Writes blocks of friction of places from `first` to before `end`, of the sign of λ; positive ones go without what is
 * taken away as counted too often: across other normals, that is more than there is.
 * @param threshold sliding [m] up to which friction sticks
 * @param start positions at the beginning of the step
 */
export function slidingBlocks(
	touches: Touches,
	first: u32,
	end: u32,
	positive: bool,
	threshold: f64,
	x: usize,
	start: usize,
	points: u32,
	nodes: u32,
	room: usize,
	out: PointBlocks,
): void {
	out.count = 0;
	for (let i = first; i < end; i++) {
		const numbers = numbersOf(touches, i);
		const factor = numberOf(numbers, TouchNumber.factor);
		if (positive && !(factor > 0)) continue;
		const u = slide(touches, i, x, start, room);
		writeSlideBlock(
			factor,
			threshold,
			u,
			numbers + 8 * TouchNumber.normal,
			room + slid,
			numbers + 8 * TouchNumber.pull,
			room + across,
		);
		for (let v: u32 = 0; v < 4; v++) {
			const cv = numberOf(numbers, v);
			if (cv == 0) continue;
			const row = vertexOf(touches, i, v);
			for (let w: u32 = 0; w < 4; w++) {
				const share = cv * numberOf(numbers, w);
				if (share == 0) continue;
				const to = beginBlock(out, row, vertexOf(touches, i, w), points, nodes);
				if (to == 0) continue;
				for (let k: u32 = 0; k < 72; k += 8)
					store<f64>(to + k, share * load<f64>(room + across + k));
			}
		}
	}
}

/** Where in the room, in bytes, the sliding is, and the block along it. */
const slid: u32 = 0;
const across: u32 = 24;

/** Writes how far the material of the two sides of a place has slid over each other since the beginning of the step, first in the room; returns the length [m]. */
export function slide(
	touches: Touches,
	i: u32,
	x: usize,
	start: usize,
	room: usize,
): f64 {
	const numbers = numbersOf(touches, i);
	let along: f64 = 0;
	for (let k: u32 = 0; k < 3; k++) {
		let sum: f64 = 0;
		for (let v: u32 = 0; v < 4; v++) {
			const at = 24 * vertexOf(touches, i, v) + 8 * k;
			sum += numberOf(numbers, v) * (load<f64>(x + at) - load<f64>(start + at));
		}
		store<f64>(room + slid + 8 * k, sum);
		along += sum * numberOf(numbers, TouchNumber.normal + k);
	}
	let square: f64 = 0;
	for (let k: u32 = 0; k < 3; k++) {
		const at = room + slid + 8 * k;
		const rest =
			load<f64>(at) - along * numberOf(numbers, TouchNumber.normal + k);
		store<f64>(at, rest);
		square += rest * rest;
	}
	return sqrt<f64>(square);
}
