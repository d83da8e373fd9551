import { FileError } from "../../fileError.ts";

/** Positions for formats in single precision, which must be able to hold them. */
export function singlePrecision(
	positions: Float64Array,
	name: string,
): Float32Array {
	const rounded = Float32Array.from(positions);
	const wrong = rounded.findIndex((value) => !Number.isFinite(value));
	if (wrong < 0) return rounded;
	throw new FileError(
		`${name}: vertex ${Math.floor(wrong / 3)} has the coordinate ${positions[wrong]}, beyond single precision; write .obj, .ply, .msh, .vtk or .vtu`,
	);
}
