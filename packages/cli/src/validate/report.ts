/** Results as one page of HTML that needs nothing else: plots are SVG, pictures are part of it, there are no scripts. */
import { encodePng } from "../picture/png.ts";
import { scenePicture } from "../picture/scenePicture.ts";
import {
	type Figure,
	isRed,
	type Row,
	rowKinds,
	verdict,
} from "./experiment.ts";
import {
	countsByKind,
	formatDeviation,
	formatExpected,
	formatNumber,
	formatSummary,
	type KindCount,
} from "./table.ts";
import { type Result, succeeded } from "./validation.ts";
import { escaped, xyPlotSvg } from "./xyPlot.ts";

const style = `
body { font: 16px/1.5 system-ui, sans-serif; color: #222; max-width: 1000px; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; } h2 { font-size: 1.25rem; margin: 0; }
section { border-top: 1px solid #ccc; margin-top: 2.5rem; padding-top: 1.5rem; }
table { border-collapse: collapse; margin: 1rem 0; font-size: 0.9rem; width: 100%; }
th, td { text-align: left; padding: 0.2rem 0.8rem 0.2rem 0; border-bottom: 1px solid #eee; vertical-align: top; }
td.quantity { width: 36%; }
td.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.good { color: #1a7431; } .red { color: #b3261e; font-weight: 700; } .source, .paper, .told { color: #666; }
.source { font-size: 0.85em; }
.remark { background: #fdf6e3; border-left: 4px solid #d9a441; padding: 0.4rem 0.8rem; margin: 0.6rem 0; }
.figures { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0.5rem 0; } figure img, figure svg { max-width: 100%; height: auto; }
figcaption { font-size: 0.85rem; color: #555; }
`;

export function reportHtml(
	results: readonly Result[],
	{ date }: { readonly date: string },
): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pliant: validation</title>
<style>${style}</style>
</head>
<body>
<h1>Pliant: validation</h1>
<p>${escaped(date)}: ${escaped(formatSummary(results).trim())}.</p>
<p><b>Exact</b> rows compare with a closed form or an independent reference, <b>paper</b> rows with a number that a paper prints: these pass or fail. An <b>ordering</b> says only which of two is larger: it holds or does not. <b>Told</b> rows claim nothing.</p>
<table>
<tr><th>Experiment</th><th>Reproduces</th>${rowKinds.map((kind) => `<th>${kind}</th>`).join("")}</tr>
${results.map(overviewRow).join("\n")}
</table>
${results.map(section).join("\n")}
</body>
</html>
`;
}

/** Plots and drawings as files of their own, by name. */
export function reportFigures(results: readonly Result[]): Map<string, string> {
	const files = new Map<string, string>();
	for (const { experiment, figures = [] } of results)
		for (const [i, figure] of figures.entries()) {
			const name = `${anchor(experiment.id)}-${i + 1}.svg`;
			if (figure.kind === "plot") files.set(name, xyPlotSvg(figure));
			if (figure.kind === "drawing") files.set(name, figure.svg);
		}
	return files;
}

const anchor = (id: string): string => id.replaceAll("/", "-");

const overviewRow = (result: Result): string => {
	const { id, paper, figure } = result.experiment;
	const counts = result.failure
		? `<td class="red" colspan="${rowKinds.length}">could not be run</td>`
		: countsByKind(result.rows).map(countCell).join("");
	return `<tr><td><a href="#${anchor(id)}">${id}</a></td><td>${escaped(`${paper}, ${figure}`)}</td>${counts}</tr>`;
};

const countCell = ({ kind, rows, good }: KindCount): string => {
	if (rows === 0) return "<td></td>";
	if (kind === "told") return `<td class="told">${rows}</td>`;
	return `<td class="${good === rows ? "good" : "red"}">${good} of ${rows}</td>`;
};

function section(result: Result): string {
	const { experiment, rows, failure, figures = [], seconds } = result;
	const { id, paper, figure, title, setup, remarks = [] } = experiment;
	return `<section id="${anchor(id)}">
<h2>${escaped(title)}${succeeded(result) ? "" : ' <span class="red">red</span>'}</h2>
<p class="paper">${id}: ${escaped(`${paper}, ${figure}`)}; ${seconds.toFixed(1)} s</p>
<p>${escaped(setup)}</p>
${failure ? `<p class="red">It could not be run: ${escaped(failure)}</p>` : ""}
${remarks.map((remark) => `<p class="remark">${escaped(remark)}</p>`).join("\n")}
<div class="figures">
${figures.map(drawn).join("\n")}
</div>
<table>
<tr><th>Quantity</th><th>Measured</th><th>Expected</th><th>Off by</th><th>Kind</th><th>Verdict</th><th>Source of the expected value</th></tr>
${rows.map(tableRow).join("\n")}
</table>
</section>`;
}

const tableRow = (row: Row): string =>
	`<tr><td class="quantity">${escaped(row.quantity)}</td><td class="number">${formatNumber(row.measured)}</td><td class="number">${formatExpected(row)}</td><td class="number">${formatDeviation(row)}</td><td>${row.kind}</td><td class="${isRed(row) ? "red" : "good"}">${verdict(row) ?? ""}</td><td class="source">${escaped(row.source)}</td></tr>`;

function drawn(figure: Figure): string {
	if (figure.kind === "plot") return `<figure>${xyPlotSvg(figure)}</figure>`;
	const content =
		figure.kind === "drawing"
			? figure.svg
			: `<img alt="${escaped(figure.title)}" src="data:image/png;base64,${Buffer.from(
					encodePng(
						scenePicture(figure.bodies, figure.obstacles, figure.options),
					),
				).toString("base64")}">`;
	return `<figure>${content}<figcaption>${escaped(figure.title)}</figcaption></figure>`;
}
