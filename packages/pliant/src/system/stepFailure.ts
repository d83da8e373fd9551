/** Makes a substep fail in the middle of it, to be rolled back and retried at half its length. */
export class StepFailure extends Error {
	override readonly name = "StepFailure";
	/** The vertex to look at. */
	readonly vertex: number;

	constructor(what: string, vertex: number) {
		super(what);
		this.vertex = vertex;
	}
}
