/** Vertices that touch colliders, and rub on them: energies, forces and blocks (src/contact/contact.ts, colliderSliding.ts). */
import { measureBarrier } from "./barrier";
import { addToSum, beginSum, total } from "./compensatedSum";
import { at } from "./edgeMatrix";
import { followSlide, forceRatio, slidWork, writeSlideBlock } from "./stick";
import { PointBlocks } from "./touches";

/** A vertex each, and numbers in f64 of one kind. */
@unmanaged
export class VertexRecords {
	vertices: usize;
	numbers: usize;
}

/** Numbers of a contact: κw, reach, distance, normal, curvature as xx, xy, xz, yy, yz, zz, and whom it is with. */
export const contactNumbers: u32 = 13;
/**
 * Numbers of what slides: μλ, normal, where sliding counts from, collider, sliding up to which it sticks; the force of friction over μλ by the last iteration's
 * Hessian, and the sliding at which that was taken.
 */
export const slidingNumbers: u32 = 15;
const pullAt: u32 = 72;
const slidAt: u32 = 96;
/** Numbers of the room: a barrier and its derivatives, or a way. */
export const contactRoom: u32 = 3;

@inline
function contactOf(contacts: VertexRecords, i: u32): usize {
	return contacts.numbers + 8 * contactNumbers * i;
}

@inline
function slidingOf(sliding: VertexRecords, i: u32): usize {
	return sliding.numbers + 8 * slidingNumbers * i;
}

/** Writes the energy of so many contacts, and of so many that slide, at positions x. */
export function sumContactEnergies(
	contacts: VertexRecords,
	count: u32,
	sliding: VertexRecords,
	slidingCount: u32,
	x: usize,
	room: usize,
	out: usize,
): void {
	beginSum();
	for (let i: u32 = 0; i < count; i++) {
		const numbers = contactOf(contacts, i);
		measureBarrier(load<f64>(numbers, 16), load<f64>(numbers, 8), room);
		addToSum(load<f64>(numbers) * load<f64>(room));
	}
	for (let i: u32 = 0; i < slidingCount; i++) {
		const u = slide(sliding, i, x, room);
		const numbers = slidingOf(sliding, i);
		addToSum(load<f64>(numbers) * slidWork(u, load<f64>(numbers, 64)));
	}
	store<f64>(out, total());
}

/** forces += gradient of these, xyz per point; writes the sum of squares of what barriers push with. */
export function addContactForces(
	contacts: VertexRecords,
	count: u32,
	sliding: VertexRecords,
	slidingCount: u32,
	x: usize,
	room: usize,
	forces: usize,
	out: usize,
): void {
	let squares: f64 = 0;
	for (let i: u32 = 0; i < count; i++) {
		const numbers = contactOf(contacts, i);
		measureBarrier(load<f64>(numbers, 16), load<f64>(numbers, 8), room);
		const slope = load<f64>(numbers) * load<f64>(room, 8);
		squares += slope * slope;
		addScaled(forces + 24 * at(contacts.vertices, i), slope, numbers + 24);
	}
	for (let i: u32 = 0; i < slidingCount; i++) {
		const u = slide(sliding, i, x, room);
		const numbers = slidingOf(sliding, i);
		const ratio = forceRatio(u, load<f64>(numbers, 64)) * load<f64>(numbers);
		addScaled(forces + 24 * at(sliding.vertices, i), ratio, room);
	}
	store<f64>(out, squares);
}

@inline
function addScaled(to: usize, scale: f64, from: usize): void {
	for (let k: u32 = 0; k < 24; k += 8)
		store<f64>(to + k, load<f64>(to + k) + scale * load<f64>(from + k));
}

/** Writes blocks of contacts from `first` to before `end`: b″ n nᵀ + b′ ∇²d. Of convex shapes the second part is never positive, and positive blocks go without it. */
export function contactBlocks(
	contacts: VertexRecords,
	first: u32,
	end: u32,
	positive: bool,
	room: usize,
	out: PointBlocks,
): void {
	out.count = 0;
	for (let i = first; i < end; i++) {
		const numbers = contactOf(contacts, i);
		measureBarrier(load<f64>(numbers, 16), load<f64>(numbers, 8), room);
		const factor = load<f64>(numbers);
		const stiffness = factor * load<f64>(room, 16);
		const slope = positive ? 0 : factor * load<f64>(room, 8);
		const to = begin(out, at(contacts.vertices, i));
		let from = numbers + 48;
		for (let r: u32 = 0; r < 3; r++)
			for (let c = r; c < 3; c++, from += 8) {
				const entry =
					stiffness *
						load<f64>(numbers + 24 + 8 * r) *
						load<f64>(numbers + 24 + 8 * c) +
					slope * load<f64>(from);
				store<f64>(to + 8 * (3 * r + c), entry);
				store<f64>(to + 8 * (3 * c + r), entry);
			}
	}
}

/** Ends an iteration that led to x, of so many that slide. */
export function followRubbing(
	sliding: VertexRecords,
	count: u32,
	x: usize,
	room: usize,
): void {
	for (let i: u32 = 0; i < count; i++) {
		slide(sliding, i, x, room);
		const numbers = slidingOf(sliding, i);
		followSlide(load<f64>(numbers, 64), room, numbers + pullAt, numbers + slidAt);
	}
}

/** Writes blocks of what slides, from `first` to before `end`. */
export function rubbingBlocks(
	sliding: VertexRecords,
	first: u32,
	end: u32,
	x: usize,
	room: usize,
	out: PointBlocks,
): void {
	out.count = 0;
	for (let i = first; i < end; i++) {
		const numbers = slidingOf(sliding, i);
		const u = slide(sliding, i, x, room);
		writeSlideBlock(
			load<f64>(numbers),
			load<f64>(numbers, 64),
			u,
			numbers + 8,
			room,
			numbers + pullAt,
			begin(out, at(sliding.vertices, i)),
		);
	}
}

@inline
function begin(out: PointBlocks, vertex: u32): usize {
	const i = out.count++;
	store<u32>(out.rows + 4 * i, vertex);
	store<u32>(out.columns + 4 * i, vertex);
	return out.blocks + 72 * i;
}

/** Writes how far a vertex has slid in its tangent plane; returns the length. */
function slide(sliding: VertexRecords, i: u32, x: usize, way: usize): f64 {
	const numbers = slidingOf(sliding, i);
	const vertex = x + 24 * at(sliding.vertices, i);
	let along: f64 = 0;
	for (let k: u32 = 0; k < 24; k += 8) {
		const gone = load<f64>(vertex + k) - load<f64>(numbers + 32 + k);
		store<f64>(way + k, gone);
		along += gone * load<f64>(numbers + 8 + k);
	}
	let square: f64 = 0;
	for (let k: u32 = 0; k < 24; k += 8) {
		const rest = load<f64>(way + k) - along * load<f64>(numbers + 8 + k);
		store<f64>(way + k, rest);
		square += rest * rest;
	}
	return sqrt<f64>(square);
}
