import {
	type AppliedModel,
	cord,
	fabric,
	material,
	sheetOf,
	softSolid,
} from "pliant";
import type { densities } from "./schema/models.ts";

/** What an object is made of. */
export interface Substance {
	readonly models: readonly AppliedModel[];
	/** By the key that scenes have for it. */
	readonly densities: Partial<Record<keyof typeof densities, number>>;
}

/** The models and the density of a material of the library; a thickness [m] makes a sheet of a solid. */
export function materialModels({
	name,
	thickness,
}: {
	readonly name: string;
	readonly thickness?: number;
}): Substance {
	const { kind } = material(name);
	if (kind === "sheet" || (kind === "solid" && thickness !== undefined)) {
		const sheet = sheetOf(name, thickness === undefined ? {} : { thickness });
		return cloth(sheet);
	}
	if (thickness !== undefined)
		throw new Error(
			`'${name}' is a ${kind}, whose thickness is part of its values; leave it out`,
		);
	if (kind === "fabric") return cloth(fabric(name));
	if (kind === "cord") {
		const { spring, linearDensity } = cord(name);
		return { models: [spring], densities: { linearDensity } };
	}
	const { solid, density } = softSolid(name);
	return { models: [solid], densities: { density } };
}

const cloth = ({
	membrane,
	bending,
	arealDensity,
}: ReturnType<typeof fabric>): Substance => ({
	models: [membrane, bending],
	densities: { arealDensity },
});
