/** Mass: lumped (a diagonal) or consistent (as the elements' interpolation gives it, spread over neighbours). */
import type { Team } from "../numerics/team.ts";
import type { Arena, ArenaArray } from "./arena.ts";
import type { BlockMatrix } from "./blockMatrix.ts";
import { type BlockPattern, findBlock } from "./blockPattern.ts";
import type { EdgeMatrix } from "./edgeMatrix.ts";
import type { Vector } from "./vectorSpace.ts";

export type MassKind = "lumped" | "consistent";

/** Elements that carry mass: simplices, or hexahedra in VTK order. */
export interface MassElements {
	/** Vertices per element. */
	readonly nodes: number;
	readonly vertices: Uint32Array;
	/** Mass [kg] of each element. */
	readonly masses: Float64Array;
	/** What of an element's mass couples two of its nodes, by rows; by default as linear interpolation has it. */
	readonly shares?: Float64Array;
}

/** Calls for all pairs of nodes of elements, in both orders and with themselves, and with the mass [kg] that couples them. */
export function visitConsistent(
	elements: readonly MassElements[],
	each: (row: number, column: number, mass: number) => void,
): void {
	for (const { nodes, vertices, masses, shares } of elements)
		for (const [element, mass] of masses.entries())
			for (let a = 0; a < nodes; a++)
				for (let b = 0; b < nodes; b++)
					each(
						vertices[element * nodes + a],
						vertices[element * nodes + b],
						mass * (shares?.[a * nodes + b] ?? consistentShare(nodes, a, b)),
					);
}

export class Mass {
	readonly kind: MassKind;
	/** Mass [kg] of each vertex: equal shares of its elements, the row sums of either kind. */
	readonly lumped: ArenaArray<Float64Array>;
	private readonly team: Team;
	private readonly elements: readonly MassElements[];
	private pattern: BlockPattern | undefined;
	/** Consistent mass of each block of the pattern. */
	private blockMasses = new Float64Array(0);

	constructor(
		vertexCount: number,
		elements: readonly MassElements[],
		kind: MassKind,
		{ arena, team }: { readonly arena: Arena; readonly team: Team },
	) {
		this.kind = kind;
		this.team = team;
		this.lumped = arena.f64(vertexCount);
		// Only consistent mass looks at them again.
		this.elements = kind === "consistent" ? elements : [];
		for (const { nodes, vertices, masses } of elements)
			for (let i = 0; i < vertices.length; i++)
				this.vertexMasses[vertices[i]] += masses[Math.floor(i / nodes)] / nodes;
	}

	get vertexMasses(): Float64Array {
		return this.lumped.array;
	}

	get total(): number {
		return this.vertexMasses.reduce((a, b) => a + b, 0);
	}

	visitCouplings(couple: (row: number, column: number) => void): void {
		if (this.kind === "lumped") return;
		visitConsistent(this.elements, (row, column) => couple(row, column));
	}

	bind(find: () => BlockPattern): void {
		if (this.kind === "lumped") return;
		const pattern = find();
		this.pattern = pattern;
		this.blockMasses = new Float64Array(pattern.columns.length);
		visitConsistent(this.elements, (row, column, mass) => {
			this.blockMasses[findBlock(pattern, row, column)] += mass;
		});
	}

	/** The diagonal of M, a number [kg] per vertex. */
	diagonal(): Float64Array {
		const { pattern } = this;
		return pattern
			? this.vertexMasses.map(
					(_, row) => this.blockMasses[findBlock(pattern, row, row)],
				)
			: this.vertexMasses;
	}

	/** out = M · x; where mass is lumped, both may be the same vector. */
	multiply(x: Vector, out: Vector): void {
		if (!this.pattern) {
			const { array, pointer } = this.lumped;
			this.team.numerics.scaleRows(
				array.length,
				pointer,
				x.pointer,
				out.pointer,
			);
			return;
		}
		const { rows, rowStart, columns } = this.pattern;
		for (let row = 0; row < rows; row++)
			for (let c = 0; c < 3; c++) {
				let sum = 0;
				for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
					sum += this.blockMasses[k] * x.array[3 * columns[k] + c];
				out.array[3 * row + c] = sum;
			}
	}

	/** matrix += scale · M. */
	addTo(matrix: BlockMatrix, scale: number): void {
		if (this.pattern)
			for (const [block, mass] of this.blockMasses.entries())
				matrix.addIdentity(block, scale * mass);
		else
			for (const [row, block] of matrix.diagonal.entries())
				matrix.addIdentity(block, scale * this.vertexMasses[row]);
	}

	/** Adds scale · M to the blocks of an edge matrix, and sets what its rows sum to. */
	addToEdges(matrix: EdgeMatrix, scale: number): void {
		const { pattern, blocks, weights } = matrix;
		const [w, masses] = [weights.array, this.vertexMasses];
		for (let row = 0; row < w.length; row++) w[row] = scale * masses[row];
		if (!this.pattern) return;
		const { rowStart, columns } = this.pattern;
		for (let row = 0; row < pattern.rows; row++)
			for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
				if (columns[k] <= row || this.blockMasses[k] === 0) continue;
				const block = pattern.find(row, columns[k]);
				for (const entry of [0, 4, 8])
					blocks.array[9 * block + entry] += scale * this.blockMasses[k];
			}
	}
}

/** Share of an element's mass that couples nodes a and b: ∫ N_a N_b over its measure (for hexahedra, of a parallelepiped). */
function consistentShare(nodes: number, a: number, b: number): number {
	if (nodes < 8) return (a === b ? 2 : 1) / (nodes * (nodes + 1));
	const corner = (i: number) => [(i + 1) & 2, i & 2, i & 4];
	return corner(a).reduce(
		(share, side, axis) => share / (side === corner(b)[axis] ? 3 : 6),
		1,
	);
}
