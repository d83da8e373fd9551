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

/** A material of the library, as a scene gives it. */
export interface NamedMaterial {
	readonly name: string;
	/** Makes a sheet of a solid [m]. */
	readonly thickness?: number;
	/** Angle of a fabric's warp [rad]: from u where the mesh has texture coordinates, else from the x axis. */
	readonly warpAngle?: number;
	/** One stiffness for all directions of a fabric. */
	readonly isotropic?: boolean;
	/** Friction between the fibres of a fabric. */
	readonly friction?: boolean;
	/** Lets a cord resist bending and twist. */
	readonly bends?: boolean;
}

/** The models and the density of a material of the library. `threads` are the angles of u on each triangle. */
export function materialModels(
	{ name, thickness, bends, ...lie }: NamedMaterial,
	threads?: Float64Array,
): Substance {
	const { kind } = material(name);
	for (const key of Object.keys(lie))
		if (kind !== "fabric")
			throw new Error(`'${name}' is a ${kind} and no fabric; leave ${key} out`);
	if (bends !== undefined && kind !== "cord")
		throw new Error(`'${name}' is a ${kind}; bends is for cords, leave it out`);
	if (kind === "sheet" || (kind === "solid" && thickness !== undefined)) {
		const sheet = sheetOf(name, thickness === undefined ? {} : { thickness });
		return cloth(sheet);
	}
	if (thickness !== undefined)
		throw new Error(
			`'${name}' is a ${kind}, whose thickness is part of its values; leave it out`,
		);
	if (kind === "fabric") {
		const { warpAngle: turn = 0, isotropic = false, friction = false } = lie;
		const warpAngle = threads?.map((angle) => angle + turn) ?? turn;
		return cloth(fabric(name, { warpAngle, isotropic, friction }));
	}
	if (kind === "cord") {
		const { spring, linearDensity } = cord(name, { bends: bends ?? false });
		return { models: [spring], densities: { linearDensity } };
	}
	const { solid, density } = softSolid(name);
	return { models: [solid], densities: { density } };
}

const cloth = ({
	membrane,
	bending,
	friction = [],
	arealDensity,
}: ReturnType<typeof fabric>): Substance => ({
	models: [membrane, bending, ...friction],
	densities: { arealDensity },
});
