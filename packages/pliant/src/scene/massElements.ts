import type { MassElements } from "../system/mass.ts";
import type { BodyRange } from "./bodyRange.ts";
import { cellMass } from "./cellMass.ts";
import { innerMass } from "./innerMass.ts";
import { quadraticMass } from "./quadraticMass.ts";

/** What steps take for the mass of a body, that of its inner nodes included. */
export function massElements(range: BodyRange): MassElements[] {
	const elements = cellMass(range);
	return (
		quadraticMass(range, elements.masses) ?? [
			elements,
			...innerMass(range, elements),
		]
	);
}
