/**
 * A name for each body that is safe in every file system: only letters, digits, "-" and "_", and no two the same, even
 * where capitals do not count.
 */
export function fileNames(names: readonly string[]): string[] {
	const taken = new Set<string>();
	return names.map((name) => {
		const safe = name.replace(/[^A-Za-z0-9_-]+/g, "_") || "body";
		let unique = safe;
		for (let number = 2; taken.has(unique.toLowerCase()); number++) {
			unique = `${safe}-${number}`;
		}
		taken.add(unique.toLowerCase());
		return unique;
	});
}

/** The number of a frame in file names, which sorts like the frames: 000012. */
export function frameNumber(frame: number): string {
	return String(frame).padStart(6, "0");
}
