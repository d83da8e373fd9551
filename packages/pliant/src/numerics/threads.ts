/** A team of several threads on shared memory. Workers come from the platform; what they run is threads/serve.js. */
import { instantiateNumerics, type Numerics, numericsModule } from "./load.ts";
import { argumentBytes, meeting, type Protocol, protocol } from "./meeting.ts";
import { functionsOf, pages, type Team } from "./team.ts";

/** Where threads come from: `nodeThreads` or `webThreads`. */
export interface Threads {
	/** Threads in all, the calling one included. */
	readonly count: number;
	/** Starts a worker that serves. */
	readonly start: (listener: WorkerListener) => WorkerHandle;
}

export interface WorkerListener {
	readonly onMessage: (message: WorkerMessage) => void;
	/** The worker has ended, for a reason. */
	readonly onEnd: (reason: string) => void;
}

export interface WorkerHandle {
	postMessage(message: TeamMessage): void;
	terminate(): void;
}

/** What workers are told. */
export type TeamMessage =
	| {
			readonly kind: "join";
			readonly memory: WebAssembly.Memory;
			readonly module: WebAssembly.Module;
			/** Functions of the module, in the order in which they are called by number. */
			readonly names: readonly (keyof Numerics)[];
			/** Address of the meeting place, and how it is used. */
			readonly meeting: number;
			readonly protocol: Protocol;
			readonly index: number;
			readonly count: number;
	  }
	| {
			/** Another module of the numerics. */
			readonly kind: "extend";
			readonly module: WebAssembly.Module;
			/** Its functions that all threads run together. */
			readonly names: readonly string[];
	  }
	| {
			readonly kind: "load";
			readonly module: WebAssembly.Module;
			/** Kernels of the module, whose numbers follow. */
			readonly names: readonly string[];
	  }
	| { readonly kind: "work" };

/** What they answer. */
export type WorkerMessage =
	| { readonly kind: "ready" }
	| { readonly kind: "failed"; readonly reason: string };

/** Functions that threads call by themselves, not the main thread for all. */
const ownFunctions = new Set([
	"awaitCall",
	"barrier",
	"join",
	"shareStart",
	"shareEnd",
	"memory",
]);

export async function startTeam({ count, start }: Threads): Promise<Team> {
	const memory = new WebAssembly.Memory({ ...pages, shared: true });
	const module = await numericsModule(true);
	const own = instantiateNumerics(module, memory);
	own.join(0, count, meeting, Number(maySleep()));
	const words = new Int32Array(memory.buffer, meeting, protocol.firstArgument);
	const args = new Float64Array(
		memory.buffer,
		meeting + argumentBytes,
		protocol.mostArguments,
	);
	const members = Array.from({ length: count - 1 }, () => new Member(start));
	const names = (Object.keys(own) as (keyof Numerics)[]).filter(
		(name) => !ownFunctions.has(name),
	);
	let isWorking = false;
	let functions = names.length;

	const everyone = (message: TeamMessage) =>
		Promise.all(members.map((member) => member.ask(message)));
	await Promise.all(
		members.map((member, i) =>
			member.ask({
				kind: "join",
				memory,
				module,
				names,
				meeting,
				protocol,
				index: i + 1,
				count,
			}),
		),
	);

	const beginCall = (index: number) => {
		const lost = members.find((member) => member.loss);
		if (lost) throw teamError(lost.loss as string);
		if (!isWorking) for (const member of members) member.tell({ kind: "work" });
		isWorking = true;
		words[protocol.called] = index;
		Atomics.add(words, protocol.call, 1);
		Atomics.notify(words, protocol.call);
	};
	/** Runs a function on all threads; `share` is what this one does of it. */
	const call = (index: number, given: readonly number[], share: () => void) => {
		for (let i = 0; i < given.length; i++) args[i] = given[i];
		words[protocol.argumentCount] = given.length;
		beginCall(index);
		try {
			share();
			own.barrier();
		} catch (error) {
			if (Atomics.load(words, protocol.failed) === 0) {
				Atomics.store(words, protocol.failed, 1);
				Atomics.notify(words, protocol.call);
			}
			for (const member of members) member.end();
			const loss = members.find((member) => member.loss)?.loss;
			throw teamError(loss ?? String(error));
		}
	};

	const numerics = Object.fromEntries(
		names.map((name, index) => {
			const share = own[name] as (...a: number[]) => void;
			return [
				name,
				(...given: number[]) => call(index, given, () => share(...given)),
			];
		}),
	) as unknown as Numerics;

	return {
		threads: count,
		get isLost() {
			return members.some((member) => member.loss);
		},
		memory,
		memoryKind: "shared",
		numerics,
		join: async (module, together) => {
			await everyone({ kind: "extend", module, names: together });
			const alone = functionsOf(module, memory);
			alone.join(0, count, meeting, Number(maySleep()));
			const first = functions;
			functions += together.length;
			const shared = together.map((name, i) => [
				name,
				(...given: number[]) =>
					call(first + i, given, () => alone[name](...given)),
			]);
			return { ...alone, ...Object.fromEntries(shared) };
		},
		load: async (module, kernels) => {
			await everyone({ kind: "load", module, names: kernels });
			const { exports } = new WebAssembly.Instance(module, {
				env: { memory },
			});
			const first = functions;
			functions += kernels.length;
			return Object.fromEntries(
				kernels.map((name, i) => {
					const kernel = exports[name] as (...a: number[]) => void;
					return [
						name,
						(...given: number[]) => {
							const groups = given[given.length - 1];
							call(first + i, given, () =>
								kernel(
									...given.slice(0, -1),
									own.shareStart(groups),
									own.shareEnd(groups),
								),
							);
						},
					];
				}),
			);
		},
		close: () => {
			if (isWorking && members.every((member) => !member.loss))
				beginCall(protocol.quit);
			for (const member of members) member.end();
		},
	};
}

const teamError = (reason: string) =>
	new Error(
		`threads: a worker failed (${reason}), and the simulation cannot go on; make a new one from a checkpoint`,
	);

/** Whether this thread may wait in its sleep: the main thread of a page may not. */
function maySleep(): boolean {
	try {
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0);
		return true;
	} catch {
		return false;
	}
}

/** A worker, seen from the main thread. */
class Member {
	/** Why it is no more. */
	loss: string | undefined;
	private readonly worker: WorkerHandle;
	private answer: { yes: () => void; no: (error: Error) => void } | undefined;

	constructor(start: Threads["start"]) {
		this.worker = start({
			onMessage: (message) => {
				if (message.kind === "ready") this.answer?.yes();
				else this.lose(message.reason);
			},
			onEnd: (reason) => this.lose(reason),
		});
	}

	tell(message: TeamMessage): void {
		this.worker.postMessage(message);
	}

	/** Tells, and waits until it is done. */
	ask(message: TeamMessage): Promise<void> {
		return new Promise((yes, no) => {
			this.answer = { yes, no };
			if (this.loss) no(teamError(this.loss));
			else this.tell(message);
		});
	}

	end(): void {
		this.loss ??= "it was ended";
		this.worker.terminate();
	}

	private lose(reason: string): void {
		this.loss ??= reason;
		this.answer?.no(teamError(reason));
	}
}
