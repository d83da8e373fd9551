/**
 * What a worker does: it takes modules while a simulation is built, and then runs the functions that the main thread calls, each
 * time its share of the work. Plain JavaScript, so that it runs from the sources too.
 * They meet at a place in shared memory that numerics/team.ts describes; the main thread says how it is used.
 */

/**
 * @param {{ postMessage(message: unknown): void }} port
 * @returns {(message: import("../numerics/threads.ts").TeamMessage) => void} what to do with a message of the main thread
 */
export function serve(port) {
	/** @type {WebAssembly.Memory} */
	let memory;
	/** @type {import("../numerics/load.ts").Numerics} */
	let numerics;
	/** @type {number} */
	let meeting;
	/** @type {import("../numerics/meeting.ts").Protocol} */
	let protocol;
	/** @type {(instance: Record<string, unknown>) => void} */
	let join;
	/** @typedef {(...args: number[]) => void} NumberFunction */
	/** @type {NumberFunction[]} */
	const functions = [];
	return (message) => {
		switch (message.kind) {
			case "join": {
				({ memory, meeting, protocol } = message);
				numerics = /** @type {typeof numerics} */ (
					/** @type {unknown} */ (instantiate(message.module))
				);
				const { index, count } = message;
				join = (instance) =>
					/** @type {NumberFunction} */ (instance.join)(
						index,
						count,
						meeting,
						1,
					);
				join(/** @type {any} */ (numerics));
				for (const name of message.names)
					functions.push(/** @type {NumberFunction} */ (numerics[name]));
				port.postMessage({ kind: "ready" });
				return;
			}
			case "extend": {
				const exports = instantiate(message.module);
				join(exports);
				for (const name of message.names)
					functions.push(/** @type {NumberFunction} */ (exports[name]));
				port.postMessage({ kind: "ready" });
				return;
			}
			case "load": {
				const exports = instantiate(message.module);
				for (const name of message.names) {
					const kernel = /** @type {NumberFunction} */ (exports[name]);
					functions.push((...args) => {
						const groups = /** @type {number} */ (args.pop());
						kernel(
							...args,
							numerics.shareStart(groups),
							numerics.shareEnd(groups),
						);
					});
				}
				port.postMessage({ kind: "ready" });
				return;
			}
			case "work":
				work();
		}
	};

	/** @param {WebAssembly.Module} module */
	function instantiate(module) {
		return new WebAssembly.Instance(module, { env: { memory } }).exports;
	}

	function work() {
		const { firstArgument, mostArguments } = protocol;
		const words = new Int32Array(memory.buffer, meeting, firstArgument);
		const args = new Float64Array(
			memory.buffer,
			meeting + 4 * firstArgument,
			mostArguments,
		);
		let call = 0;
		try {
			for (;;) {
				numerics.awaitCall(meeting, call);
				call = Atomics.load(words, protocol.call);
				const index = words[protocol.called];
				if (index === protocol.quit) return;
				functions[index](...args.subarray(0, words[protocol.argumentCount]));
				numerics.barrier();
			}
		} catch (error) {
			// Wakes those that wait, who then fail too.
			Atomics.store(words, protocol.failed, 1);
			Atomics.add(words, protocol.generation, 1);
			Atomics.notify(words, protocol.generation);
			port.postMessage({ kind: "failed", reason: String(error) });
		}
	}
}
