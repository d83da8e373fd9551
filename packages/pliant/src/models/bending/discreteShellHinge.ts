/**
 * The hinge of discrete shells: Grinspun, Hirani, Desbrun and Schröder 2003, "Discrete shells", the flexural energy.
 *
 *   W = B l/(h_A + h_B) (θ − θ₀)²,   θ: dihedralAngle.ts
 *
 * The paper's k (θ − θ₀)² l/h̄ with h̄ = (h_A + h_B)/6, also written 3 |e|²/(A₁ + A₂), is the same with k = B/6. Derivatives are exact, the Hessian's
 * geometric part included.
 */
import { square, sub } from "../../energy/index.ts";
import { angleHinge } from "./dihedralAngle.ts";

export const discreteShellHinge = angleHinge({
	name: "discrete-shell-hinge",
	about:
		"Bending by the square of the angle between triangles: folds of any sharpness; keeps the rest shape.",
	source: "Grinspun et al. 2003, flexural energy",
	law: (theta, restAngle) => square(sub(theta, restAngle)),
});
