import { nonNegative, object, positive } from "./object.ts";
import { timedVector } from "./timed.ts";

export const wind = object({
	velocity: timedVector.describe(
		"Velocity of the air [m/s]; zero is air at rest, which brakes.",
	),
	airDensity: positive.default(1.2).describe("[kg/m³]"),
	dragCoefficient: nonNegative
		.default(1.17)
		.describe(
			"Pressure on cloth that faces the wind, over the wind's dynamic pressure; that of a square plate by default.",
		),
});
