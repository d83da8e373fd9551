import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const all = [
	"test/*.test.ts",
	"packages/*/test/**/*.test.ts",
	"examples/**/*.test.ts",
	"validation/*.test.ts",
];

/** Files with a process of their own: they replace modules or globals, measure what the process takes, or start browsers and other programs. All others
 * share processes, which load the library once: that saves half a second of each file. */
const alone = [
	"packages/cli/test/{bench,crashes,hostileFiles,lostWork,meshes,packed,validateFailure}.test.ts",
	"packages/files/test/budgets.test.ts",
	"packages/files/test/meshes/{otherReaders,refused}.test.ts",
	"packages/files/test/results/{memory,otherReaders}.test.ts",
	"packages/pliant/test/energy/wgsl.test.ts",
	"packages/pliant/test/simulation/refusedMemory.test.ts",
	"packages/pliant/test/solvers/hardSteps.test.ts",
	"packages/studio/test/studio.test.ts",
	"validation/planted*.test.ts",
];

/** Files that take long, which would keep all others waiting if they came last. */
const long = [
	"packages/studio/test/studio.test.ts",
	"packages/cli/test/packed.test.ts",
	"validation/validation.test.ts",
	"examples/examples.test.ts",
	"packages/cli/test/command.test.ts",
];

/** Long files first; and those with a process of their own before all others, since what shares a process must follow one another. */
class LongFilesFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]) {
		const rank = ({ moduleId, project }: TestSpecification) => {
			const place = long.findIndex((name) => moduleId.endsWith(name));
			return [
				project.name === "alone" ? 0 : 1,
				place < 0 ? long.length : place,
			];
		};
		return (await super.sort(files))
			.map((file) => ({ file, rank: rank(file) }))
			.sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1])
			.map(({ file }) => file);
	}
}

export default defineConfig({
	resolve: { conditions: ["source"] },
	ssr: { resolve: { conditions: ["source"] } },
	test: {
		projects: [
			{ extends: true, test: { name: "alone", include: alone } },
			{
				extends: true,
				test: {
					name: "shared",
					include: all,
					exclude: [...alone, ...configDefaults.exclude],
					isolate: false,
				},
			},
		],
		setupFiles: [
			fileURLToPath(new URL("test/equalArrays.ts", import.meta.url)),
		],
		testTimeout: 120_000,
		// Vitest leaves one processor alone, which is half of two.
		maxWorkers: Math.max(2, availableParallelism() - 1),
		sequence: { sequencer: LongFilesFirst },
	},
});
