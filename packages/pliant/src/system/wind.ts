/** Moving air, as scenes give it; `windTerm.ts` has what it does. */
import {
	requireNonNegative,
	requireOptions,
	requirePositive,
} from "../checks.ts";
import { isVector3, type Vector3 } from "../mesh/mesh.ts";

export interface Wind {
	/** Of the air [m/s], constant or at a time [s]; zero is air at rest, which brakes. */
	readonly velocity: Vector3 | ((time: number) => Vector3);
	/** ρ [kg/m³]; by default 1.2, that of dry air at 20 °C. */
	readonly airDensity?: number;
	/** C [1]; by default 1.17. */
	readonly dragCoefficient?: number;
}

export const windDefaults = { airDensity: 1.2, dragCoefficient: 1.17 };

/** Refuses what is no wind. */
export function checkWind(owner: string, wind: Wind): void {
	requireOptions(owner, wind, ["velocity", ...Object.keys(windDefaults)]);
	const { velocity, airDensity, dragCoefficient } = {
		...windDefaults,
		...wind,
	};
	const isFunction = typeof velocity === "function";
	const start = isFunction ? velocity(0) : velocity;
	if (!isVector3(start))
		throw new Error(
			`${owner}: velocity${isFunction ? " at 0 s" : ""} is ${start}; it must be a vector of three finite numbers [m/s]`,
		);
	requirePositive(`${owner}: airDensity`, airDensity);
	requireNonNegative(`${owner}: dragCoefficient`, dragCoefficient);
}
