import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const documents = ["", "docs", "examples", "bench", "validation"]
	.concat(["packages/pliant", "packages/files", "packages/cli"])
	.flatMap((folder) =>
		readdirSync(join(root, folder))
			.filter((name) => name.endsWith(".md"))
			.map((name) => join(folder, name)),
	);

const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The names by which GitHub links to the headings of a document. */
const headings = (path: string) =>
	[...read(path).matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
		title
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, "")
			.replaceAll(" ", "-"),
	);

test.each(documents)("the links of %s lead somewhere", (document) => {
	for (const [, link] of read(document).matchAll(/\]\(([^)\s]+)\)/g)) {
		if (link.startsWith("https:")) continue;
		const [path, heading] = link.split("#");
		const target = path ? join(dirname(document), path) : document;
		expect(existsSync(join(root, target)), link).toBe(true);
		if (heading) expect(headings(target), link).toContain(heading);
	}
});
