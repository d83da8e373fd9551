import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { AloneFirst, sharedProcesses } from "./test/sharedProcesses.ts";

export default defineConfig({
	resolve: { conditions: ["source"] },
	ssr: { resolve: { conditions: ["source"] } },
	test: {
		include: [
			"test/*.test.ts",
			"packages/*/test/**/*.test.ts",
			"examples/**/*.test.ts",
			"validation/*.test.ts",
		],
		setupFiles: [
			fileURLToPath(new URL("test/equalArrays.ts", import.meta.url)),
		],
		testTimeout: 120_000,
		pool: sharedProcesses,
		isolate: false,
		// Each process keeps a processor busy, so helpers that collect garbage beside it only take time from others.
		execArgv: ["--single-threaded-gc"],
		// Vitest leaves one processor alone, which is half of two.
		maxWorkers: Math.max(2, availableParallelism() - 1),
		sequence: { sequencer: AloneFirst },
	},
});
