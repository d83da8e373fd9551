/** Who runs the numerics and the element kernels: one thread, or several on the same memory. */
import { instantiateNumerics, type Numerics, numericsModule } from "./load.ts";

/** Runs over a range of groups of elements: pointers, then the first group and the one after the last. */
export type RangeKernel = (...pointersAndRange: number[]) => void;

export interface Team {
	readonly threads: number;
	/** Whether a thread failed; then it does nothing any more. */
	readonly isLost: boolean;
	readonly memory: WebAssembly.Memory;
	/** Functions that all threads run together, each its share; a call returns when all are done. */
	readonly numerics: Numerics;
	/** Makes kernels of a module that imports the memory; a call takes pointers and the number of groups. */
	load(
		module: WebAssembly.Module,
		names: readonly string[],
	): Promise<
		Readonly<Record<string, (...pointersAndGroups: number[]) => void>>
	>;
	close(): void;
}

/** Pages of a team's memory. */
export const pages = { initial: 1, maximum: 65536 };

/** A team of the calling thread alone. */
export async function singleThread(): Promise<Team> {
	const memory = new WebAssembly.Memory(pages);
	const module = await numericsModule(false);
	return {
		threads: 1,
		isLost: false,
		memory,
		numerics: instantiateNumerics(module, memory),
		load: async (kernels, names) => {
			const instance = await WebAssembly.instantiate(kernels, {
				env: { memory },
			});
			const exports = instance.exports as Record<string, RangeKernel>;
			return Object.fromEntries(
				names.map((name) => [
					name,
					(...args: number[]) => {
						const groups = args.pop() as number;
						exports[name](...args, 0, groups);
					},
				]),
			);
		},
		close: () => {},
	};
}
