import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take minutes, which would keep all others waiting if they came last. */
const long = ["validation/validation.test.ts", "examples/examples.test.ts"];

class LongFilesFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]) {
		const sorted = await super.sort(files);
		const isLong = ({ moduleId }: TestSpecification) =>
			long.some((name) => moduleId.endsWith(name));
		return [
			...sorted.filter(isLong),
			...sorted.filter((file) => !isLong(file)),
		];
	}
}

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
		sequence: { sequencer: LongFilesFirst },
	},
});
