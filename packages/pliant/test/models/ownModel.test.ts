/** A material that the library does not know: a Fung-type membrane, psi = μ/2 (exp(a (tr(E)² + E:E)) − 1). */
import * as pliant from "pliant";
import * as e from "pliant/energy";
import { modelChecks } from "pliant/testing";
import { test } from "vitest";

const { positive, restArea, triangleShapeGradients } = pliant;
const fung = pliant.elementModel({
	name: "fung-membrane",
	about: "Soft tissue that stiffens exponentially with strain.",
	domain: "triangle",
	material: {
		mu: positive({ unit: "N/m", meaning: "stiffness", typical: 50 }),
		a: positive({ unit: "1", meaning: "stiffening", typical: 2 }),
	},
	rest: ({ X, material: { mu, a } }) => {
		return { D: triangleShapeGradients(X), areaMu: restArea(X) * mu, a };
	},
	energy: ({ x, D, areaMu, a }) => {
		const E = e.greenStrain(e.deformationGradient(x, D));
		const Q = e.mul(a, e.add(e.square(e.trace(E)), e.contract(E, E)));
		return e.mul(0.5, e.mul(areaMu, e.sub(e.exp(Q), 1)));
	},
	linearised: ({ mu, a }) => ({
		youngModulus2d: 1.5 * mu * a,
		poissonRatio: 0.5,
	}),
});

for (const check of modelChecks(fung)) test(check.name, check.run);
