/** The membrane models that are compared, by the library's names. */
import {
	type AnyElementModel,
	type AppliedModel,
	registry,
} from "pliant/models";
import { colors } from "./experiment.ts";

export function modelNamed(name: string): AnyElementModel {
	const model = registry.find((model) => model.name === name);
	if (!model) throw new Error(`the library has no model '${name}'`);
	return model;
}

export interface Membrane {
	/** As papers call it. */
	readonly name: string;
	readonly color: string;
	readonly of: (youngModulus2d: number, poissonRatio: number) => AppliedModel;
}

const membrane = (name: string, model: string, color: string): Membrane => ({
	name,
	color,
	of: (youngModulus2d, poissonRatio) =>
		modelNamed(model)({ youngModulus2d, poissonRatio }),
});

export const linear = membrane("linear", "linear-membrane", colors.linear);
export const trbs = membrane("TRBS", "trbs", colors.trbs);
export const trqs = membrane("TRQS", "trqs", colors.trqs);
export const springs = membrane("springs", "tensile-springs", colors.springs);
/** Eq. 29, which asks for ν = 0; a net of springs has 1/3. */
export const vanGelder: Membrane = {
	name: "Van Gelder, eq. 29",
	color: colors.vanGelder,
	of: (youngModulus2d) => modelNamed("van-gelder")({ youngModulus2d }),
};
/** With equal moduli it is isotropic, and St Venant–Kirchhoff's like TRBS. */
export const orthotropic: Membrane = {
	name: "orthotropic, equal moduli",
	color: "#3f9c8f",
	of: (youngModulus2d, poissonRatio) =>
		modelNamed("orthotropic-membrane")({
			warpModulus2d: youngModulus2d,
			weftModulus2d: youngModulus2d,
			poissonRatio,
			shearModulus2d: youngModulus2d / (2 * (1 + poissonRatio)),
		}),
};
/** Incompressible: its Poisson ratio is 1/2. */
export const neoHookean: Membrane = {
	name: "neo-Hookean",
	color: "#8a6d3b",
	of: (youngModulus2d) =>
		modelNamed("neo-hookean-membrane")({ youngModulus2d }),
};
/** Laws of large strain that all have the stiffness of the membrane at rest. */
export const laws: readonly Membrane[] = [
	membrane("corotational", "corotational-membrane", "#c2456b"),
	membrane("safe TRBS", "safe-trbs", "#6b7fd7"),
];
