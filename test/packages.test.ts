import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const folders = readdirSync(new URL("../packages/", import.meta.url));

it.each(folders)("%s builds what it ships when it is packed", (folder) => {
	const manifest = new URL(
		`../packages/${folder}/package.json`,
		import.meta.url,
	);
	const { files, scripts } = JSON.parse(readFileSync(manifest, "utf8"));
	expect(files).toContain("dist");
	expect(scripts.prepack).toMatch(/tsc -b|vite build/);
});
