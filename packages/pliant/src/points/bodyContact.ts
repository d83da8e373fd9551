/** How a body touches, in scenes whose surfaces do. */
export interface BodyContact {
	/** [m]: of a sheet, the gap that is kept between layers; the diameter of a cable. */
	readonly thickness?: number;
	/** What it is made of, as tables of friction call it. */
	readonly material?: string;
	/** Where surfaces that begin through each other are untangled: those of larger numbers belong outside. */
	readonly layer?: number;
	/** Whether it touches itself; by default cloth and cables do. */
	readonly self?: boolean;
}
