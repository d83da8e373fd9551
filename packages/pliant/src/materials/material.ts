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

/**
 * A textile: its stiffness is that of the whole sheet, not of a solid times a thickness. Warp and weft stand for wale and course of knits, machine and cross
 * direction of nonwovens.
 */
export interface Fabric extends Described {
	readonly kind: "fabric";
	readonly construction: "woven" | "knitted" | "nonwoven";
	/** Young modulus along the warp at loads such as a fabric's own weight, a few N/m, where threads are crimped [N/m]. */
	readonly warpModulus2d: number;
	/** The same along the weft [N/m]. */
	readonly weftModulus2d: number;
	/** Secant moduli along warp and weft where crimp is pulled out: tension over extension at 490 N/m (500 gf/cm) [N/m]. */
	readonly stretchedModuli2d?: readonly [number, number];
	/** Where they are stress over strain instead, of Piola and Kirchhoff and of Green: the strain. */
	readonly stretchedStrain?: number;
	/** How much the weft contracts as the warp is pulled. */
	readonly poissonRatio: number;
	/** Between warp and weft [N/m]. */
	readonly shearModulus2d: number;
	/** Where the warp bends [N·m]. */
	readonly warpRigidity: number;
	/** Where the weft bends [N·m]. */
	readonly weftRigidity: number;
	/** D₆₆ of the plate; ½ of the rigidity of an isotropic one [N·m]. */
	readonly twistRigidity: number;
	/** Moment per width by which friction between fibres resists bending, half of Kawabata's 2HB [N]. */
	readonly bendingHysteresis?: number;
	/** Force per width by which friction between threads resists shear, half of Kawabata's 2HG [N/m]. */
	readonly shearHysteresis?: number;
	/** [kg/m²] */
	readonly arealDensity: number;
	/** Under a light pressure [m]. */
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
