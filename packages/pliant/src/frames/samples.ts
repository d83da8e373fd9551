/** Points at which a body of frames is integrated: ∫ f dV ≈ Σ f(pₖ) vₖ (Gilles et al. 2011, eq. 14). */
export interface Samples {
	readonly count: number;
	/** Rest positions [m], xyz each. */
	readonly positions: Float64Array;
	/** Volume [m³] that each stands for. */
	readonly volumes: Float64Array;
	/** Density [kg/m³] of each; the body's where left out. */
	readonly densities?: Float64Array;
	/** Factor of the material's stiffness at each; 1 where left out. */
	readonly stiffness?: Float64Array;
}
