import type { Program } from "../program.ts";
import { lowerElementary, type Precision } from "./elementary.ts";
import { emitKernels } from "./wasm.ts";

/** One module that exports a kernel for every program, under its key. */
export const emitWasm = (
	programs: Readonly<Record<string, Program>>,
	precision: Precision,
	memory: "own" | "shared" = "own",
): Uint8Array<ArrayBuffer> =>
	emitKernels(lowerElementary(programs, precision), precision, memory);
