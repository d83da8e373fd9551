import { simulationError } from "./simulationError.ts";
import type { Stage } from "./stage.ts";

/** Throws if a body slides away in statics since friction cannot hold it: Newton would follow it without end. */
export function checkSliding({ scene, potential }: Stage): void {
	const found = potential.touching.slidAway();
	if (!found) return;
	const { point, on, friction } = found;
	throw simulationError(
		`statics failed: ${labelAt(scene, point)} slides away: friction with ${on} (coefficient ${friction.static}) cannot hold it. Use a larger coefficient, hold the body, or let steps bring it to rest`,
		scene,
		point,
	);
}

/** Returns the label of the body that a node belongs to. */
function labelAt({ ranges, frameRanges }: Stage["scene"], node: number) {
	const range = [...ranges, ...frameRanges].find((each) => each.has(node));
	return range?.body.label ?? "a body";
}
