import type { DomainName } from "./domain.ts";
import type { AppliedModel } from "./elementModel.ts";
import type { Material, Parameters } from "./parameters.ts";

/**
 * What vertices give of their mass to the inner nodes beside them. A node that turns an edge of length l by its way along it then has the
 * rotational inertia of a sheet of thickness √(12 · share) l, a ninth of the edge's length: too little to slow what a mesh
 * can show, enough that nothing is without mass. Its weight turns it by share · ρ g l³/B, which is as little where the mesh
 * is fine enough for the sheet's folds.
 */
export const innerMassShare = 1e-3;

/** A model whose elements are found for a whole mesh. Scenes and the command take it like any other. */
export interface MeshModel<P extends Parameters, Options = undefined> {
	(material: Material<P>, options?: Options): AppliedModel;
	/** What scenes and commands call it. */
	readonly modelName: string;
	readonly about: string;
	readonly source: string;
	/** What its mesh must have. */
	readonly domain: DomainName;
	readonly material: P;
}
