/** What the system needs of a backend: programs made into functions over the arena's memory. */
import type { Program } from "../energy/program.ts";

/** Runs a program over groups of elements: pointers to its vertex arrays, indices, parameters and outputs, then the number of groups. */
export type Kernel = (...pointersAndGroups: number[]) => void;

export interface Backend {
	readonly name: string;
	/** Elements per group: indices, parameters and outputs are interleaved [group][item][lane]. */
	readonly lanes: number;
	readonly compile: <K extends string>(
		programs: Readonly<Record<K, Program>>,
		memory: WebAssembly.Memory,
	) => Promise<Readonly<Record<K, Kernel>>>;
}
