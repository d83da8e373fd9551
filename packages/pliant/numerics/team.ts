/**
 * Threads that work together. Each has its own instance of this module over the same memory and calls the same function;
 * work is split into chunks that do not depend on the number of threads, so neither do results.
 */

/** Which of how many threads this instance is. */
let thread: u32 = 0;
let threads: u32 = 1;
/** Where threads meet. */
let meeting: usize = 0;
/** Whether this thread may sleep: the main thread of a page may not. */
let maySleep: bool = false;

/** The meeting place, in words of four bytes: which function is called, and its arguments, f64 from a word on. */
export const enum Meeting {
	arrived = 0,
	generation = 1,
	failed = 2,
	call = 3,
	called = 4,
	argumentCount = 5,
	firstArgument = 8,
}
export const mostArguments: u32 = 16;

@inline
function wordOf(place: usize, word: Meeting): usize {
	return place + 4 * word;
}

/** Turns of waiting before a thread goes to sleep, about 50 µs. */
const spins: u32 = 20000;
/** A thread that does not come for so long [ns] is taken for dead. */
const patience: i64 = 20_000_000_000;
/** Turns that take about as long for a thread that may not sleep. */
const patientSpins: u64 = 8_000_000_000;

export function join(
	index: u32,
	count: u32,
	address: usize,
	sleeps: bool,
): void {
	thread = index;
	threads = count;
	meeting = address;
	maySleep = sleeps;
}

/** First of the items that belong to this thread; the next thread's first is the end. */
export function shareStart(items: u32): u32 {
	return <u32>((<u64>items * thread) / threads);
}

export function shareEnd(items: u32): u32 {
	return <u32>((<u64>items * (thread + 1)) / threads);
}

/** This thread's part of a workspace that has so many bytes for each. */
@inline
export function ownPart(workspace: usize, bytes: u32): usize {
	return workspace + bytes * thread;
}

/** First of the items of a thread that takes every `stepOf`-th one, where all work together; one that works alone takes all. */
@inline
export function firstOf(together: bool): u32 {
	return together ? thread : 0;
}

@inline
export function stepOf(together: bool): u32 {
	return together ? threads : 1;
}

/** Whether this is the thread for what only one may do. */
@inline
export function isFirst(): bool {
	return thread == 0;
}

/** Waits for all threads. Traps where one has failed or does not come. */
export function barrier(): void {
	if (threads == 1) return;
	const now = atomic.load<u32>(wordOf(meeting, Meeting.generation));
	// Whoever fails says so before it moves the generation on.
	if (atomic.load<u32>(wordOf(meeting, Meeting.failed))) unreachable();
	if (atomic.add<u32>(wordOf(meeting, Meeting.arrived), 1) == threads - 1) {
		atomic.store<u32>(wordOf(meeting, Meeting.arrived), 0);
		atomic.store<u32>(wordOf(meeting, Meeting.generation), now + 1);
		atomic.notify(wordOf(meeting, Meeting.generation), threads);
	} else awaitChange(wordOf(meeting, Meeting.generation), now, patience);
	if (atomic.load<u32>(wordOf(meeting, Meeting.failed))) unreachable();
}

/** Waits for the call after the one with this number. */
export function awaitCall(place: usize, last: u32): void {
	awaitChange(wordOf(place, Meeting.call), last, -1);
}

/** Waits until the number at an address differs from what it was; traps after `limit` nanoseconds, where that is positive. */
function awaitChange(address: usize, was: u32, limit: i64): void {
	for (let i: u32 = 0; i < spins; i++)
		if (atomic.load<u32>(address) != was) return;
	if (maySleep) {
		while (atomic.load<u32>(address) == was)
			if (atomic.wait<i32>(address, was, limit) == AtomicWaitResult.TIMED_OUT)
				unreachable();
	} else {
		for (let i: u64 = 0; atomic.load<u32>(address) == was; i++)
			if (limit > 0 && i > patientSpins) unreachable();
	}
}
