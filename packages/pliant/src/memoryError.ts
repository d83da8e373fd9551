/** What platforms say when there is no more memory for an array, and no program should have to know. */
const refusals =
	/allocation failed|could not allocate|out of memory|array length/i;

/** The error, in words of ours where it says that there is no more memory. */
export function memoryError(owner: string, error: unknown): unknown {
	if (!(error instanceof RangeError && refusals.test(error.message)))
		return error;
	return new Error(
		`${owner}: the platform gives no more memory (${error.message}); use a coarser mesh, or end other programs`,
		{ cause: error },
	);
}
