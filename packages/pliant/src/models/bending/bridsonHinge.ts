/**
 * The hinge of Bridson, Marino and Fedkiw 2003 ("Simulation of clothing with folds and wrinkles", section 4): its moment follows sin(θ/2), so
 * it hardly grows as triangles fold onto each other.
 *
 *   W = 16 k sin²((θ − θ₀)/4),   dW/dθ = 4 k sin((θ − θ₀)/2),   k = B l/(h_A + h_B),   θ: dihedralAngle.ts
 *
 * Different from the paper: its factor |e|²/(|N_A| + |N_B|) changes as triangles stretch, and the force is then not that of any energy;
 * here it is that of the rest shape. Its k_e is 4 B. For a rest angle it has sin(θ/2) − sin(θ₀/2), whose stiffness falls with θ₀, and whose
 * energy cancels near rest so much that Newton's method did not find its minimum.
 */
import { mul, sin, square, sub } from "../../energy/index.ts";
import { angleHinge } from "./dihedralAngle.ts";

export const bridsonHinge = angleHinge({
	name: "bridson-hinge",
	about:
		"Bending by the angle between triangles, with a moment that follows the sine of its half; keeps the rest shape.",
	source: "Bridson, Marino and Fedkiw 2003, section 4, as potentials",
	law: (theta, restAngle) =>
		mul(16, square(sin(mul(0.25, sub(theta, restAngle))))),
});
