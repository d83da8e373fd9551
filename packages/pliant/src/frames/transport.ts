/** Velocities about one point are D(l) times those about another, l from the former to the latter: D(l) = [1 0; [l]ₓ 1]. */
import { velocitySize } from "../mappings/skinning.ts";

/** out = D(l)ᵀ K D(k) of a 6×6 block by rows. */
export function transport(
	K: Float64Array,
	l: readonly number[],
	k: readonly number[],
	out: Float64Array,
): void {
	for (let r = 0; r < velocitySize; r++) {
		const at = velocitySize * r;
		const [x, y, z] = [K[at + 3], K[at + 4], K[at + 5]];
		out[at] = K[at] + y * k[2] - z * k[1];
		out[at + 1] = K[at + 1] + z * k[0] - x * k[2];
		out[at + 2] = K[at + 2] + x * k[1] - y * k[0];
		out[at + 3] = x;
		out[at + 4] = y;
		out[at + 5] = z;
	}
	for (let c = 0; c < velocitySize; c++) {
		const [x, y, z] = [out[18 + c], out[24 + c], out[30 + c]];
		out[c] += y * l[2] - z * l[1];
		out[6 + c] += z * l[0] - x * l[2];
		out[12 + c] += x * l[1] - y * l[0];
	}
}
