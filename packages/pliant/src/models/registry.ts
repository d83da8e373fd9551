/** Every model of the library. Tests, documentation and scenes loop over this list. */
import { bendingFriction } from "./bending/bendingFriction.ts";
import { bridsonHinge } from "./bending/bridsonHinge.ts";
import { crossoverSprings } from "./bending/crossoverSprings.ts";
import { curvedBending } from "./bending/curvedBending.ts";
import { discreteShellHinge } from "./bending/discreteShellHinge.ts";
import { isometricBending } from "./bending/isometricBending.ts";
import { calibratedBending, linearBending } from "./bending/linearBending.ts";
import { morleyBending } from "./bending/morley/morleyBending.ts";
import { orthotropicMorley } from "./bending/morley/orthotropicMorley.ts";
import { nonlinearBending } from "./bending/nonlinearBending.ts";
import { shellBending } from "./bending/shell/shellBending.ts";
import { brick } from "./bricks/brick.ts";
import { brickCorrection, brickSprings } from "./bricks/mergedBricks.ts";
import { planeBrick } from "./bricks/planeBrick.ts";
import { faceBrick, fullBrick } from "./bricks/springBrick.ts";
import type { DomainName } from "./domain.ts";
import type { AnyElementModel, AppliedModel } from "./elementModel.ts";
import { corotationalMembrane } from "./membrane/corotationalMembrane.ts";
import { linearMembrane } from "./membrane/linearMembrane.ts";
import { neoHookeanMembrane } from "./membrane/neoHookeanMembrane.ts";
import { orthotropicMembrane } from "./membrane/orthotropicMembrane.ts";
import { safeTrbs } from "./membrane/safeTrbs.ts";
import { shearFriction } from "./membrane/shearFriction.ts";
import { trbs } from "./membrane/trbs.ts";
import { trqs } from "./membrane/trqs.ts";
import type { MeshModel } from "./meshModel.ts";
import type { MaterialValue, Parameters } from "./parameters.ts";
import { rectangularRod, rod, sectionRod } from "./rods/rod.ts";
import * as solids from "./solid/solidModels.ts";
import { linearSpring } from "./springs/linearSpring.ts";
import {
	biquadraticSpring,
	henckySpring,
	quadraticSpring,
	spring,
} from "./springs/spring.ts";
import {
	cotangentSprings,
	tensileSprings,
	tetrahedralSprings,
	vanGelder,
} from "./springs/springRules.ts";

export const registry: readonly AnyElementModel[] = [
	quadraticSpring,
	biquadraticSpring,
	henckySpring,
	spring,
	linearSpring,
	trbs,
	safeTrbs,
	trqs,
	corotationalMembrane,
	neoHookeanMembrane,
	orthotropicMembrane,
	shearFriction,
	linearMembrane,
	tensileSprings,
	vanGelder,
	cotangentSprings,
	linearBending,
	calibratedBending,
	curvedBending,
	nonlinearBending,
	isometricBending,
	bridsonHinge,
	discreteShellHinge,
	...Object.values(solids).flatMap(({ elements }): AnyElementModel[] =>
		Object.values(elements),
	),
	tetrahedralSprings,
	planeBrick,
	brick,
	faceBrick,
	fullBrick,
	brickCorrection,
];

/** Models of whole meshes. */
// biome-ignore lint/suspicious/noExplicitAny: a list of models of different parameters has no narrower type
const meshModels: readonly MeshModel<any, any>[] = [
	morleyBending,
	orthotropicMorley,
	bendingFriction,
	shellBending,
	crossoverSprings,
	brickSprings,
	rod,
	rectangularRod,
	sectionRod,
	// biome-ignore lint/suspicious/noExplicitAny: as above
	...(Object.values(solids) as unknown as readonly MeshModel<any>[]),
];

/** What scenes may name: a model's description, and how to apply it. */
export interface NamedModel {
	readonly name: string;
	readonly about: string;
	readonly source?: string;
	readonly domain: DomainName;
	readonly parameters: Parameters;
	readonly apply: (
		material: Readonly<Record<string, MaterialValue>>,
	) => AppliedModel;
}

/** All models by the names that scenes and the command have for them. */
export const namedModels: readonly NamedModel[] = [
	...registry.map((model) => ({ ...described(model), name: model.name })),
	...meshModels.map((model) => ({
		...described(model),
		name: model.modelName,
	})),
];

function described(
	// biome-ignore lint/suspicious/noExplicitAny: as above
	model: AnyElementModel | MeshModel<any, any>,
): Omit<NamedModel, "name"> {
	const { about, source, domain, material } = model;
	return {
		about,
		...(source && { source }),
		domain,
		parameters: material,
		apply: (values) => model(values),
	};
}
