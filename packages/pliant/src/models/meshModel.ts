import type { DomainName } from "./domain.ts";
import type { AppliedModel } from "./elementModel.ts";
import type { Material, Parameters } from "./parameters.ts";

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
