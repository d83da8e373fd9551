/**
 * Stiffness of the springs of bricks, in closed form, and what must be added for the right E, ν and G at small strain.
 * Baudet et al. 2009, with L_a the sides, V the volume and d the diagonal of the body.
 */

/** Stiffness [N/m] of a brick's springs: along each axis, across each axis (diagonals of faces), and through the body. */
export interface BrickSprings {
	readonly edges: readonly number[];
	readonly faces: readonly number[];
	readonly body: number;
}

/** What springs with diagonals of the body lack. */
export interface BrickCorrection {
	/** A [N/m] of ½ sᵀA s, by rows. */
	readonly stretch: readonly (readonly number[])[];
	/** V (G − G_bc) [J] of the shear across each axis. */
	readonly shear: readonly number[];
}

interface Moduli {
	readonly youngModulus: number;
	readonly poissonRatio: number;
}

/** The two axes beside each. */
const others = [
	[1, 2],
	[2, 0],
	[0, 1],
] as const;

const axes = [0, 1, 2] as const;

/** Configuration M2, eqs 8 and 10. */
export function bodyDiagonalSprings(
	L: readonly number[],
	{ youngModulus: E, poissonRatio: nu }: Moduli,
): BrickSprings {
	const d2 = L.reduce((sum, side) => sum + side * side, 0);
	const share = E / (24 * (1 + nu) * L[0] * L[1] * L[2]);
	return {
		edges: others.map(([b, c], a) => {
			const [i2, j2, k2] = [L[a] ** 2, L[b] ** 2, L[c] ** 2];
			return share * (6 * j2 * k2 * (1 + nu) + (nu * (j2 + k2) - i2) * d2);
		}),
		faces: [0, 0, 0],
		body: share * d2 * d2,
	};
}

/**
 * A = H − K, with the matrices of Hooke's law H_ab = V (λ + 2G δ_ab)/(L_a L_b) and of the springs
 * K_ab = 4 k_a δ_ab + 4 k_d L_a L_b/d² for stretches of the sides; and G − G_bc with G_bc = 4 k_d L_b² L_c²/(d² V), zero in cubes.
 */
export function bodyDiagonalCorrection(
	L: readonly number[],
	moduli: Moduli,
): BrickCorrection {
	const { youngModulus: E, poissonRatio: nu } = moduli;
	const V = L[0] * L[1] * L[2];
	const d2 = L.reduce((sum, side) => sum + side * side, 0);
	const lambda = (E * nu) / ((1 + nu) * (1 - 2 * nu));
	const G = E / (2 * (1 + nu));
	const { edges, body } = bodyDiagonalSprings(L, moduli);
	return {
		stretch: axes.map((a) =>
			axes.map((b) => {
				const hooke = (V * (lambda + (a === b ? 2 * G : 0))) / (L[a] * L[b]);
				const springs =
					(4 * body * L[a] * L[b]) / d2 + (a === b ? 4 * edges[a] : 0);
				return hooke - springs;
			}),
		),
		shear: others.map(
			([b, c]) => V * G - (4 * body * L[b] ** 2 * L[c] ** 2) / d2,
		),
	};
}

/**
 * Configurations M1 and M3: springs alone, which are isotropic for ν = 1/4 only, with λ = G = 2E/5. Diagonals of the body have a share of
 * their stiffness in M2 (none in M1), those of faces give what G lacks, and edges what is then missing along them.
 */
export function faceDiagonalSprings(
	L: readonly number[],
	E: number,
	bodyShare: number,
): BrickSprings {
	const V = L[0] * L[1] * L[2];
	const d2 = L.reduce((sum, side) => sum + side * side, 0);
	const G = (2 / 5) * E;
	const { body: all } = bodyDiagonalSprings(L, {
		youngModulus: E,
		poissonRatio: 1 / 4,
	});
	const body = bodyShare * all;
	/** What the diagonals of faces across each axis give the shear in them, times V [J]. */
	const shear = others.map(
		([b, c]) => V * G - (4 * body * L[b] ** 2 * L[c] ** 2) / d2,
	);
	return {
		edges: others.map(
			([b, c], a) =>
				((3 * V * G) / L[a] ** 2 -
					(4 * body * L[a] ** 2) / d2 -
					shear[c] / L[b] ** 2 -
					shear[b] / L[c] ** 2) /
				4,
		),
		faces: others.map(
			([b, c], a) =>
				(shear[a] * (L[b] ** 2 + L[c] ** 2)) / (4 * L[b] ** 2 * L[c] ** 2),
		),
		body,
	};
}
