/** Engines that take turns, a step each, so that other work on the machine is the same to all of them. */
import { fork } from "node:child_process";
import { once } from "node:events";

/** Steps between which intersections are counted. */
const interval = 10;

class Engine {
	times = [];
	/** Edges that passed through triangles, at most; null where positions were no numbers. */
	intersections = 0;
	#process;

	constructor(script) {
		// What engines print is not of interest.
		this.#process = fork(script, [], {
			stdio: ["ignore", "ignore", "pipe", "ipc"],
		});
	}

	/** The next message. */
	async answer() {
		let words = "";
		this.#process.stderr.on("data", (text) => {
			words += text;
		});
		const waiting = new AbortController();
		const { signal } = waiting;
		const ended = once(this.#process, "exit", { signal }).then(() => {
			throw new Error(
				words.split("\n").find((line) => /error/i.test(line)) ?? "it ended",
			);
		});
		try {
			return (
				await Promise.race([once(this.#process, "message", { signal }), ended])
			)[0];
		} finally {
			this.#process.stderr.removeAllListeners("data");
			ended.catch(() => {});
			waiting.abort();
		}
	}

	async ask(question) {
		this.#process.send(question);
		return this.answer();
	}

	get spent() {
		return this.times.reduce((sum, time) => sum + time, 0) / 1000;
	}

	async step() {
		this.times.push(await this.ask("step"));
		if (this.times.length % interval === 0) await this.count();
	}

	async count() {
		const found = await this.ask("count");
		this.intersections =
			found === null || this.intersections === null
				? null
				: Math.max(found, this.intersections);
	}

	close() {
		this.#process.kill();
	}
}

/**
 * So many steps of each script, or those until an engine has taken more than `limit` seconds of processor time.
 * @returns of each script its times [ms] and intersections, or why it failed
 */
export async function takeTurns(scripts, { steps, limit }) {
	const engines = scripts.map((script) => new Engine(script));
	const failures = new Map();
	const attempt = async (engine, work) => {
		try {
			if (!failures.has(engine)) await work();
		} catch (error) {
			failures.set(engine, error.message);
		}
	};
	for (const engine of engines) await attempt(engine, () => engine.answer());
	for (let i = 0; i < steps; i++)
		for (const engine of engines)
			if (engine.spent < limit) await attempt(engine, () => engine.step());
	for (const engine of engines) {
		await attempt(engine, () => engine.count());
		engine.close();
	}
	return engines.map((engine) => ({
		times: engine.times,
		intersections: engine.intersections ?? Number.NaN,
		failure: failures.get(engine),
	}));
}
