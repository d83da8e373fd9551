/** All integrators; the first is the default. Adding one is a file and a line here. */
import { alphaMethod } from "./alphaMethod.ts";
import { implicitEuler } from "./implicitEuler.ts";
import type { Integrator } from "./integrator.ts";
import { symplecticEuler } from "./symplecticEuler.ts";

export const integrators = [
	alphaMethod(
		"generalized-alpha",
		"Second order; keeps energy and momenta of what it resolves, and damps the rest.",
		0.3,
	),
	implicitEuler,
	alphaMethod(
		"midpoint",
		"Second order, without any damping: the implicit midpoint rule in its trapezoidal form.",
		1,
	),
	alphaMethod(
		"bdf2",
		"Second order; damps at once what it does not resolve, and a little of the rest.",
		0,
	),
	symplecticEuler,
] as const satisfies readonly Integrator[];

export type IntegratorName = (typeof integrators)[number]["name"];
