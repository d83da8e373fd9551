/** A constant quadratic form, one number k (f64) per two rows, that lies as an edge matrix does: for each of its blocks, and for each of its couplings above the diagonal. */
import { at, couplingSplit, EdgeMatrix, placeAbove, RowPart } from "./edgeMatrix";
import { shareEnd, shareStart } from "./team";

/** k (x_j − x_i), its first two numbers and the last. */
@inline
function forceXy(k: usize, x: usize, j: u32, own: v128): v128 {
	return f64x2.mul(v128.load64_splat(k), f64x2.sub(v128.load(x + 24 * j), own));
}

@inline
function forceZ(k: usize, x: usize, j: u32, own: f64): f64 {
	return load<f64>(k) * (load<f64>(x + 24 * j, 16) - own);
}

/** out_i += Σ_j k_ij (x_j − x_i), xyz per row. */
export function addFormProduct(A: EdgeMatrix, ofBlocks: usize, ofCouplings: usize, x: usize, out: usize): void {
	const last = shareEnd(A.rows);
	for (let row = shareStart(A.rows); row < last; row++) {
		const ownXy = v128.load(x + 24 * row);
		const ownZ = load<f64>(x + 24 * row, 16);
		let xy = v128.load(out + 24 * row);
		let z = load<f64>(out + 24 * row, 16);
		const end = at(A.rowStart, row + 1);
		for (let k = at(A.rowStart, row); k < end; k++) {
			const j = at(A.columns, k);
			xy = f64x2.add(xy, forceXy(ofBlocks + 8 * k, x, j, ownXy));
			z += forceZ(ofBlocks + 8 * k, x, j, ownZ);
		}
		const lowerEnd = A.lower + 8 * at(A.lowerStart, row + 1);
		for (let pair = A.lower + 8 * at(A.lowerStart, row); pair < lowerEnd; pair += 8) {
			const k = ofBlocks + 8 * load<u32>(pair, 4);
			const j = load<u32>(pair);
			xy = f64x2.add(xy, forceXy(k, x, j, ownXy));
			z += forceZ(k, x, j, ownZ);
		}
		const couplingEnd = at(A.couplingStart, row + 1);
		for (let c = at(A.couplingStart, row); c < couplingEnd; c++) {
			const j = at(A.couplingColumns, c);
			const k = ofCouplings + 8 * placeAbove(A, row, c);
			xy = f64x2.add(xy, forceXy(k, x, j, ownXy));
			z += forceZ(k, x, j, ownZ);
		}
		v128.store(out + 24 * row, xy);
		store<f64>(out + 24 * row, z, 16);
	}
}

/** What rounding loses of a sum where a term is added to it. */
@inline
function lostIn(sum: f64, term: f64, next: f64): f64 {
	return abs(sum) >= abs(term) ? sum - next + term : term - next + sum;
}

/** Partial sums of the energy −½ Σ k |x_j − x_i|², those of the chunks: pairs of a sum and what rounding has lost of it, from row to row. */
export function sumFormEnergies(A: EdgeMatrix, ofBlocks: usize, ofCouplings: usize, x: usize, partials: usize): void {
	const lastChunk = shareEnd(A.chunks);
	for (let c = shareStart(A.chunks); c < lastChunk; c++) {
		let sum: f64 = 0;
		let lost: f64 = 0;
		const last = at(A.chunkStart, c + 1);
		for (let row = at(A.chunkStart, c); row < last; row++) {
			const ownXy = v128.load(x + 24 * row);
			const ownZ = load<f64>(x + 24 * row, 16);
			let xy = f64x2.splat(0);
			let z: f64 = 0;
			const end = at(A.rowStart, row + 1);
			for (let k = at(A.rowStart, row); k < end; k++) {
				const other = x + 24 * at(A.columns, k);
				const d = f64x2.sub(v128.load(other), ownXy);
				const dz = load<f64>(other, 16) - ownZ;
				xy = f64x2.add(xy, f64x2.mul(v128.load64_splat(ofBlocks + 8 * k), f64x2.mul(d, d)));
				z += load<f64>(ofBlocks + 8 * k) * (dz * dz);
			}
			const couplingEnd = at(A.couplingStart, row + 1);
			let coupling = ofCouplings + 8 * couplingSplit(A, row, RowPart.before);
			for (let k = couplingSplit(A, row, RowPart.above); k < couplingEnd; k++, coupling += 8) {
				const other = x + 24 * at(A.couplingColumns, k);
				const d = f64x2.sub(v128.load(other), ownXy);
				const dz = load<f64>(other, 16) - ownZ;
				xy = f64x2.add(xy, f64x2.mul(v128.load64_splat(coupling), f64x2.mul(d, d)));
				z += load<f64>(coupling) * (dz * dz);
			}
			const term = -0.5 * (f64x2.extract_lane(xy, 0) + f64x2.extract_lane(xy, 1) + z);
			const next = sum + term;
			lost += lostIn(sum, term, next);
			sum = next;
		}
		store<f64>(partials + 16 * c, sum);
		store<f64>(partials + 16 * c, lost, 8);
	}
}
