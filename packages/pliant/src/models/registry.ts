/** Every model of the library. Tests, documentation and scenes loop over this list. */
import { linearBending } from "./bending/linearBending.ts";
import type { AnyElementModel } from "./elementModel.ts";
import { corotationalMembrane } from "./membrane/corotationalMembrane.ts";
import { linearMembrane } from "./membrane/linearMembrane.ts";
import { neoHookeanMembrane } from "./membrane/neoHookeanMembrane.ts";
import { orthotropicMembrane } from "./membrane/orthotropicMembrane.ts";
import { safeTrbs } from "./membrane/safeTrbs.ts";
import { trbs } from "./membrane/trbs.ts";
import { trqs } from "./membrane/trqs.ts";
import { stableNeoHookean } from "./solid/stableNeoHookean.ts";
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
	trbs,
	safeTrbs,
	trqs,
	corotationalMembrane,
	neoHookeanMembrane,
	orthotropicMembrane,
	linearMembrane,
	tensileSprings,
	vanGelder,
	cotangentSprings,
	linearBending,
	stableNeoHookean,
	tetrahedralSprings,
];
