/** Who runs the numerics and the element kernels: one thread, or several on the same memory. */
import { instantiateNumerics, type Numerics, numericsModule } from "./load.ts";

/** Runs over a range of groups of elements: pointers, then the first group and the one after the last. */
export type RangeKernel = (...pointersAndRange: number[]) => void;

export type NumberFunction = (...numbers: number[]) => number;

export type MemoryKind = "own" | "shared";

export interface Team {
	readonly threads: number;
	/** Whether a thread failed; then it does nothing any more. */
	readonly isLost: boolean;
	readonly memory: WebAssembly.Memory;
	/** What modules have to be made for. */
	readonly memoryKind: MemoryKind;
	/** Functions that all threads run together, each its share; a call returns when all are done. */
	readonly numerics: Numerics;
	/** Makes the functions of another module over the memory. All threads run those that are named, each its share; the calling one runs the others alone. */
	join(
		module: WebAssembly.Module,
		together: readonly string[],
	): Promise<Record<string, NumberFunction>>;
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

/**
 * The kind for memory of which much is kept aside: shared, where the platform has that. V8 counts all of other memory as if it were used, and looked
 * through its whole heap for every few simulations that were made: four hundred of small sheets took 14 s, and take 4.
 */
export const sparingKind = (): MemoryKind =>
	typeof SharedArrayBuffer === "undefined" ? "own" : "shared";

export function functionsOf(
	module: WebAssembly.Module,
	memory: WebAssembly.Memory,
): Record<string, NumberFunction> {
	const { exports } = new WebAssembly.Instance(module, { env: { memory } });
	return { ...exports } as Record<string, NumberFunction>;
}

/** A team of the calling thread alone. */
export async function singleThread(
	memoryKind: MemoryKind = "own",
): Promise<Team> {
	const shared = memoryKind === "shared";
	const memory = new WebAssembly.Memory({ ...pages, shared });
	const module = await numericsModule(shared);
	return {
		threads: 1,
		isLost: false,
		memory,
		memoryKind,
		numerics: instantiateNumerics(module, memory),
		join: async (module) => functionsOf(module, memory),
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
