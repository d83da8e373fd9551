import { readFile } from "node:fs/promises";

/** Of this package, and of the library that it comes with. */
export async function version(): Promise<string> {
	// The same path from the sources and from what is built of them.
	const file = new URL("../package.json", import.meta.url);
	return JSON.parse(await readFile(file, "utf8")).version;
}
