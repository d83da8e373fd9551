/** The constants of an isotropic elastic solid from any usual pair of them. */
import { requireOptions } from "../checks.ts";
import { finite, positive } from "../models/parameters.ts";
import { lameParameters } from "../models/solid/solidMaterial.ts";
import { checkNumbers } from "./checkNumbers.ts";
import { poissonRatio, youngModulus } from "./quantities.ts";

/** All in Pa, except for the Poisson ratio. */
export interface ElasticConstants {
	readonly youngModulus: number;
	readonly poissonRatio: number;
	/** λ, Lamé's first constant. */
	readonly lambda: number;
	/** μ or G, Lamé's second constant. */
	readonly shearModulus: number;
	/** K, pressure over relative loss of volume. */
	readonly bulkModulus: number;
}

const quantities = {
	youngModulus,
	poissonRatio,
	lambda: finite({ unit: "Pa", meaning: "Lamé's λ", typical: 1e6 }),
	shearModulus: positive({
		unit: "Pa",
		meaning: "shear modulus",
		typical: 1e6,
	}),
	bulkModulus: positive({ unit: "Pa", meaning: "bulk modulus", typical: 1e6 }),
};

type Name = keyof ElasticConstants;

/** E and ν from each pair of constants. */
const pairs: readonly {
	readonly names: readonly [Name, Name];
	readonly solve: (a: number, b: number) => readonly [number, number];
}[] = [
	{ names: ["youngModulus", "poissonRatio"], solve: (E, nu) => [E, nu] },
	{
		names: ["lambda", "shearModulus"],
		solve: (lambda, mu) => [
			(mu * (3 * lambda + 2 * mu)) / (lambda + mu),
			lambda / (2 * (lambda + mu)),
		],
	},
	{
		names: ["bulkModulus", "shearModulus"],
		solve: (K, mu) => [
			(9 * K * mu) / (3 * K + mu),
			(3 * K - 2 * mu) / (2 * (3 * K + mu)),
		],
	},
	{
		names: ["youngModulus", "shearModulus"],
		solve: (E, mu) => [E, E / (2 * mu) - 1],
	},
	{
		names: ["youngModulus", "bulkModulus"],
		solve: (E, K) => [E, (3 * K - E) / (6 * K)],
	},
	{
		names: ["poissonRatio", "shearModulus"],
		solve: (nu, mu) => [2 * mu * (1 + nu), nu],
	},
	{
		names: ["poissonRatio", "bulkModulus"],
		solve: (nu, K) => [3 * K * (1 - 2 * nu), nu],
	},
];

/** All constants from two of them, such as `{ youngModulus, poissonRatio }` or `{ lambda, shearModulus }`. */
export function elasticConstants(
	given: Partial<ElasticConstants>,
): ElasticConstants {
	const owner = "elasticConstants";
	requireOptions(owner, given, Object.keys(quantities));
	const names = Object.keys(given);
	const pair = pairs.find(
		(p) => names.length === 2 && p.names.every((name) => names.includes(name)),
	);
	if (!pair)
		throw new Error(
			`${owner}: cannot tell from ${names.join(", ") || "nothing"}; give ${pairs.map((p) => p.names.join(" and ")).join(", or ")}`,
		);
	const [a, b] = pair.names;
	const values = checkNumbers(
		owner,
		{ [a]: quantities[a], [b]: quantities[b] } as Record<
			Name,
			(typeof quantities)[Name]
		>,
		given as Record<Name, number>,
	);
	const [E, nu] = pair.solve(values[a], values[b]);
	if (!(E > 0 && nu > -1 && nu < 0.5))
		throw new Error(
			`${owner}: ${a} ${values[a]} and ${b} ${values[b]} give E = ${E} Pa and ν = ${nu}; a stable solid has E > 0 and −1 < ν < 0.5`,
		);
	const { lambda, mu } = lameParameters({ youngModulus: E, poissonRatio: nu });
	return {
		youngModulus: E,
		poissonRatio: nu,
		lambda,
		shearModulus: mu,
		bulkModulus: lambda + (2 / 3) * mu,
	};
}
