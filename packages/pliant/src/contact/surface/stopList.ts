/** Room for places where things stop in front of each other, as the numerics fill it (numerics/stops.ts). */
import { contactConstants as constants } from "../../numerics/contactNumerics.ts";
import { structures } from "../../numerics/load.ts";
import type {
	ArenaArray,
	ArenaSection,
	ArraySource,
} from "../../system/arena.ts";

export class StopList {
	private readonly arena: ArenaSection;
	private readonly structure: ArenaArray<Uint32Array>;
	private vertices: ArenaArray<Uint32Array>;
	private numbers: ArenaArray<Float64Array>;

	constructor(arena: ArraySource) {
		this.arena = arena.section();
		this.vertices = this.arena.u32(0);
		this.numbers = this.arena.f64(0);
		this.structure = this.arena.structure("StopList", {
			...{ count: 0, vertices: 0, numbers: 0 },
		});
	}

	get pointer(): number {
		return this.structure.pointer;
	}

	/** Becomes empty, with room for so many. */
	clear(room: number): void {
		const { arena, vertices, numbers } = this;
		const { array } = this.structure;
		array[structures.StopList.indexOf("count")] = 0;
		// What is written of one more is not taken over.
		if (4 * (room + 1) <= vertices.array.length) return;
		const more = Math.ceil(1.5 * room) + 1;
		[this.vertices, this.numbers] = arena.exchange([vertices, numbers], () => [
			arena.u32(4 * more),
			arena.f64(constants.stopNumbers * more),
		]);
		array[structures.StopList.indexOf("vertices")] = this.vertices.pointer;
		array[structures.StopList.indexOf("numbers")] = this.numbers.pointer;
	}
}
