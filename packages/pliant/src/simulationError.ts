import type { BodyRange, BuiltScene } from "./scene/build.ts";
import type { ElementGroup } from "./system/elementGroup.ts";
import type { ElementSum } from "./system/elementSum.ts";

/** A simulation that cannot go on. */
export class SimulationError extends Error {
	override readonly name = "SimulationError";
	/** The name of the most strained body, and its element. */
	readonly body: string | undefined;
	readonly element: number | undefined;

	constructor(message: string, body?: string, element?: number) {
		super(message);
		this.body = body;
		this.element = element;
	}
}

/** An error that names the element where to look: the one of the largest, or first infinite, energy. */
export function simulationError(
	message: string,
	{ model, ranges }: BuiltScene,
): SimulationError {
	const worst = mostStrained(model.elastic);
	if (!worst) return new SimulationError(message);
	const { group, element, energy } = worst;
	const vertices = group.vertices.subarray(
		element * group.nodes,
		(element + 1) * group.nodes,
	);
	const { first, body } = ranges.findLast(
		(range) => range.first <= vertices[0],
	) as BodyRange;
	const own = Array.from(vertices, (v) => v - first).join(", ");
	return new SimulationError(
		`${message}. Most strained: element ${element} of ${group.label} (vertices ${own}) with ${energy.toPrecision(3)} J`,
		body.name,
		element,
	);
}

interface StrainedElement {
	readonly group: ElementGroup;
	readonly element: number;
	readonly energy: number;
}

function mostStrained(sum: ElementSum): StrainedElement | undefined {
	let worst: StrainedElement | undefined;
	for (const group of sum.groups)
		for (const [element, value] of sum.elementValues(group).entries()) {
			const energy = Number.isNaN(value) ? Number.POSITIVE_INFINITY : value;
			if (!worst || energy > worst.energy) worst = { group, element, energy };
		}
	return worst;
}
