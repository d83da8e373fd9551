/**
 * A soft solid with fibres along one direction a, transversely isotropic, such as muscle or tendon:
 *
 *   psi(F) = psi of the stable neo-Hookean matrix + ½ E_f (a·Ea)²,   a·Ea = ½ (|Fa|² − 1)
 *
 * Fibres bear along themselves only, as much in compression as in tension. At small strain they add E_f to the stiffness of a.
 */
import {
	add,
	apply,
	dot,
	type Expr,
	frozen,
	lengthSquared,
	type Matrix,
	max,
	mul,
	square,
	sub,
} from "../../../energy/index.ts";
import { finite, nonNegative } from "../../parameters.ts";
import { solidLaw } from "../solidLaw.ts";
import { solidMaterial } from "../solidMaterial.ts";
import { stableNeoHookean } from "./stableNeoHookean.ts";

const component = (name: string, value: number) =>
	finite({
		unit: "1",
		meaning: `component ${name} of the fibres' direction, of any length`,
		typical: value,
		default: value,
	});

/** What becomes of the unit vector along the fibres. */
const alongFibres = (
	F: Matrix,
	{ fibreX, fibreY, fibreZ }: Record<"fibreX" | "fibreY" | "fibreZ", Expr>,
) => apply(F, [fibreX, fibreY, fibreZ]);

export const fibreReinforced = solidLaw({
	name: "fibre-reinforced",
	about:
		"Soft solid with fibres along one direction, such as muscle: stable neo-Hookean across them.",
	material: {
		...solidMaterial,
		fibreModulus: nonNegative({
			unit: "Pa",
			meaning: "what fibres add to the stiffness along them",
			typical: 2e5,
		}),
		fibreX: component("x", 1),
		fibreY: component("y", 0),
		fibreZ: component("z", 0),
	},
	constants: ({ fibreModulus, fibreX, fibreY, fibreZ, ...matrix }) => {
		const length = Math.hypot(fibreX, fibreY, fibreZ);
		return {
			...stableNeoHookean.constants(matrix),
			fibreModulus,
			fibreX: fibreX / length,
			fibreY: fibreY / length,
			fibreZ: fibreZ / length,
		};
	},
	psi: (F, constants) => {
		const strain = mul(0.5, sub(lengthSquared(alongFibres(F, constants)), 1));
		return add(
			stableNeoHookean.psi(F, constants),
			mul(mul(0.5, constants.fibreModulus), square(strain)),
		);
	},
	// Fibres that push are held straight by nothing of their own.
	positive: (F, constants) => {
		const a = alongFibres(F, constants);
		const now = frozen(a);
		const strain = mul(0.5, sub(lengthSquared(now), 1));
		const stretching = add(
			square(dot(now, a)),
			mul(max(strain, 0), lengthSquared(a)),
		);
		return add(
			stableNeoHookean.positive(F, constants),
			mul(mul(0.5, constants.fibreModulus), stretching),
		);
	},
});
