import type { ClothOptions } from "pliant";
import { mean } from "../range.ts";
import { standardDeviation, standardError } from "../standardError.ts";
import { type Drape, type DrapeOptions, drape } from "./drapeTest.ts";

/** What several specimens of one fabric have on one mesh. */
export interface MeanDrape {
	/** Mean of their drape coefficients [%]. */
	readonly coefficient: number;
	/** By how much one specimen is off it: the standard deviation [points]. */
	readonly deviation: number;
	/** By how much the mean itself may be off: its standard error [points]. */
	readonly error: number;
	/** The first of them. */
	readonly first: Drape;
}

/** Drapes specimens that are alike but for how they lie before they are let go, as laboratories drape several: each takes folds of its own. */
export async function meanDrape(
	fabric: Omit<ClothOptions, "name">,
	specimens: number,
	options: Omit<DrapeOptions, "seed">,
): Promise<MeanDrape> {
	const drapes: Drape[] = [];
	for (let seed = 1; seed <= specimens; seed++)
		drapes.push(await drape(fabric, { ...options, seed }));
	const found = drapes.map(({ coefficient }) => coefficient);
	const isOne = specimens === 1;
	return {
		coefficient: mean(found),
		deviation: isOne ? 0 : standardDeviation(found),
		error: isOne ? 0 : standardError(found),
		first: drapes[0],
	};
}
