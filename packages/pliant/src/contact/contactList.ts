/** Records of numbers that belong to vertices, kept from step to step so that steps allocate nothing. */

export class ContactList {
	/** Records in use. */
	count = 0;
	/** The vertex of each record. */
	vertices: Uint32Array;
	/** The numbers of all records, one after the other. */
	numbers: Float64Array;
	readonly width: number;

	constructor(width: number) {
		this.width = width;
		this.vertices = new Uint32Array(64);
		this.numbers = new Float64Array(64 * width);
	}

	/** Begins a record; returns where its numbers go. */
	push(vertex: number): number {
		if (this.count === this.vertices.length) {
			const { vertices, numbers } = this;
			this.vertices = new Uint32Array(2 * vertices.length);
			this.vertices.set(vertices);
			this.numbers = new Float64Array(2 * numbers.length);
			this.numbers.set(numbers);
		}
		this.vertices[this.count] = vertex;
		return this.width * this.count++;
	}
}
