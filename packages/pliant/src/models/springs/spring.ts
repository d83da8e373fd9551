/**
 * Springs: bars of one-dimensional elasticity with the strain measure ε_α = (s^α − 1)/α of the stretch s = l/L, log s for α = 0.
 *
 *   W = ½ EA L ε_α²
 *
 * α = 2: biquadratic (Green–Lagrange strain, EA (l² − L²)²/(8L³)); α = 1: quadratic, the usual spring (EA (l − L)²/(2L));
 * α = 0: Hencky (logarithmic strain), which softens beyond s = e. All share the stiffness EA/L at rest.
 * Delingette 2008, section II (eq. 4).
 */
import {
	abs,
	div,
	type Expr,
	length,
	lengthSquared,
	less,
	log,
	mul,
	pow,
	select,
	square,
	sub,
	type Vector,
} from "../../energy/index.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import { elementModel } from "../elementModel.ts";
import { restLength } from "../geometry.ts";
import { finite, positive } from "../parameters.ts";

const axialStiffness = positive({
	unit: "N",
	meaning: "Young modulus times cross-section, EA",
	typical: 50,
});

const stretchedLength = ([a, b]: readonly Vector[]): Expr => length(sub(b, a));

const barRest = ({
	X,
	material,
}: {
	X: readonly Vector3[];
	material: { axialStiffness: number };
}) => ({
	L: restLength(X),
	EA: material.axialStiffness,
});

const bar = {
	domain: "edge",
	source: "Delingette 2008, eq. 4",
	material: { axialStiffness },
	rest: barRest,
	linearised: ({ axialStiffness }: { axialStiffness: number }) => ({
		axialStiffness,
	}),
} as const;

/** ½ EA L ε². */
const barEnergy = (EA: Expr, L: Expr, strain: Expr): Expr =>
	mul(0.5, mul(mul(EA, L), square(strain)));

export const biquadraticSpring = elementModel({
	...bar,
	name: "biquadratic-spring",
	about:
		"Spring of Green–Lagrange strain (α = 2): stiffens in tension, no square root.",
	energy: ({ x: [a, b], L, EA }) => {
		const stretchSquared = div(lengthSquared(sub(b, a)), square(L));
		return barEnergy(EA, L, mul(0.5, sub(stretchSquared, 1)));
	},
});

export const quadraticSpring = elementModel({
	...bar,
	name: "quadratic-spring",
	about: "The usual spring (α = 1): force proportional to elongation.",
	energy: ({ x, L, EA }) =>
		barEnergy(EA, L, sub(div(stretchedLength(x), L), 1)),
});

export const henckySpring = elementModel({
	...bar,
	name: "hencky-spring",
	about:
		"Spring of logarithmic strain (α = 0): resists collapse, softens beyond a stretch of e.",
	energy: ({ x, L, EA }) => barEnergy(EA, L, log(div(stretchedLength(x), L))),
});

/** Below this the power law and the logarithm differ by less than what (s^α − 1)/α loses by cancellation. */
const logarithmic = 1e-7;

export const spring = elementModel({
	...bar,
	name: "spring",
	about: "Spring of any strain exponent α.",
	material: {
		axialStiffness,
		strainExponent: finite({
			unit: "1",
			meaning: "exponent α of the strain measure (s^α − 1)/α",
			typical: -0.7,
		}),
	},
	rest: ({ X, material }) => ({
		...barRest({ X, material }),
		exponent: material.strainExponent,
		// Zero where the logarithm is selected, since the power law is computed all the same.
		inverseExponent:
			Math.abs(material.strainExponent) < logarithmic
				? 0
				: 1 / material.strainExponent,
	}),
	energy: ({ x, L, EA, exponent, inverseExponent }) => {
		const stretch = div(stretchedLength(x), L);
		const power = mul(inverseExponent, sub(pow(stretch, exponent), 1));
		return barEnergy(
			EA,
			L,
			select(less(abs(exponent), logarithmic), log(stretch), power),
		);
	},
});
