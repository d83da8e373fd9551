/** Sums over the nodes of a body, one after the other: how large errors are. */
import { isFirst } from "./team";

/** Writes Σ |f|²/m of the nodes that have a mass. */
export function sumForces(
	begin: u32,
	end: u32,
	forces: usize,
	masses: usize,
	out: usize,
): void {
	if (!isFirst()) return;
	let sum: f64 = 0;
	for (let i = begin; i < end; i++) {
		const mass = load<f64>(masses + 8 * i);
		if (mass > 0) sum += squareOf(forces + 24 * i) / mass;
	}
	store<f64>(out, sum);
}

/** Writes Σ |d|² and Σ |d|⁴. */
export function sumMoves(begin: u32, end: u32, moves: usize, out: usize): void {
	if (!isFirst()) return;
	let squares: f64 = 0;
	let fourths: f64 = 0;
	for (let i = begin; i < end; i++) {
		const square = squareOf(moves + 24 * i);
		squares += square;
		fourths += square * square;
	}
	store<f64>(out, squares);
	store<f64>(out, fourths, 8);
}

@inline
function squareOf(vector: usize): f64 {
	const x = load<f64>(vector);
	const y = load<f64>(vector, 8);
	const z = load<f64>(vector, 16);
	return x * x + y * y + z * z;
}
