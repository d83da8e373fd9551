/**
 * Makes the plots and tables of docs/performance.md from a file of results, so that page and data cannot disagree:
 *   node bench/plot.mjs RESULTS.json
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { figures } from "./figures.mjs";
import { pageTables } from "./pageTables.mjs";

const docs = new URL("../docs/", import.meta.url);
const page = new URL("performance.md", docs);
const images = new URL("images/", docs);

const [, , file] = process.argv;
if (!file) {
	console.info("Usage: node bench/plot.mjs RESULTS.json");
	process.exit(2);
}
const results = JSON.parse(readFileSync(file, "utf8"));

mkdirSync(images, { recursive: true });
for (const [name, svg] of Object.entries(figures(results)))
	writeFileSync(new URL(name, images), svg);

let text = readFileSync(page, "utf8");
for (const [name, content] of Object.entries(pageTables(results)))
	text = replaceBetweenMarkers(text, name, content);
writeFileSync(page, text);

/** A place in the page lies between `<!-- bench:NAME -->` and `<!-- end -->`. */
function replaceBetweenMarkers(text, name, content) {
	const start = `<!-- bench:${name} -->`;
	const end = "<!-- end -->";
	const from = text.indexOf(start);
	const to = text.indexOf(end, from);
	if (from < 0 || to < 0)
		throw new Error(
			`docs/performance.md: there is no '${start}' with an '${end}' after it`,
		);
	return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`;
}
