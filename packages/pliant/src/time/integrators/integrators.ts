/** All integrators; the first is the default. Adding one is a file and a line here. */
import { bdf2 } from "./bdf2.ts";
import { implicitEuler } from "./implicitEuler.ts";
import type { Integrator } from "./integrator.ts";
import { midpoint } from "./midpoint.ts";
import { symplecticEuler } from "./symplecticEuler.ts";

export const integrators = [
	implicitEuler,
	midpoint,
	bdf2,
	symplecticEuler,
] as const satisfies readonly Integrator[];

export type IntegratorName = (typeof integrators)[number]["name"];
