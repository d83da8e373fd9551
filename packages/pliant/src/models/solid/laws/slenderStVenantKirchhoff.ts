/**
 * St Venant–Kirchhoff for slender bodies whose sections cannot contract, such as bars of frames along their axis: the stretch along
 * the axis a has Young's modulus, whatever the section does.
 *
 *   psi(F) = E/2 q² + 2G |s|² + λ/2 (tr M)² + G M:M,   q = a·Ea,   s = Ea − qa,   M = E − q aaᵀ − s aᵀ − a sᵀ
 *
 * St Venant–Kirchhoff is the same with M + νq (1 − aaᵀ) in place of M: the strain of the section beyond the contraction νq that frees it
 * of stress. Here that contraction is left to itself, as in theories of beams. Without it, sections that stay as they
 * are make a bar stiffer by (λ + 2G)/E, 1.35 for ν = 0.3 (Gilles et al. 2011 have that; equations 2.4).
 */
import {
	add,
	apply,
	dot,
	type Expr,
	greenStrain,
	identity,
	type Matrix,
	mul,
	outer,
	sqrt,
	square,
	sub,
	sum,
	trace,
} from "../../../energy/index.ts";
import type { Symbols } from "../../elementModel.ts";
import { finite } from "../../parameters.ts";
import { solidLaw } from "../solidLaw.ts";
import { lameParameters, solidMaterial } from "../solidMaterial.ts";

const component = (name: string, value: number) =>
	finite({
		unit: "1",
		meaning: `component ${name} of the axis, of any length`,
		typical: value,
		default: value,
	});

export const slenderStVenantKirchhoff = solidLaw({
	name: "stvk-slender",
	about:
		"St Venant–Kirchhoff for bars of frames: free to contract across their axis, as in theories of beams.",
	material: {
		...solidMaterial,
		axisX: component("x", 1),
		axisY: component("y", 0),
		axisZ: component("z", 0),
	},
	constants: (material) => {
		const { youngModulus, axisX, axisY, axisZ } = material;
		const length = Math.hypot(axisX, axisY, axisZ);
		return {
			...lameParameters(material),
			youngModulus,
			axisX: axisX / length,
			axisY: axisY / length,
			axisZ: axisZ / length,
		};
	},
	psi: (F, constants) =>
		mul(0.5, sum(residuals(F, constants).map((r) => square(r)))),
	residuals,
});

/** psi is half the sum of their squares. The section's strain M is taken apart into its trace and the rest. */
function residuals(
	F: Matrix,
	{
		lambda,
		mu,
		youngModulus,
		axisX,
		axisY,
		axisZ,
	}: Symbols<
		Record<
			"lambda" | "mu" | "youngModulus" | "axisX" | "axisY" | "axisZ",
			number
		>
	>,
): Expr[] {
	const a = [axisX, axisY, axisZ];
	const E = greenStrain(F);
	const Ea = apply(E, a);
	const q = dot(a, Ea);
	const s = sub(Ea, mul(q, a)) as Expr[];
	const along = outer(a, a);
	const shear = add(outer(s, a), outer(a, s)) as Expr[][];
	const t = sub(trace(E), q);
	const across = mul(mul(0.5, t), sub(identity(3), along) as Expr[][]);
	const rest = sub(sub(sub(E, mul(q, along)), shear), across) as Expr[][];
	const root = sqrt(mul(2, mu));
	return [
		mul(sqrt(youngModulus), q),
		...mul(mul(2, sqrt(mu)), s),
		mul(sqrt(add(lambda, mu)), t),
		...rest.map((row, i) => mul(root, row[i])),
		...[rest[0][1], rest[1][2], rest[2][0]].map((e) =>
			mul(mul(Math.SQRT2, root), e),
		),
	];
}
