/** What some work costs: time of the processor, since a wall clock also counts what others do, and memory. */
export interface Spent {
	/** [s] */
	readonly time: number;
	/** What the process held at most beyond what it held before [bytes]; never less than that. */
	readonly memory: number;
}

export async function spent(work: () => unknown): Promise<Spent> {
	const before = process.memoryUsage.rss();
	const start = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(start);
	const most = 1024 * process.resourceUsage().maxRSS;
	return { time: (user + system) / 1e6, memory: Math.max(0, most - before) };
}
