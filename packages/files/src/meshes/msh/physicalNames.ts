import { toCount } from "../parts/numberReader.ts";
import type { TextScanner } from "../parts/textScanner.ts";
import { dimensionAndTag, type MshContents } from "./mshContents.ts";

/** Lines of: dimension tag "name". Text in binary files too. */
export function readPhysicalNames(
	scanner: TextScanner,
	{ physicalNames }: MshContents,
): void {
	const what = "physical names";
	scanner.requireLine(`the number of ${what}`);
	const count = toCount(scanner, scanner.numberInLine(what), what);
	for (let i = 0; i < count; i++) {
		scanner.requireLine(`physical name ${i} of ${count}`);
		const dimension = scanner.numberInLine("dimension");
		const tag = scanner.numberInLine("tag");
		const name = scanner.restOfLine().replace(/^"|"$/g, "");
		if (name) physicalNames.set(dimensionAndTag(dimension, tag), name);
	}
}
