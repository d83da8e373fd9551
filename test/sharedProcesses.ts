/** Test files share processes, since each would take over a second to load the library, and as much again until its code is compiled. */
import {
	BaseSequencer,
	ForksPoolWorker,
	type PoolOptions,
	type PoolTask,
	type TestSpecification,
	type WorkerRequest,
} from "vitest/node";

/** Files with a process of their own: they take long, replace modules or globals, measure what the process takes, or start other programs. Long ones come
 * first, since they would keep all others waiting if they came last. */
const alone = [
	"packages/studio/test/studio.test.ts",
	"packages/cli/test/packed.test.ts",
	"validation/validation.test.ts",
	"examples/examples.test.ts",
	"packages/cli/test/command.test.ts",
	"packages/cli/test/bench.test.ts",
	"packages/cli/test/crashes.test.ts",
	"packages/cli/test/hostileFiles.test.ts",
	"packages/cli/test/lostWork.test.ts",
	"packages/cli/test/meshes.test.ts",
	"packages/cli/test/validateFailure.test.ts",
	"packages/files/test/budgets.test.ts",
	"packages/files/test/meshes/otherReaders.test.ts",
	"packages/files/test/meshes/refused.test.ts",
	"packages/files/test/results/memory.test.ts",
	"packages/files/test/results/otherReaders.test.ts",
	"packages/pliant/test/energy/wgsl.test.ts",
	"packages/pliant/test/simulation/refusedMemory.test.ts",
	"packages/pliant/test/solvers/hardSteps.test.ts",
	"validation/plantedBricks.test.ts",
	"validation/plantedErrors.test.ts",
];
const placeAmongAlone = (path: string) =>
	alone.findIndex((name) => path.endsWith(name));

/** A process that has run this many files ends: one became two to four times as slow after dozens. */
const filesPerProcess = 12;

class SharedProcess extends ForksPoolWorker {
	override readonly name = "shared";
	private readonly files: string[] = [];

	override send(message: WorkerRequest) {
		if (message.type === "run")
			for (const { filepath } of message.context.files)
				this.files.push(filepath);
		super.send(message);
	}

	canReuse({ context }: PoolTask) {
		const files = [...this.files, ...context.files.map((f) => f.filepath)];
		return (
			files.length <= filesPerProcess &&
			files.every((file) => placeAmongAlone(file) < 0)
		);
	}
}

export const sharedProcesses = {
	name: "shared",
	createPoolWorker: (options: PoolOptions) => new SharedProcess(options),
};

export class AloneFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]) {
		const rank = ({ moduleId }: TestSpecification) => {
			const place = placeAmongAlone(moduleId);
			return place < 0 ? alone.length : place;
		};
		return (await super.sort(files))
			.map((file) => ({ file, rank: rank(file) }))
			.sort((a, b) => a.rank - b.rank)
			.map(({ file }) => file);
	}
}
