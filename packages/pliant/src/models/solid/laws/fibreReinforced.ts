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
	type Expr,
	lengthSquared,
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
		const { fibreModulus, fibreX, fibreY, fibreZ } = constants;
		const strain: Expr = mul(
			0.5,
			sub(lengthSquared(apply(F, [fibreX, fibreY, fibreZ])), 1),
		);
		return add(
			stableNeoHookean.psi(F, constants),
			mul(mul(0.5, fibreModulus), square(strain)),
		);
	},
});
