/** Laws added up: `sumOfLaws(stVenantKirchhoff({ … }), volumePenalty({ … }))`. */
import { type Expr, type Matrix, sum } from "../../energy/index.ts";
import type { Symbols } from "../elementModel.ts";
import type { Parameter } from "../parameters.ts";
import { type AppliedLaw, type LawConstants, solidLaw } from "./solidLaw.ts";

/** The parameters and constants of each law are named after it, as in "stvk.youngModulus". */
export function sumOfLaws(...parts: readonly AppliedLaw[]): AppliedLaw {
	const laws = parts.map(({ law }) => law);
	const merged = <T>(of: (index: number) => Readonly<Record<string, T>>) =>
		Object.fromEntries(
			laws.flatMap(({ name }, i) =>
				Object.entries(of(i)).map(([key, value]) => [`${name}.${key}`, value]),
			),
		);
	const part = <T>(name: string, all: Readonly<Record<string, T>>) =>
		Object.fromEntries(
			Object.entries(all).flatMap(([key, value]) =>
				key.startsWith(`${name}.`) ? [[key.slice(name.length + 1), value]] : [],
			),
		);
	const law = solidLaw({
		name: laws.map(({ name }) => name).join(" + "),
		about: laws.map(({ about }) => about).join(" "),
		material: merged<Parameter>((i) => laws[i].material),
		constants: (material): LawConstants =>
			merged((i) => laws[i].constants(part(laws[i].name, material))),
		psi: (F: Matrix, constants: Symbols<LawConstants>): Expr =>
			sum(laws.map(({ name, psi }) => psi(F, part(name, constants)))),
	});
	return law(merged((i) => parts[i].material));
}
