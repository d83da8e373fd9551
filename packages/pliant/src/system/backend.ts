/** What the system needs of a backend: programs made into functions over the arena's memory. */
import type { Program } from "../energy/program.ts";

/** Runs a program over groups of elements: pointers to its vertex arrays, indices, parameters and outputs, then the number of groups. */
export type Kernel = (...pointersAndGroups: number[]) => void;

export interface Backend {
	readonly name: string;
	/** Elements per group: indices, parameters and outputs are interleaved [group][item][lane]. */
	readonly lanes: number;
	/** A kernel for every program, under its key. */
	readonly compile: (
		programs: Readonly<Record<string, Program>>,
		memory: WebAssembly.Memory,
	) => Promise<Readonly<Record<string, Kernel>>>;
}
