/** A file that cannot be used. The message names the file and says what, where (line, byte or element), the value and the remedy. */
export class FileError extends Error {
	override readonly name = "FileError";
}
