/**
 * Elastic materials of solids, psi(F): the energy per rest volume as a formula in the deformation gradient, written once.
 * Tetrahedra, hexahedra (`onElements.ts`) and frames are made of it.
 */
import type { Expr, Matrix } from "../../energy/index.ts";
import type { Symbols } from "../elementModel.ts";
import type { LinearModuli } from "../linearModuli.ts";
import {
	checkMaterial,
	type Material,
	type MaterialNumbers,
	type MaterialValue,
	type Parameters,
} from "../parameters.ts";

/** Plain numbers that a law keeps of its material, by name. */
export type LawConstants = Readonly<Record<string, number>>;

export interface SolidLawDefinition<
	P extends Parameters,
	C extends LawConstants,
> {
	/** Short and unique: what scenes and commands call it. */
	readonly name: string;
	/** What it is, in one sentence. */
	readonly about: string;
	/** Paper and equation. */
	readonly source?: string;
	readonly material: P;
	/** What the formula needs of the material (Lamé's constants and the like), computed once. */
	readonly constants: (material: MaterialNumbers<P>) => C;
	/** Energy density [J/m³] in the 3×3 deformation gradient; zero at rest. */
	readonly psi: (F: Matrix, constants: Symbols<C>) => Expr;
	/**
	 * A formula whose Hessian, with what is `frozen` in it held, is positive semi-definite everywhere, and that of psi where
	 * this is: see `positive` of element models.
	 */
	readonly positive?: (F: Matrix, constants: Symbols<C>) => Expr;
	/** False for a law of small displacements, which turning strains. */
	readonly rotationInvariant?: false;
	/** Where psi = ½ Σ r²: the r, whose first derivatives give the stiffness of Gauss and Newton. */
	readonly residuals?: (F: Matrix, constants: Symbols<C>) => Expr[];
	/** Where psi is Hooke's law in Green's strain, λ/2 (tr E)² + μ E:E: the constants that are λ and μ. */
	readonly hooke?: { readonly lambda: keyof C; readonly mu: keyof C };
	/** The moduli of linear elasticity that it must reduce to for small strains; tests compare. */
	readonly linearised?: (material: MaterialNumbers<P>) => LinearModuli;
}

/** A law with a material. */
export interface AppliedLaw {
	readonly law: AnySolidLaw;
	readonly material: Readonly<Record<string, MaterialValue>>;
}

export interface SolidLaw<P extends Parameters, C extends LawConstants>
	extends SolidLawDefinition<P, C> {
	(material: Material<P>): AppliedLaw;
	readonly name: string;
}

// biome-ignore lint/suspicious/noExplicitAny: laws of different parameters have no narrower type
export type AnySolidLaw = SolidLaw<any, any>;

export function solidLaw<P extends Parameters, C extends LawConstants>(
	definition: SolidLawDefinition<P, C>,
): SolidLaw<P, C> {
	const { name, ...described } = definition;
	const law = ((material: Material<P>) => ({
		law,
		material: checkMaterial(name, definition.material, material),
	})) as SolidLaw<P, C>;
	// A function's own name is read-only by assignment.
	Object.defineProperty(law, "name", { value: name });
	return Object.assign(law, described);
}
