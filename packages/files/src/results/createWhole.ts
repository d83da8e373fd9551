import type { OutputFile, OutputFolder } from "../folder.ts";

/** A new file that appears when `write` has ended, or not at all if it fails. */
export async function createWhole(
	folder: OutputFolder,
	path: string,
	write: (file: OutputFile) => Promise<void>,
): Promise<void> {
	const file = await folder.create(path);
	try {
		await write(file);
	} catch (error) {
		await file.discard();
		throw error;
	}
	await file.close();
}
