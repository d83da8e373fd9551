import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const all = [
	"test/*.test.ts",
	"packages/*/test/**/*.test.ts",
	"examples/**/*.test.ts",
	"validation/*.test.ts",
];

/** Files that take long, which would keep all others waiting if they came last. */
const long = [
	"packages/studio/test/studio.test.ts",
	"packages/cli/test/packed.test.ts",
	"validation/validation.test.ts",
	"examples/examples.test.ts",
	"packages/cli/test/command.test.ts",
];

class LongFilesFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]) {
		const rank = ({ moduleId }: TestSpecification) => {
			const place = long.findIndex((name) => moduleId.endsWith(name));
			return place < 0 ? long.length : place;
		};
		return (await super.sort(files))
			.map((file) => ({ file, rank: rank(file) }))
			.sort((a, b) => a.rank - b.rank)
			.map(({ file }) => file);
	}
}

export default defineConfig({
	resolve: { conditions: ["source"] },
	ssr: { resolve: { conditions: ["source"] } },
	test: {
		include: all,
		setupFiles: [
			fileURLToPath(new URL("test/equalArrays.ts", import.meta.url)),
		],
		testTimeout: 120_000,
		// Vitest leaves one processor alone, which is half of two.
		maxWorkers: Math.max(2, availableParallelism() - 1),
		sequence: { sequencer: LongFilesFirst },
	},
});
