/**
 * St Venant–Kirchhoff for slender bodies whose sections cannot contract, such as bars of frames along their axis: the stretch along
 * the axis a has Young's modulus, whatever the section does.
 *
 *   psi(F) = E/2 q² + 2G |s|² + λ/2 (tr M)² + G M:M,   q = a·Ea,   s = Ea − qa,   M = E − q aaᵀ − s aᵀ − a sᵀ
 *
 * St Venant–Kirchhoff is the same with M + νq (1 − aaᵀ) in place of M: the strain of the section beyond the contraction νq that frees it
 * of stress. Here that contraction is left to itself, as in theories of beams. Without it, sections that stay as they
 * are make a bar stiffer by (λ + 2G)/E, 1.35 for ν = 0.3 (Gilles et al. 2011 have that). In torsion sections stay flat in either case, which
 * makes square bars 19 % too stiff.
 */
import {
	apply,
	contract,
	dot,
	type Expr,
	greenStrain,
	lengthSquared,
	type Matrix,
	mul,
	square,
	sub,
	sum,
	trace,
} from "../../../energy/index.ts";
import { finite } from "../../parameters.ts";
import { positiveOfStrain } from "../positiveOfStrain.ts";
import { solidLaw } from "../solidLaw.ts";
import { lameParameters, solidMaterial } from "../solidMaterial.ts";

type Constants = Readonly<
	Record<"lambda" | "mu" | "youngModulus" | "axisX" | "axisY" | "axisZ", Expr>
>;

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
	psi: (F, constants) => energy(greenStrain(F), constants),
	positive: (F, constants) => positiveOfStrain(F, (E) => energy(E, constants)),
});

function energy(
	E: Matrix,
	{ lambda, mu, youngModulus, axisX, axisY, axisZ }: Constants,
): Expr {
	const a = [axisX, axisY, axisZ];
	const Ea = apply(E, a);
	const q = dot(a, Ea);
	const sheared = sub(lengthSquared(Ea), square(q));
	// M:M and tr M are what E:E and tr E leave.
	const section = sub(sub(contract(E, E), square(q)), mul(2, sheared));
	return sum([
		mul(mul(0.5, youngModulus), square(q)),
		mul(mul(2, mu), sheared),
		mul(mul(0.5, lambda), square(sub(trace(E), q))),
		mul(mu, section),
	]);
}
