/** How much each frame counts at each rest position. Weights need not sum to one and may be negative. */
export interface WeightField {
	readonly frameCount: number;
	/**
	 * Writes the weights at a rest position p [m], and their gradients ∂w/∂p [1/m], xyz per frame. Both arrays are
	 * written in full: frames without influence get zeros.
	 */
	evaluate(
		p: ArrayLike<number>,
		weights: Float64Array,
		gradients: Float64Array,
	): void;
}
