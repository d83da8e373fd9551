import type { BuiltScene } from "../scene/build.ts";
import { addDeadLoads } from "../system/loads.ts";

/** What rounding leaves of forces that balance. */
const balanced = 1e-9;

/** Bodies that nothing holds against their loads have no equilibrium; Newton would take long to find out. */
export function checkHeld({
	model,
	ranges,
	attachments,
	contact,
	surfaces,
	sewn,
	state,
}: Pick<
	BuiltScene,
	"model" | "ranges" | "attachments" | "contact" | "surfaces" | "sewn" | "state"
>): void {
	if (attachments || contact || surfaces || sewn) return;
	const forces = new Float64Array(state.x.array.length);
	addDeadLoads(model.deadLoads, state.time, 1, forces);
	for (const { body, first, count, firstInner, innerCount } of ranges) {
		if (body.constraints.size > 0 || body.pressures.length > 0) continue;
		const total = [0, 0, 0];
		let size = 0;
		const add = (from: number, to: number) => {
			for (let i = 3 * from; i < 3 * to; i++) {
				total[i % 3] += forces[i];
				size += Math.abs(forces[i]);
			}
		};
		add(first, first + count);
		add(firstInner, firstInner + innerCount);
		if (Math.hypot(...total) > balanced * size)
			throw new Error(
				`statics: ${body.label} has no equilibrium: its loads add up to [${total.map((f) => f.toPrecision(3)).join(", ")}] N, and nothing holds it; pin vertices, tie it to something, or take steps`,
			);
	}
}
