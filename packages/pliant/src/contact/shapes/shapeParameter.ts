/** What a shape is made from: values with unit, meaning, default and allowed range, as models have them. */
import { isVector3, type Vector3 } from "../../mesh/mesh.ts";
import { type Parameter, positive } from "../../models/parameters.ts";

/** Three numbers: a place, a direction, an extent along each axis, or angles about the x, then the y, then the z axis. */
export type VectorKind = "point" | "direction" | "extent" | "angles";

export interface VectorParameter
	extends Pick<Parameter, "unit" | "meaning" | "range"> {
	readonly kind: VectorKind;
	readonly default?: Vector3;
	readonly allows: (value: Vector3) => boolean;
}

export interface LengthParameter extends Omit<Parameter, "default"> {
	readonly kind: "length";
}

export type ShapeParameter = LengthParameter | VectorParameter;

const kinds: Readonly<
	Record<VectorKind, Pick<VectorParameter, "unit" | "range" | "allows">>
> = {
	point: { unit: "m", range: "three finite numbers", allows: () => true },
	direction: {
		unit: "1",
		range: "three finite numbers that are not all zero",
		allows: (v) => v.some((c) => c !== 0),
	},
	extent: {
		unit: "m",
		range: "three positive numbers",
		allows: (v) => v.every((c) => c > 0),
	},
	angles: { unit: "rad", range: "three finite numbers", allows: () => true },
};

const vector =
	<K extends VectorKind>(kind: K) =>
	<D extends Pick<VectorParameter, "meaning" | "default">>(description: D) => {
		const { allows, ...described } = kinds[kind];
		return {
			...described,
			...description,
			kind,
			allows: (value: Vector3) => isVector3(value) && allows(value),
		};
	};

export const point = vector("point");
export const direction = vector("direction");
export const extent = vector("extent");
export const angles = vector("angles");

export const length = (
	description: Pick<Parameter, "meaning" | "typical">,
): LengthParameter => {
	const { allows, ...described } = positive({ ...description, unit: "m" });
	return {
		...described,
		kind: "length",
		allows: (value) => typeof value === "number" && allows(value),
	};
};
