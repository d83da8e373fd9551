/** Processor time [ms] that something takes; other work on the machine does not count. */
export async function processorTime<Result>(
	work: () => Result | Promise<Result>,
): Promise<{ readonly result: Result; readonly milliseconds: number }> {
	const start = process.cpuUsage();
	const result = await work();
	const { user, system } = process.cpuUsage(start);
	return { result, milliseconds: (user + system) / 1000 };
}

/** The least that each of several works takes, in turns [ms]. */
export async function leastTimes<Name extends string>(
	works: Readonly<Record<Name, () => unknown>>,
	turns: number,
): Promise<Record<Name, number>> {
	const least = {} as Record<Name, number>;
	for (let turn = 0; turn < turns; turn++)
		for (const name of Object.keys(works) as Name[]) {
			const { milliseconds } = await processorTime(works[name]);
			least[name] = Math.min(least[name] ?? milliseconds, milliseconds);
		}
	return least;
}
