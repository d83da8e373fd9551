import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const library = "packages/pliant/test/**/*.test.ts";

export default defineConfig({
	resolve: { conditions: ["source"] },
	ssr: { resolve: { conditions: ["source"] } },
	test: {
		testTimeout: 120_000,
		// Vitest leaves one processor alone, which is half of two.
		maxWorkers: Math.max(2, availableParallelism() - 1),
		projects: [
			{
				extends: true,
				// Nothing is replaced in these tests, so the library need not be loaded anew for each file.
				test: { name: "library", include: [library], isolate: false },
			},
			{
				extends: true,
				test: {
					name: "others",
					include: [
						"test/*.test.ts",
						"packages/*/test/**/*.test.ts",
						"examples/**/*.test.ts",
						"validation/*.test.ts",
					],
					exclude: [library],
				},
			},
		],
	},
});
