/**
 * Steps of single vertices: each goes by −H⁻¹g of its own three coordinates, the others held. What element kernels have found for
 * a vertex is summed in a fixed order; inertia, loads, damping and constraints are added here.
 */
import { blockBytes } from "./blocks3";
import { at, EdgeMatrix } from "./edgeMatrix";
import { Block, restrictBlock } from "./symmetricBlock";
import { shareEnd, shareStart } from "./team";

@unmanaged
export class BlockDescent {
	/** The vertices that move, colour by colour. */
	vertices: usize;
	/** First of the items of each of these, then the number of items. */
	itemStart: usize;
	/** 2·place of an element's part in `results`, plus 1 where it is of a dissipation. Its nine numbers follow in steps of `lanes`. */
	items: usize;
	results: usize;
	lanes: u32;
	/** For each of the vertices, where its projector S is (nine f64), or 0 where it is free. */
	projectors: usize;
	/** Mass of every vertex. */
	masses: usize;
	/** What every vertex has: position, v = (x − x*)/τₓ, x*, v*, and the force on it. */
	x: usize;
	velocities: usize;
	fromPositions: usize;
	fromVelocities: usize;
	forces: usize;
	/** Symmetric blocks of contact, six numbers for every vertex, or 0 where nothing touches. */
	touching: usize;
}

/** Gradient of the vertex at hand, whose block is `Block`. */
let gx: f64 = 0;
let gy: f64 = 0;
let gz: f64 = 0;

/** Sums up the elements around a vertex. Second derivatives of a dissipation in velocities are those in positions times τₓ. */
function sumElements(D: BlockDescent, index: u32, inverseDuration: f64): void {
	const step: usize = 8 * D.lanes;
	const end = D.items + 4 * at(D.itemStart, index + 1);
	gx = gy = gz = 0;
	Block.xx = Block.xy = Block.xz = Block.yy = Block.yz = Block.zz = 0;
	for (
		let item = D.items + 4 * at(D.itemStart, index);
		item < end;
		item += 4
	) {
		const entry = load<u32>(item);
		const scale: f64 = entry & 1 ? inverseDuration : 1;
		let from = D.results + 8 * (entry >> 1);
		gx += load<f64>(from);
		gy += load<f64>((from += step));
		gz += load<f64>((from += step));
		Block.xx += scale * load<f64>((from += step));
		Block.xy += scale * load<f64>((from += step));
		Block.xz += scale * load<f64>((from += step));
		Block.yy += scale * load<f64>((from += step));
		Block.yz += scale * load<f64>((from += step));
		Block.zz += scale * load<f64>(from + step);
	}
}

/** Adds scale · K v and scale / τₓ · K of a vertex for one of its couplings, whose block is by columns; rows sum to zero. */
@inline
function addCoupling(
	block: usize,
	isTransposed: bool,
	scale: f64,
	inverseDuration: f64,
	own: usize,
	other: usize,
): void {
	const across: usize = isTransposed ? 4 : 12;
	const down: usize = isTransposed ? 12 : 4;
	const dx = scale * (load<f64>(other) - load<f64>(own));
	const dy = scale * (load<f64>(other, 8) - load<f64>(own, 8));
	const dz = scale * (load<f64>(other, 16) - load<f64>(own, 16));
	const a = <f64>load<f32>(block);
	const b = <f64>load<f32>(block + across);
	const c = <f64>load<f32>(block + 2 * across);
	block += down;
	const d = <f64>load<f32>(block);
	const e = <f64>load<f32>(block + across);
	const f = <f64>load<f32>(block + 2 * across);
	block += down;
	const g = <f64>load<f32>(block);
	const h = <f64>load<f32>(block + across);
	const i = <f64>load<f32>(block + 2 * across);
	gx += a * dx + b * dy + c * dz;
	gy += d * dx + e * dy + f * dz;
	gz += g * dx + h * dy + i * dz;
	const s = scale * inverseDuration;
	Block.xx -= s * a;
	Block.xy -= 0.5 * s * (b + d);
	Block.xz -= 0.5 * s * (c + g);
	Block.yy -= s * e;
	Block.yz -= 0.5 * s * (f + h);
	Block.zz -= s * i;
}

/** Stiffness damping with the matrix K, whose rows sum to zero. */
function addDamping(
	D: BlockDescent,
	K: EdgeMatrix,
	vertex: u32,
	scale: f64,
	inverseDuration: f64,
): void {
	const v = D.velocities;
	const own = v + 24 * vertex;
	const end = at(K.rowStart, vertex + 1);
	for (let k = at(K.rowStart, vertex); k < end; k++) {
		const other = v + 24 * at(K.columns, k);
		const block = K.blocks + blockBytes * k;
		addCoupling(block, false, scale, inverseDuration, own, other);
	}
	const lowerEnd = K.lower + 8 * at(K.lowerStart, vertex + 1);
	for (
		let pair = K.lower + 8 * at(K.lowerStart, vertex);
		pair < lowerEnd;
		pair += 8
	) {
		const other = v + 24 * load<u32>(pair);
		const block = K.blocks + blockBytes * load<u32>(pair, 4);
		addCoupling(block, true, scale, inverseDuration, own, other);
	}
	const couplingEnd = at(K.couplingStart, vertex + 1);
	for (let c = at(K.couplingStart, vertex); c < couplingEnd; c++) {
		const other = v + 24 * at(K.couplingColumns, c);
		const k = scale * load<f32>(K.couplings + 4 * c);
		gx += k * (load<f64>(other) - load<f64>(own));
		gy += k * (load<f64>(other, 8) - load<f64>(own, 8));
		gz += k * (load<f64>(other, 16) - load<f64>(own, 16));
		Block.xx -= k * inverseDuration;
		Block.yy -= k * inverseDuration;
		Block.zz -= k * inverseDuration;
	}
}

@inline
function addTouching(block: usize): void {
	Block.xx += load<f64>(block);
	Block.xy += load<f64>(block, 8);
	Block.xz += load<f64>(block, 16);
	Block.yy += load<f64>(block, 24);
	Block.yz += load<f64>(block, 32);
	Block.zz += load<f64>(block, 40);
}

/** Replaces g by S·g and the block H by S·H·S + weight · (I − S). */
function restrict(S: usize, weight: f64): void {
	const a = load<f64>(S);
	const b = load<f64>(S, 8);
	const c = load<f64>(S, 16);
	const e = load<f64>(S, 32);
	const f = load<f64>(S, 40);
	const i = load<f64>(S, 64);
	const x = gx;
	const y = gy;
	gx = a * x + b * y + c * gz;
	gy = b * x + e * y + f * gz;
	gz = c * x + f * y + i * gz;
	restrictBlock(a, b, c, e, f, i, weight);
}

/** L·D·Lᵀ of a block: cofactors would lose a soft direction beside stiff ones, as across a cable. */
let d1: f64 = 0;
let d2: f64 = 0;
let d3: f64 = 0;
let l21: f64 = 0;
let l31: f64 = 0;
let l32: f64 = 0;

/** Factors the block plus shift · I; false where that is not positive definite. */
@inline
function factor(shift: f64): bool {
	d1 = Block.xx + shift;
	l21 = Block.xy / d1;
	l31 = Block.xz / d1;
	d2 = Block.yy + shift - l21 * Block.xy;
	const rest = Block.yz - l31 * Block.xy;
	l32 = rest / d2;
	d3 = Block.zz + shift - l31 * Block.xz - l32 * rest;
	return d1 > 0 && d2 > 0 && d3 > 0;
}

/**
 * The least eigenvalue of the block, or a little less. Left of it the characteristic polynomial rises and bends down, so Newton's
 * method, from minus the Frobenius norm on, comes nearer without going beyond.
 */
function leastEigenvalue(): f64 {
	const trace = Block.xx + Block.yy + Block.zz;
	const yz2 = Block.yy * Block.zz - Block.yz * Block.yz;
	const minors = Block.xx * Block.yy - Block.xy * Block.xy + (Block.xx * Block.zz - Block.xz * Block.xz) + yz2;
	const determinant =
		Block.xx * yz2 + Block.xy * (Block.xz * Block.yz - Block.xy * Block.zz) + Block.xz * (Block.xy * Block.yz - Block.xz * Block.yy);
	const size = sqrt(
		Block.xx * Block.xx + Block.yy * Block.yy + Block.zz * Block.zz + 2 * (Block.xy * Block.xy + Block.xz * Block.xz + Block.yz * Block.yz),
	);
	let t = -size;
	for (let i = 0; i < 60; i++) {
		const p = ((t - trace) * t + minors) * t - determinant;
		const slope = (3 * t - 2 * trace) * t + minors;
		const step = -p / slope;
		if (!(step > -1e-3 * t)) break;
		t += step;
	}
	return t;
}

/** Negative eigenvalues up to this fraction of inertia are let be: rounding feigns some. */
const harmless: f64 = 0.1;

/**
 * Factors the block plus inertia. Where the block has a negative eigenvalue −λ, it gets 2λ more: as much stiffness as there was
 * instability keeps the vertex from going far.
 */
@inline
function factorSafely(inertia: f64): void {
	if (factor(harmless * inertia)) factor(inertia);
	else factor(inertia - 2 * min(0, leastEigenvalue()));
}

/**
 * Moves the vertices from `first` to `last` of the list, which are of one colour, a fraction of their steps.
 * @param duration τₓ [s]: x = x* + τₓ v
 * @param forceDuration τ [s]: v = v* + τ f/m
 * @param alpha mass factor of Rayleigh damping
 * @param beta stiffness factor of Rayleigh damping
 * @param K matrix that beta multiplies, or 0
 */
export function moveVertices(
	D: BlockDescent,
	first: u32,
	last: u32,
	fraction: f64,
	duration: f64,
	forceDuration: f64,
	alpha: f64,
	beta: f64,
	K: usize,
): void {
	const inverse = 1 / duration;
	const rate = 1 / forceDuration;
	const end = first + shareEnd(last - first);
	for (let index = first + shareStart(last - first); index < end; index++) {
		const vertex = at(D.vertices, index);
		const i: usize = 24 * vertex;
		const mass = load<f64>(D.masses + 8 * vertex);
		const weight = mass * inverse * (rate + alpha);
		sumElements(D, index, inverse);
		if (K) addDamping(D, changetype<EdgeMatrix>(K), vertex, beta, inverse);
		const v = D.velocities + i;
		const from = D.fromVelocities + i;
		const force = D.forces + i;
		const vx = load<f64>(v);
		const vy = load<f64>(v, 8);
		const vz = load<f64>(v, 16);
		gx += mass * (rate * (vx - load<f64>(from)) + alpha * vx);
		gy += mass * (rate * (vy - load<f64>(from, 8)) + alpha * vy);
		gz += mass * (rate * (vz - load<f64>(from, 16)) + alpha * vz);
		gx -= load<f64>(force);
		gy -= load<f64>(force, 8);
		gz -= load<f64>(force, 16);
		if (D.touching) addTouching(D.touching + 48 * vertex);
		const S = load<u32>(D.projectors + 4 * index);
		if (S) restrict(S, weight);
		factorSafely(weight);
		const s1 = -gx;
		const s2 = -gy - l21 * s1;
		const s3 = -gz - l31 * s1 - l32 * s2;
		const dz = s3 / d3;
		const dy = s2 / d2 - l32 * dz;
		const dx = s1 / d1 - l21 * dy - l31 * dz;
		const x = D.x + i;
		const start = D.fromPositions + i;
		const nx = load<f64>(x) + fraction * dx;
		const ny = load<f64>(x, 8) + fraction * dy;
		const nz = load<f64>(x, 16) + fraction * dz;
		store<f64>(x, nx);
		store<f64>(x, ny, 8);
		store<f64>(x, nz, 16);
		store<f64>(v, inverse * (nx - load<f64>(start)));
		store<f64>(v, inverse * (ny - load<f64>(start, 8)), 8);
		store<f64>(v, inverse * (nz - load<f64>(start, 16)), 16);
	}
}
