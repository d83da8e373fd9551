/** Isotropic membranes: moduli per length, since a sheet's thickness is part of its stiffness. */
import { between, nonNegative, positive } from "../parameters.ts";

export const membraneMaterial = {
	youngModulus2d: positive({
		unit: "N/m",
		meaning: "Young modulus of the material times thickness",
		typical: 200,
	}),
	poissonRatio: between(-1, 1, {
		unit: "1",
		meaning: "Poisson ratio in the plane of the sheet",
		typical: 0.3,
	}),
} as const;

/** The time ζ of damping that replaces l² − L² by l² − L² + ζ/2 d(l²)/dt. */
export const dampingTime = nonNegative({
	unit: "s",
	meaning: "damping coefficient ζ; strain relaxes with the time ζ/2",
	typical: 0.02,
	default: 0,
});

/** Lamé constants of plane stress [N/m]: λ = Eν/(1 − ν²), μ = E/(2(1 + ν)), the shear modulus. */
export function planeLameParameters({
	youngModulus2d: E,
	poissonRatio: nu,
}: {
	readonly youngModulus2d: number;
	readonly poissonRatio: number;
}) {
	return { lambda: (E * nu) / (1 - nu * nu), mu: E / (2 * (1 + nu)) };
}

/** The moduli that isotropic membranes have for small strains. */
export const membraneModuli = ({
	youngModulus2d,
	poissonRatio,
}: {
	readonly youngModulus2d: number;
	readonly poissonRatio: number;
}) => ({ youngModulus2d, poissonRatio });

/** A flat body in the plane, of a solid material. */
export interface PlaneSolid {
	/** [Pa] */
	readonly youngModulus: number;
	readonly poissonRatio: number;
	/** [m] */
	readonly thickness: number;
}

/** The material of a membrane that is a sheet of a solid, free to become thinner: plane stress. */
export const planeStress = ({
	youngModulus,
	poissonRatio,
	thickness,
}: PlaneSolid) => ({
	youngModulus2d: youngModulus * thickness,
	poissonRatio,
});

/** The material of a membrane that is a slice of a solid whose thickness cannot change: plane strain, E_zz = 0. */
export const planeStrain = ({
	youngModulus: E,
	poissonRatio: nu,
	thickness,
}: PlaneSolid) => ({
	youngModulus2d: (E * thickness) / (1 - nu * nu),
	poissonRatio: nu / (1 - nu),
});
