/** A material that the library does not know: a Fung-type membrane, psi = μ/2 (exp(a (tr(E)² + E:E)) − 1). */
import {
	elementModel,
	positive,
	restArea,
	triangleShapeGradients,
} from "pliant";
import {
	add,
	contract,
	deformationGradient,
	exp,
	identity,
	mul,
	multiply,
	square,
	sub,
	trace,
	transpose,
} from "pliant/energy";
import { modelChecks } from "pliant/testing";
import { test } from "vitest";

const fung = elementModel({
	name: "fung-membrane",
	about: "Membrane of soft tissue that stiffens exponentially with strain.",
	domain: "triangle",
	material: {
		mu: positive({ unit: "N/m", meaning: "stiffness at rest", typical: 50 }),
		a: positive({ unit: "1", meaning: "how early it stiffens", typical: 2 }),
	},
	rest: ({ X, material }) => ({
		D: triangleShapeGradients(X),
		area: restArea(X),
		...material,
	}),
	energy: ({ x, D, area, mu, a }) => {
		const F = deformationGradient(x, D);
		const E = mul(0.5, sub(multiply(transpose(F), F), identity(2)));
		const Q = mul(a, add(square(trace(E)), contract(E, E)));
		return mul(area, mul(mul(0.5, mu), sub(exp(Q), 1)));
	},
	linearised: ({ mu, a }) => ({
		youngModulus2d: 1.5 * mu * a,
		poissonRatio: 0.5,
	}),
});

for (const check of modelChecks(fung)) test(check.name, check.run);
