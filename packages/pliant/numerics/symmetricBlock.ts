/** The symmetric 3×3 block at hand: its six different numbers. */
export class Block {
	static xx: f64 = 0;
	static xy: f64 = 0;
	static xz: f64 = 0;
	static yy: f64 = 0;
	static yz: f64 = 0;
	static zz: f64 = 0;
}

/** Replaces the block H by S·H·S + weight · (I − S), for the projector S with rows (a, b, c), (b, e, f), (c, f, i). */
export function restrictBlock(
	a: f64,
	b: f64,
	c: f64,
	e: f64,
	f: f64,
	i: f64,
	weight: f64,
): void {
	const xx = Block.xx;
	const xy = Block.xy;
	const xz = Block.xz;
	const yy = Block.yy;
	const yz = Block.yz;
	const zz = Block.zz;
	// H·S, then S times that.
	const h00 = xx * a + xy * b + xz * c;
	const h01 = xx * b + xy * e + xz * f;
	const h02 = xx * c + xy * f + xz * i;
	const h10 = xy * a + yy * b + yz * c;
	const h11 = xy * b + yy * e + yz * f;
	const h12 = xy * c + yy * f + yz * i;
	const h20 = xz * a + yz * b + zz * c;
	const h21 = xz * b + yz * e + zz * f;
	const h22 = xz * c + yz * f + zz * i;
	Block.xx = a * h00 + b * h10 + c * h20 + weight * (1 - a);
	Block.xy = a * h01 + b * h11 + c * h21 - weight * b;
	Block.xz = a * h02 + b * h12 + c * h22 - weight * c;
	Block.yy = b * h01 + e * h11 + f * h21 + weight * (1 - e);
	Block.yz = b * h02 + e * h12 + f * h22 - weight * f;
	Block.zz = c * h02 + f * h12 + i * h22 + weight * (1 - i);
}
