/** Does all of the work in its order, even after some of it has failed, and throws what failed: the error, or an AggregateError of several. */
export async function attemptAll(
	work: readonly (() => Promise<unknown>)[],
): Promise<void> {
	const failures: unknown[] = [];
	for (const part of work) {
		try {
			await part();
		} catch (error) {
			const isSeveral = error instanceof AggregateError;
			failures.push(...(isSeveral ? error.errors : [error]));
		}
	}
	if (failures.length === 1) throw failures[0];
	if (failures.length > 1) {
		const messages = failures.map((error) => (error as Error).message);
		throw new AggregateError(failures, messages.join("\n"));
	}
}
