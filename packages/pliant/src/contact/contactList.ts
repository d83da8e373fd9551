/** Records of numbers that belong to vertices, where the numerics read them (numerics/vertexContacts.ts), kept from step to step so that steps allocate nothing. */
import { structures } from "../numerics/load.ts";
import type { ArenaArray, ArenaSection, ArraySource } from "../system/arena.ts";

const firstRoom = 64;

export class ContactList {
	/** Records in use. */
	count = 0;
	readonly width: number;
	private readonly arena: ArenaSection;
	private readonly structure: ArenaArray<Uint32Array>;
	private lists: {
		readonly vertices: ArenaArray<Uint32Array>;
		readonly numbers: ArenaArray<Float64Array>;
	};

	constructor(arena: ArraySource, width: number) {
		this.width = width;
		this.arena = arena.section();
		this.lists = this.listsFor(firstRoom);
		this.structure = this.arena.indices(this.fields());
	}

	get pointer(): number {
		return this.structure.pointer;
	}

	/** The vertex of each record. */
	get vertices(): Uint32Array {
		return this.lists.vertices.array;
	}

	/** The numbers of all records, one after the other. */
	get numbers(): Float64Array {
		return this.lists.numbers.array;
	}

	/** Begins a record; returns where its numbers go. */
	push(vertex: number): number {
		if (this.count === this.vertices.length) this.grow();
		this.vertices[this.count] = vertex;
		return this.width * this.count++;
	}

	private grow(): void {
		const { vertices, numbers } = this.lists;
		this.lists = this.arena.exchange([vertices, numbers], () => {
			const next = this.listsFor(2 * this.count);
			next.vertices.array.set(vertices.array);
			next.numbers.array.set(numbers.array);
			return next;
		});
		this.structure.array.set(this.fields());
	}

	private listsFor(room: number) {
		const { arena, width } = this;
		return { vertices: arena.u32(room), numbers: arena.f64(width * room) };
	}

	private fields(): number[] {
		return structures.VertexRecords.map((field) => this.lists[field].pointer);
	}
}
