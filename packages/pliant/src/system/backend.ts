/** What the system needs of a backend: programs made into functions over the arena's memory. */
import type { Program } from "../energy/program.ts";
import type { Team } from "../numerics/team.ts";

/**
 * Runs a program over groups of elements: pointers to its vertex arrays, to the parameters that all elements have in common, where there are any,
 * to indices, parameters and outputs, then the number of groups.
 */
export type Kernel = (...pointersAndGroups: number[]) => void;

/**
 * Numbers that a kernel writes. Vertex arrays and parameters are f64 in any case; kernels that write f32 compute in it, with
 * positions relative to the element's first node where the potential allows it.
 */
export type Precision = "f64" | "f32";

export interface Backend {
	readonly name: string;
	/**
	 * Elements per group. Indices and parameters are interleaved [group][item][lane] with the lanes of f64, outputs with those
	 * of the kernel's precision.
	 */
	readonly lanes: Readonly<Record<Precision, number>>;
	/** A kernel for every program, under its key. */
	readonly compile: (
		programs: Readonly<Record<string, Program>>,
		precision: Precision,
		team: Team,
	) => Promise<Readonly<Record<string, Kernel>>>;
}
