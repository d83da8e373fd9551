/** The moduli of linear elasticity, by kind of element. */
export type LinearModuli =
	| { readonly axialStiffness: number }
	| { readonly youngModulus2d: number; readonly poissonRatio: number }
	| { readonly youngModulus: number; readonly poissonRatio: number }
	/** Energy rigidity · l/(h_A + h_B) · θ² of an edge of length l bent by θ, exact for cylinders on equilateral meshes [N·m]. */
	| { readonly bendingRigidity: number };
