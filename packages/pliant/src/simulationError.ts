import type { BodyRange, BuiltScene } from "./scene/build.ts";

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
	{ model, ranges }: BuiltScene,
	vertex: number,
): SimulationError {
	const { first, body } = ranges.findLast(
		(range) => range.first <= vertex,
	) as BodyRange;
	const group = model.elastic.groups.find(({ vertices }) =>
		vertices.includes(vertex),
	);
	const element =
		group &&
		Math.floor(group.vertices.indexOf(vertex) / (group.nodes * group.samples));
	const where = group ? `, in element ${element} of ${group.label}` : "";
	return new SimulationError(
		`${message}. Look at vertex ${vertex - first} of ${body.label}${where}`,
		body.name,
		vertex - first,
		element,
	);
}
