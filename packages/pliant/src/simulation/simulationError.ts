import { describeSliver, slivers } from "../mesh/slivers.ts";
import { domains } from "../models/domain.ts";
import type { BuiltScene } from "../scene/build.ts";

/** A simulation that cannot go on. */
export class SimulationError extends Error {
	override readonly name = "SimulationError";
	/** The name of the body at fault. */
	readonly body: string;
	/** The body's vertex where the trouble is. */
	readonly vertex: number;
	/** An element at that vertex, of the first model of the body that has one. */
	readonly element: number | undefined;

	constructor(
		message: string,
		body: string,
		vertex: number,
		element: number | undefined,
	) {
		super(message);
		this.body = body;
		this.vertex = vertex;
		this.element = element;
	}
}

/** An error that names the body, vertex and element where to look, given the vertex among all. */
export function simulationError(
	message: string,
	{ ranges, frameRanges }: Pick<BuiltScene, "ranges" | "frameRanges">,
	vertex: number,
): SimulationError {
	const frameRange = frameRanges.find((range) => range.has(vertex));
	if (frameRange) {
		const { label, name } = frameRange.body;
		const frame = frameRange.frameOf(vertex);
		const where = `frame ${frame} of ${label}`;
		return new SimulationError(
			`${message}. Look at ${where}`,
			name,
			frame,
			undefined,
		);
	}
	const range = ranges.find((range) => range.has(vertex));
	if (!range) {
		// A vertex of what touches: points that follow frames come after all vertices.
		const body = frameRanges.findLast(
			({ firstTouching }) =>
				firstTouching !== undefined && firstTouching <= vertex,
		)?.body;
		return new SimulationError(
			`${message}. Look at ${body?.label ?? "the scene"}`,
			body?.name ?? "",
			vertex,
			undefined,
		);
	}
	const { body } = range;
	const [sliver] = slivers(body.mesh).sort((a, b) => a.flatness - b.flatness);
	const shape = sliver
		? `; ${describeSliver(sliver)}, which may be why: mend the mesh first (repairMesh, or "repair": true in a scene)`
		: "";
	const own = range.own(vertex);
	let element: number | undefined;
	let where = `vertex ${own} of ${body.label}`;
	for (const {
		use: { model },
		elements,
	} of range.models) {
		const { nodes } = domains[model.domain];
		const at = elements.indexOf(own);
		if (at < 0) continue;
		element = Math.floor(at / nodes);
		where += `, in element ${element} of '${model.name}' of ${body.label}`;
		break;
	}
	return new SimulationError(
		`${message}. Look at ${where}${shape}`,
		body.name,
		own,
		element,
	);
}
