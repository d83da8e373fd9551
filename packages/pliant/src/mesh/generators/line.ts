import { requireCount, requireOptions, requireVector3 } from "../../checks.ts";
import type { Mesh, Vector3 } from "../mesh.ts";
import { curve } from "./curve.ts";

export interface LineOptions {
	/** [m]. Default [0, 0, 0]. */
	readonly from?: Vector3;
	/** [m]. Default [1, 0, 0]. */
	readonly to?: Vector3;
	/** Edges of equal length. Default 10. */
	readonly segments?: number;
}

/** A straight chain of edges. Groups: "start" and "end". */
export function line(options: LineOptions = {}): Mesh {
	requireOptions("line", options, ["from", "to", "segments"]);
	const { from = [0, 0, 0], to = [1, 0, 0], segments = 10 } = options;
	requireVector3("line: from", from);
	requireVector3("line: to", to);
	requireCount("line: segments", segments);
	if (from.every((value, axis) => value === to[axis])) {
		throw new Error(
			`line: from and to are both [${from.join(", ")}]; they must be different points`,
		);
	}
	return curve({ points: [from, to], segments });
}
