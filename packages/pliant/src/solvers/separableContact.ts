/**
 * Contact as single vertices see it: forces where a sweep begins, and blocks on the diagonal that bound the Hessian. A term cᵢcⱼK of two vertices, K positive, is at most
 * |cᵢcⱼ|K for each of them, whatever way the other goes.
 */
import type { Arena, ArenaArray } from "../system/arena.ts";
import type { NodeTerm } from "../system/nodeTerm.ts";
import type { Vector } from "../system/vectorSpace.ts";

/** Where xx, xy, xz, yy, yz, zz are in a block by rows. */
const upper = [0, 1, 2, 4, 5, 8];

export class SeparableContact {
	/** Loads and contact [N], xyz per vertex. */
	readonly forces: ArenaArray<Float64Array>;
	/** Six numbers for every vertex. */
	readonly blocks: ArenaArray<Float64Array>;
	private readonly terms: readonly NodeTerm[];
	private readonly external: Vector;

	constructor(terms: readonly NodeTerm[], external: Vector, arena: Arena) {
		this.terms = terms;
		this.external = external;
		this.forces = arena.f64(external.array.length);
		this.blocks = arena.f64(2 * external.array.length);
	}

	/** To be called where a sweep begins. */
	refresh(): void {
		const forces = this.forces.array.fill(0);
		const blocks = this.blocks.array.fill(0);
		for (const term of this.terms) {
			term.addGradient(forces);
			if (term.hasBlocks === false) continue;
			term.visitBlocks(true, (row, column, block) => {
				const sign = block[0] + block[4] + block[8] < 0 ? -1 : 1;
				for (const node of row === column ? [row] : [row, column])
					for (const [k, place] of upper.entries())
						blocks[6 * node + k] += sign * block[place];
			});
		}
		const { array } = this.external;
		for (let i = 0; i < array.length; i++) forces[i] = array[i] - forces[i];
	}

	/** Pairs of vertices that contact couples at present. */
	couplings(): [number, number][] {
		const found: [number, number][] = [];
		for (const term of this.terms)
			if (term.hasBlocks !== false)
				term.visitBlocks(true, (row, column) => {
					if (row !== column) found.push([row, column]);
				});
		return found;
	}
}
