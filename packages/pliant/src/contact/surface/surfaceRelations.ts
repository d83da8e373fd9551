/** What two surfaces are to each other. */
export interface SurfaceRelations {
	/** Distance [m] at which they begin to push; 0 where they do not concern each other. */
	outer(a: number, b: number): number;
	/** Whether points of the first are kept from triangles of the second. */
	keepsPoints(a: number, b: number): boolean;
}
