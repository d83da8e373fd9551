import * as e from "pliant/energy";
import * as p from "pliant/models";
import { modelChecks } from "pliant/testing";
import { test } from "vitest";

const fung = p.elementModel({
	name: "fung-membrane",
	about: "Soft tissue that stiffens exponentially with strain.",
	domain: "triangle",
	material: {
		E: p.positive({ unit: "N/m", meaning: "Young modulus", typical: 50 }),
		a: p.positive({ unit: "1", meaning: "stiffening", typical: 2 }),
	},
	rest: ({ X, material: { E, a } }) => {
		return { D: p.triangleShapeGradients(X), c: p.restArea(X) * E, a };
	},
	energy: ({ x, D, c, a }) => {
		const E = e.greenStrain(e.deformationGradient(x, D));
		const Q = e.mul(a, e.add(e.square(e.trace(E)), e.contract(E, E)));
		return e.div(e.mul(c, e.sub(e.exp(Q), 1)), e.mul(3, a));
	},
	linearised: ({ E }) => ({ youngModulus2d: E, poissonRatio: 0.5 }),
});
for (const check of modelChecks(fung)) test(check.name, check.run);
