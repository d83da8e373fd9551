/**
 * Springs: bars of one-dimensional elasticity with the strain measure ε_α = (s^α − 1)/α of the stretch s = l/L, log s for α = 0.
 *
 *   W = ½ EA L ε_α²
 *
 * α = 2: biquadratic (Green–Lagrange strain, EA (l² − L²)²/(8L³)); α = 1: quadratic, the usual spring (EA (l − L)²/(2L));
 * α = 0: Hencky (logarithmic strain), which softens beyond s = e. All share the stiffness EA/L at rest.
 * Delingette 2008, section II (eq. 4).
 *
 * With W = g(l²) the Hessian in the edge d is p (I − n nᵀ) + q n nᵀ, n = d/l: p = 2 g' is tension over length, q = 2 g' + 4 l² g''
 * the stiffness along the edge. The positive variant has max(p, 0) and max(q, 0), which is the nearest such matrix.
 */
import {
	abs,
	add,
	div,
	dot,
	type Expr,
	frozen,
	gradient,
	input,
	lengthSquared,
	less,
	log,
	max,
	mul,
	pow,
	select,
	sqrt,
	square,
	sub,
	substitute,
	type Vector,
} from "../../energy/index.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import { elementModel } from "../elementModel.ts";
import { restLength } from "../geometry.ts";
import { finite, positive } from "../parameters.ts";

export const axialStiffness = positive({
	unit: "N",
	meaning: "Young modulus times cross-section, EA",
	typical: 50,
});

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

const common = {
	domain: "edge",
	source: "Delingette 2008, eq. 4",
	material: { axialStiffness },
	rest: barRest,
	linearised: ({ axialStiffness }: { axialStiffness: number }) => ({
		axialStiffness,
	}),
} as const;

/** A strain as a formula in the squared length and the rest length. */
type Strain = (l2: Expr, L: Expr) => Expr;

/** The unknowns of every bar. */
interface Bar {
	readonly x: readonly Vector[];
	readonly L: Expr;
	readonly EA: Expr;
}

/** ½ EA L ε². */
const energyOfLength = (l2: Expr, { L, EA }: Bar, strain: Strain): Expr =>
	mul(0.5, mul(mul(EA, L), square(strain(l2, L))));

const edge = ({ x: [a, b] }: Bar): Expr[] => sub(b, a);

const barEnergy = (bar: Bar, strain: Strain): Expr =>
	energyOfLength(lengthSquared(edge(bar)), bar, strain);

/** Shorter edges count as of this stretch in positive variants: they are finite for an edge without length, too. */
export const leastStretch = 1e-6;

function positiveBarEnergy(bar: Bar, strain: Strain): Expr {
	const d = edge(bar);
	const l2 = max(lengthSquared(d), square(mul(leastStretch, bar.L)));
	const unknown = input("l2");
	const [slope] = gradient(energyOfLength(unknown, bar, strain), [unknown]);
	const [curvature] = gradient(slope, [unknown]);
	const [g1, g2] = substitute([slope, curvature], new Map([[unknown, l2]]));
	const p = max(mul(2, g1), 0);
	const q = max(add(mul(2, g1), mul(4, mul(l2, g2))), 0);
	const alongEdge = square(dot(frozen(d), d));
	return mul(
		0.5,
		add(
			mul(frozen(p), lengthSquared(d)),
			mul(frozen(div(sub(q, p), l2)), alongEdge),
		),
	);
}

const greenStrain: Strain = (l2, L) => mul(0.5, sub(div(l2, square(L)), 1));

export const biquadraticSpring = elementModel({
	...common,
	name: "biquadratic-spring",
	about:
		"Spring of Green–Lagrange strain (α = 2): stiffens in tension, no square root.",
	energy: (bar) => barEnergy(bar, greenStrain),
	positive: (bar) => positiveBarEnergy(bar, greenStrain),
});

const stretch: Strain = (l2, L) => div(sqrt(l2), L);
const engineeringStrain: Strain = (l2, L) => sub(stretch(l2, L), 1);

export const quadraticSpring = elementModel({
	...common,
	name: "quadratic-spring",
	about: "The usual spring (α = 1): force proportional to elongation.",
	energy: (bar) => barEnergy(bar, engineeringStrain),
	positive: (bar) => positiveBarEnergy(bar, engineeringStrain),
});

const logarithmicStrain: Strain = (l2, L) => log(stretch(l2, L));

export const henckySpring = elementModel({
	...common,
	name: "hencky-spring",
	about:
		"Spring of logarithmic strain (α = 0): resists collapse, softens beyond a stretch of e.",
	energy: (bar) => barEnergy(bar, logarithmicStrain),
	positive: (bar) => positiveBarEnergy(bar, logarithmicStrain),
});

/** Below this the power law and the logarithm differ by less than what (s^α − 1)/α loses by cancellation. */
const logarithmic = 1e-7;

interface Exponent {
	readonly exponent: Expr;
	/** Zero where the logarithm is selected, since the power law is computed all the same. */
	readonly inverseExponent: Expr;
}

const strainOf =
	({ exponent, inverseExponent }: Exponent): Strain =>
	(l2, L) =>
		select(
			less(abs(exponent), logarithmic),
			logarithmicStrain(l2, L),
			mul(inverseExponent, sub(pow(stretch(l2, L), exponent), 1)),
		);

export const spring = elementModel({
	...common,
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
		inverseExponent:
			Math.abs(material.strainExponent) < logarithmic
				? 0
				: 1 / material.strainExponent,
	}),
	energy: (bar) => barEnergy(bar, strainOf(bar)),
	positive: (bar) => positiveBarEnergy(bar, strainOf(bar)),
});
