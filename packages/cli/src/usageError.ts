/** A command that cannot be carried out as it was given: the user can mend it. One line that says what, the value and the remedy. */
export class UsageError extends Error {
	override readonly name = "UsageError";
}
