/**
 * What a worker does: it takes modules while a simulation is built, and then runs the functions that the main thread calls, each
 * time its share of the work. Plain JavaScript, so that it runs from the sources too.
 *
 * The meeting place in shared memory, as numerics/team.ts and src/numerics/team.ts know it: u32 arrived, generation, failed, call,
 * function, number of arguments, then from byte 32 on the arguments as f64.
 */

const at = { generation: 1, failed: 2, call: 3, function: 4, count: 5 };
const argumentBytes = 32;
/** What is called to end. */
const quit = -1;

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
	/** @typedef {(...args: number[]) => void} NumberFunction */
	/** @type {NumberFunction[]} */
	const functions = [];
	return (message) => {
		switch (message.kind) {
			case "join": {
				({ memory, meeting } = message);
				numerics = /** @type {typeof numerics} */ (
					/** @type {unknown} */ (instantiate(message.module))
				);
				numerics.join(message.index, message.count, meeting, 1);
				for (const name of message.names)
					functions.push(/** @type {NumberFunction} */ (numerics[name]));
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
		const place = new Int32Array(memory.buffer, meeting, 8);
		const args = new Float64Array(memory.buffer, meeting + argumentBytes, 16);
		let call = 0;
		try {
			for (;;) {
				numerics.awaitCall(meeting, call);
				call = Atomics.load(place, at.call);
				const index = place[at.function];
				if (index === quit) return;
				functions[index](...args.subarray(0, place[at.count]));
				numerics.barrier();
			}
		} catch (error) {
			// Wakes those that wait, who then fail too.
			Atomics.store(place, at.failed, 1);
			Atomics.add(place, at.generation, 1);
			Atomics.notify(place, at.generation);
			port.postMessage({ kind: "failed", reason: String(error) });
		}
	}
}
