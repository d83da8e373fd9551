/** What the library knows of a material. All values are in SI units and for room temperature. */

interface Described {
	/** Kebab-case, as `material(name)` takes it. */
	readonly name: string;
	/** What it is, in one line. */
	readonly about: string;
	/**
	 * Where the moduli come from: "measured" in the source, from the maker's "data sheet", or a "typical" value that stands for a
	 * wide range.
	 */
	readonly basis: "measured" | "data sheet" | "typical";
	/** Author, year, title and what was taken from there. */
	readonly source: string;
	/** How far values scatter, and what the numbers leave out. */
	readonly note: string;
}

/** A textile: its stiffness is that of the whole sheet, not of a solid times a thickness. */
export interface Fabric extends Described {
	readonly kind: "fabric";
	/** The modulus of the isotropic sheet that stands for it: the geometric mean of the two directions [N/m]. */
	readonly youngModulus2d: number;
	/** Along warp and weft (wale and course of knits), where they are known [N/m]. */
	readonly warpAndWeft?: readonly [number, number];
	readonly poissonRatio: number;
	/** Mean over the directions [N·m]. */
	readonly bendingRigidity: number;
	/** [kg/m²] */
	readonly arealDensity: number;
	/** Under a light pressure [m]; typical values throughout. */
	readonly thickness: number;
}

/** A homogeneous sheet of a given thickness. */
export interface Sheet extends Described {
	readonly kind: "sheet";
	/** [Pa] */
	readonly youngModulus: number;
	readonly poissonRatio: number;
	/** [kg/m³] */
	readonly density: number;
	/** [m] */
	readonly thickness: number;
}

export interface SoftSolid extends Described {
	readonly kind: "solid";
	/** For small strains [Pa]. */
	readonly youngModulus: number;
	/** 0.49 stands for "incompressible". */
	readonly poissonRatio: number;
	/** [kg/m³] */
	readonly density: number;
}

/** A thread, line or cable. */
export interface Cord extends Described {
	readonly kind: "cord";
	/** Over the whole round cross-section, gaps between fibres included [Pa]. */
	readonly youngModulus: number;
	/** [m] */
	readonly radius: number;
	/** Density of the whole cross-section, too [kg/m³]. */
	readonly density: number;
}

export type AnyMaterial = Fabric | Sheet | SoftSolid | Cord;

/** An entry of the lists: the list tells its kind, its key there the name. */
export type Entry<M extends AnyMaterial> = Omit<M, "name" | "kind">;
