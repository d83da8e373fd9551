/** From materials to what bodies take: models with their parameters, and densities. */
import { requireOptions, requireYesOrNo } from "../checks.ts";
import { bendingFriction } from "../models/bending/bendingFriction.ts";
import { morleyBending } from "../models/bending/morley/morleyBending.ts";
import { orthotropicMorley } from "../models/bending/morley/orthotropicMorley.ts";
import type { AppliedModel } from "../models/elementModel.ts";
import { orthotropicMembrane } from "../models/membrane/orthotropicMembrane.ts";
import { shearFriction } from "../models/membrane/shearFriction.ts";
import { trbs } from "../models/membrane/trbs.ts";
import { rod } from "../models/rods/rod.ts";
import { stableNeoHookean } from "../models/solid/solidModels.ts";
import { quadraticSpring } from "../models/springs/spring.ts";
import { axialStiffnessOf } from "./axialStiffness.ts";
import { crimpHardening } from "./crimp.ts";
import { isotropicFabric } from "./isotropicFabric.ts";
import type { AnyMaterial, Fabric } from "./material.ts";
import { material } from "./materials.ts";
import { membraneOf, plateRigidity } from "./thinSheet.ts";

/** For `cloth`. Fabrics and sheets are made flat, and tend to be flat where a mesh is curved. */
export interface ClothMaterial {
	readonly membrane: AppliedModel;
	readonly bending: AppliedModel;
	/** Between fibres and threads, where that is asked for. */
	readonly friction?: readonly AppliedModel[];
	/** [kg/m²] */
	readonly arealDensity: number;
}

/** The function that takes a kind, for the message of one that does not. */
const makerOf: Readonly<Record<AnyMaterial["kind"], string>> = {
	fabric: "fabric(name) for cloth",
	sheet: "sheetOf(name) for cloth",
	solid: "softSolid(name) for solids or sheetOf(name, { thickness }) for cloth",
	cord: "cord(name) for cables",
};

function materialOf<K extends AnyMaterial["kind"]>(
	owner: string,
	name: string,
	kinds: readonly K[],
): Extract<AnyMaterial, { kind: K }> {
	const found = material(name);
	if (!(kinds as readonly string[]).includes(found.kind))
		throw new Error(
			`${owner}: '${name}' is a ${found.kind}; take ${makerOf[found.kind]}`,
		);
	return found as Extract<AnyMaterial, { kind: K }>;
}

/** How a fabric lies on a mesh. */
export interface FabricOptions {
	/** Angle of the warp from the x axis of the rest shape [rad], for the whole sheet or each triangle; `warpAlong` takes it from texture coordinates. */
	readonly warpAngle?: number | ArrayLike<number>;
	/** One modulus and one rigidity for all directions, the means of the fabric's. Woven fabrics are then far too stiff on the bias. */
	readonly isotropic?: boolean;
	/** Friction between fibres that bend and threads that are sheared, where it is known of a fabric: then drapes stand off as real ones do, and folds stay. */
	readonly friction?: boolean;
}

/** A fabric for cloth: `cloth.grid(shape, { ...fabric("silk") })`. Threads that bend do not bend those across: bending has no Poisson ratio. */
export function fabric(
	name: string,
	options: FabricOptions = {},
): ClothMaterial {
	requireOptions("fabric", options, ["warpAngle", "isotropic", "friction"]);
	const { warpAngle = 0, isotropic = false, friction = false } = options;
	requireYesOrNo("fabric: isotropic", isotropic);
	requireYesOrNo("fabric: friction", friction);
	const found = materialOf("fabric", name, ["fabric"]);
	const { arealDensity } = found;
	const flatAtRest = true;
	if (isotropic) {
		const { membrane, bending } = isotropicFabric(found);
		return {
			membrane: trbs(membrane),
			bending: morleyBending(bending, { flatAtRest }),
			...(friction && { friction: [bendingFrictionOf(found, warpAngle)] }),
			arealDensity,
		};
	}
	const { warpModulus2d, weftModulus2d, poissonRatio, shearModulus2d } = found;
	const { warpRigidity, weftRigidity, twistRigidity } = found;
	const [warpHardening, weftHardening] = crimpHardening(found);
	return {
		membrane: orthotropicMembrane({
			warpModulus2d,
			weftModulus2d,
			poissonRatio,
			shearModulus2d,
			warpHardening,
			weftHardening,
			warpAngle,
		}),
		bending: orthotropicMorley(
			{ warpRigidity, weftRigidity, twistRigidity, warpAngle },
			{ flatAtRest },
		),
		...(friction && {
			friction: [
				bendingFrictionOf(found, warpAngle),
				...shearFrictionOf(found, warpAngle),
			],
		}),
		arealDensity,
	};
}

function bendingFrictionOf(
	{ name, bendingHysteresis }: Fabric,
	warpAngle: number | ArrayLike<number>,
): AppliedModel {
	if (bendingHysteresis === undefined)
		throw new Error(
			`fabric: the friction of '${name}' is not known; leave friction out, or give cloth the model bendingFriction({ frictionMoment })`,
		);
	return bendingFriction({ frictionMoment: bendingHysteresis, warpAngle });
}

/** None where it is not known. */
function shearFrictionOf(
	{ shearHysteresis: frictionForce }: Fabric,
	warpAngle: number | ArrayLike<number>,
): AppliedModel[] {
	if (frictionForce === undefined) return [];
	return [shearFriction({ frictionForce, warpAngle })];
}

/**
 * A thin sheet for cloth, of a solid material or one that comes as a sheet: `sheetOf("natural-rubber", { thickness: 1e-3 })`.
 * The thickness [m] of sheets is known, that of solids must be given.
 */
export function sheetOf(
	name: string,
	options: { readonly thickness?: number } = {},
): ClothMaterial {
	requireOptions("sheetOf", options, ["thickness"]);
	const found = materialOf("sheetOf", name, ["sheet", "solid"]);
	const thickness =
		options.thickness ?? (found.kind === "sheet" ? found.thickness : undefined);
	if (thickness === undefined)
		throw new Error(
			`sheetOf: '${name}' is a solid, so its thickness is missing; give { thickness } in metres`,
		);
	const { youngModulus, poissonRatio, density } = found;
	const sheet = { youngModulus, poissonRatio, thickness };
	return {
		membrane: trbs(membraneOf(sheet)),
		bending: morleyBending(
			{ bendingRigidity: plateRigidity(sheet), poissonRatio },
			{ flatAtRest: true },
		),
		arealDensity: density * thickness,
	};
}

/**
 * A soft solid: `solid.box(shape, { ...softSolid("muscle") })`. Linear tetrahedra resist bending far too much near
 * ν = 0.5; where that matters more than the exact volume, give a lower Poisson ratio (docs/choosing-parameters.md has numbers).
 */
export function softSolid(
	name: string,
	options: { readonly poissonRatio?: number } = {},
): { readonly solid: AppliedModel; readonly density: number } {
	requireOptions("softSolid", options, ["poissonRatio"]);
	const found = materialOf("softSolid", name, ["solid"]);
	const { poissonRatio = found.poissonRatio } = options;
	return {
		solid: stableNeoHookean({ youngModulus: found.youngModulus, poissonRatio }),
		density: found.density,
	};
}

/**
 * A cord for cables: `cable.line(shape, { ...cord("cotton-thread") })`. With `bends` it is a solid round rod of that radius, straight at rest, which is far too stiff for what is
 * laid or spun of many fibres.
 */
export function cord(
	name: string,
	options: { readonly bends?: boolean } = {},
): {
	readonly spring: AppliedModel;
	readonly linearDensity: number;
} {
	requireOptions("cord", options, ["bends"]);
	const { bends = false } = options;
	requireYesOrNo("cord: bends", bends);
	const { youngModulus, radius, density } = materialOf("cord", name, ["cord"]);
	return {
		spring: bends
			? rod({ youngModulus, radius, straight: 1 })
			: quadraticSpring({
					axialStiffness: axialStiffnessOf({ youngModulus, radius }),
				}),
		linearDensity: density * Math.PI * radius ** 2,
	};
}
