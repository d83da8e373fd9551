import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

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
		testTimeout: 120_000,
		// Vitest leaves one processor alone, which is half of two.
		maxWorkers: Math.max(2, availableParallelism() - 1),
	},
});
