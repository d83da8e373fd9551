/** The bending models that are compared. */
import {
	type AppliedModel,
	bridsonHinge,
	calibratedBending,
	crossoverSprings,
	discreteShellHinge,
	isometricBending,
	linearBending,
	morleyBending,
	shellBending,
} from "pliant/models";

export interface Bending {
	readonly name: string;
	readonly color: string;
	/** For a modulus [N·m]: what the model's source calls so, else the rigidity of a plate. */
	readonly of: (modulus: number) => AppliedModel;
}

export const printed: Bending = {
	name: "linear, as printed",
	color: "#d9822b",
	of: (bendingModulus) => linearBending({ bendingModulus }),
};
export const calibrated: Bending = {
	name: "linear, calibrated",
	color: "#d9a35f",
	of: (bendingRigidity) => calibratedBending({ bendingRigidity }),
};
export const discreteShell: Bending = {
	name: "discrete shell",
	color: "#1f6fb4",
	of: (bendingRigidity) => discreteShellHinge({ bendingRigidity }),
};
export const bridson: Bending = {
	name: "Bridson",
	color: "#8a4fa3",
	of: (bendingRigidity) => bridsonHinge({ bendingRigidity }),
};
export const isometric: Bending = {
	name: "isometric",
	color: "#777777",
	of: (laplacianCoefficient) => isometricBending({ laplacianCoefficient }),
};
export const morley: Bending = {
	name: "Morley",
	color: "#2f7f8f",
	of: (bendingRigidity) => morleyBending({ bendingRigidity }),
};

/** With rotations of edges as unknowns. */
export const shell: Bending = {
	name: "shell",
	color: "#b0305c",
	of: (bendingRigidity) => shellBending({ bendingRigidity }),
};

/** All that have a stiffness when flat and are given by vertices alone. */
export const bendings: readonly Bending[] = [
	printed,
	calibrated,
	discreteShell,
	bridson,
	isometric,
	morley,
];

/** The normal-based model with the share of the energy that the paper's eq. 10 gives an edge: equal to linear bending at small angles. */
export const normalBased: Bending = {
	name: "normal-based",
	color: discreteShell.color,
	of: (modulus) => discreteShell.of(modulus / 3),
};

/** Springs across edges, with the energy of linear bending as printed at one curvature [1/m]. */
export const crossover = (referenceCurvature: number): Bending => ({
	name: "crossover springs",
	color: "#3a8f4d",
	of: (modulus) =>
		crossoverSprings({ bendingRigidity: modulus / 3, referenceCurvature }),
});
