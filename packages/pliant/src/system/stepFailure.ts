/** What makes a step fail in the middle of it, to be undone and taken in pieces. */
export class StepFailure extends Error {
	override readonly name = "StepFailure";
	/** The vertex to look at. */
	readonly vertex: number;

	constructor(what: string, vertex: number) {
		super(what);
		this.vertex = vertex;
	}
}
