/** Test files share processes, since each would take over a second to load the library, and as much again until its code is compiled. */
import {
	BaseSequencer,
	ForksPoolWorker,
	type PoolOptions,
	type PoolTask,
	type TestSpecification,
	type WorkerRequest,
	type WorkerResponse,
} from "vitest/node";

/**
 * Files with a process of their own: they take long, replace modules or globals, measure what the process takes, or start other programs. Long ones come
 * first, since they would keep all others waiting if they came last.
 */
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
const hasAlone = ({ files }: PoolTask["context"]) =>
	files.some(({ filepath }) => placeAmongAlone(filepath) >= 0);

/**
 * A process that keeps more than this [bytes] ends: formulas of models stay, and V8 looks through all that is kept now and then.
 */
const largestHeap = 150e6;

class SharedProcess extends ForksPoolWorker {
	override readonly name = "shared";
	readonly reportMemory = true;
	private heap = 0;
	private isAlone = false;

	override async start() {
		await super.start();
		this.on("message", (message: WorkerResponse) => {
			if (message.type === "testfileFinished")
				this.heap = message.usedMemory ?? 0;
		});
	}

	override send(message: WorkerRequest) {
		if (message.type === "run") this.isAlone = hasAlone(message.context);
		super.send(message);
	}

	canReuse({ context }: PoolTask) {
		return this.heap < largestHeap && !this.isAlone && !hasAlone(context);
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
