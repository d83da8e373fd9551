/** How a body touches, in scenes whose surfaces do. */
export interface BodyContact {
	/** [m]: of a sheet, the gap that is kept between layers; the diameter of a cable. */
	readonly thickness?: number;
	/** Whether it touches itself; by default cloth and cables do. */
	readonly self?: boolean;
}
