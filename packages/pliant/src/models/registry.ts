/** Every model of the library. Tests, documentation and scenes loop over this list. */
import { linearBending } from "./bending/linearBending.ts";
import type { AnyElementModel } from "./elementModel.ts";
import { trbs } from "./membrane/trbs.ts";
import { stableNeoHookean } from "./solid/stableNeoHookean.ts";
import {
	biquadraticSpring,
	henckySpring,
	quadraticSpring,
	spring,
} from "./springs/spring.ts";

export const registry: readonly AnyElementModel[] = [
	quadraticSpring,
	biquadraticSpring,
	henckySpring,
	spring,
	trbs,
	linearBending,
	stableNeoHookean,
];
