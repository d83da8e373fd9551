/** The worker: takes requests one after the other, and runs the simulation while it plays. */
import { SceneError } from "@pliant/files";
import type { Simulation } from "pliant";
import {
	type Looks,
	plainLooks,
	type Request,
	type Response,
	type SceneSource,
} from "../protocol.ts";
import { completions } from "./completions.ts";
import { exportFile } from "./exportFile.ts";
import { inspect } from "./inspect.ts";
import { Session } from "./session.ts";

let session: Session | undefined;
/** Ends the run under way; undefined while paused. */
let playing: AbortController | undefined;
let looks: Looks = plainLooks;
/** Whether the page has taken the last frame; until then no other is sent. */
let isTaken = true;
let buffers: readonly Float32Array[] = [];
/** Requests wait for each other, since opening takes a while. */
let queue: Promise<void> = Promise.resolve();
/** Wall time [ms] and simulated time [s] when playing began: it goes no faster than the clock. */
let clock = { wall: 0, time: 0 };

/** The step of the last frame that was sent. */
let sentStep = -1;
/** Where it waits for others [s]. */
let limit = Number.POSITIVE_INFINITY;

const post = (response: Response, transfer: Transferable[] = []) =>
	postMessage(response, { transfer });

addEventListener("message", ({ data }: MessageEvent<Request>) => {
	if (data.kind === "taken") {
		isTaken = true;
		buffers = data.buffers;
		return;
	}
	if (data.kind === "limit") {
		limit = data.time;
		return;
	}
	queue = queue.then(() => answer(data)).catch(fail);
});

function fail(error: unknown): void {
	pause();
	const lines =
		error instanceof SceneError
			? error.problems.flatMap(({ line }) => line ?? [])
			: [];
	const message = error instanceof Error ? error.message : String(error);
	post({ kind: "failed", message, lines });
}

async function answer(request: Exclude<Request, { kind: "taken" | "limit" }>) {
	switch (request.kind) {
		case "open":
			return open(request.source, request.keepState);
		case "play":
			return play();
		case "pause":
			pause();
			return send();
		case "step":
			pause();
			session?.step();
			return send();
		case "reset":
			return session && open(session.source, false);
		case "replay": {
			if (!session) return;
			const { source, first } = session;
			const record = [...session.touch.record];
			await open(first, false);
			session.source = source;
			session.touch.replay(record);
			return play();
		}
		case "change":
			session?.apply(request.change);
			return;
		case "values": {
			const begin = performance.now();
			const { source, change } = request;
			if (!session?.takeValues(source, change)) return open(source, true);
			post({ kind: "applied", milliseconds: performance.now() - begin });
			return;
		}
		case "look":
			looks = request.looks;
			return send();
		case "complete":
			return post(completions(request.text, request.offset));
		case "inspect":
			return post(await inspect(request.name, request.bytes));
		case "export": {
			if (!session) return;
			const { name, bytes } = await exportFile(session, request.format);
			post({ kind: "file", name, bytes }, [bytes.buffer]);
		}
	}
}

async function open(source: SceneSource, keepState: boolean): Promise<void> {
	const begin = performance.now();
	const next = await Session.open(source);
	const kept = keepState && session !== undefined && next.continueFrom(session);
	const goesOn = kept && playing !== undefined;
	pause();
	session?.close();
	session = next;
	post(next.opened(performance.now() - begin, kept));
	if (goesOn) play();
	isTaken = true;
	send();
}

function play(): void {
	if (!session || playing) return;
	if (session.awaitsStatics) {
		session.step();
		send();
		return;
	}
	const present = session;
	const { simulation } = present;
	playing = new AbortController();
	const { signal } = playing;
	restartClock();
	simulation
		.run({
			signal,
			beforeStep: async () => {
				await pace(simulation, signal);
				present.beforeStep();
			},
			afterStep: () => {
				if (isTaken) send();
			},
		})
		.catch((error) => {
			if (!signal.aborted) fail(error);
		});
}

function pause(): void {
	playing?.abort();
	playing = undefined;
}

function restartClock(): void {
	clock = { wall: performance.now(), time: session?.simulation.time ?? 0 };
}

function send(): void {
	if (!session) return;
	isTaken = false;
	sentStep = session.simulation.stepCount;
	const frame = session.frame(looks, playing !== undefined, buffers);
	buffers = [];
	post(
		frame,
		frame.points.map(({ buffer }) => buffer as ArrayBuffer),
	);
}

/** Lets messages through, which timers would delay by milliseconds. */
const { port1, port2 } = new MessageChannel();
const messages = () =>
	new Promise((resolve) => {
		port1.onmessage = resolve;
		port2.postMessage(undefined);
	});

/** Waits until the clock, and simulations beside this one, have come as far. */
async function pace(simulation: Simulation, signal: AbortSignal) {
	for (;;) {
		const delay = delayBefore(simulation);
		await (delay > 0
			? new Promise((resolve) => setTimeout(resolve, delay))
			: messages());
		signal.throwIfAborted();
		if (delay === 0) return;
	}
}

/** Returns the time in milliseconds after which to look again whether the next step is due, or 0 if it is. */
function delayBefore({ time, stepCount }: Simulation): number {
	const ahead = clock.time + (performance.now() - clock.wall) / 1000 - time;
	if (ahead < 0) return Math.min(50, -1000 * ahead);
	if (time > limit) {
		// Others wait for what the page does not know yet.
		if (isTaken && sentStep !== stepCount) send();
		return 5;
	}
	// A page in the background, or a step that took long, is not caught up with.
	if (ahead > 0.25) restartClock();
	return 0;
}
