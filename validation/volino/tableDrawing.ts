import { round } from "../drawing.ts";

const rowHeight = 20;
const firstWidth = 330;
const width = 66;

/** A table as a drawing: what each row is, and its numbers. Rows without numbers are headings. */
export function tableDrawing(
	columns: readonly string[],
	rows: readonly {
		readonly name: string;
		readonly values: readonly string[];
	}[],
): string {
	const size = [
		firstWidth + width * columns.length + 16,
		rowHeight * (rows.length + 1) + 16,
	].map(round);
	const line = (cells: readonly string[], row: number) =>
		cells
			.map(
				(cell, i) =>
					`<text x="${i === 0 ? 8 : firstWidth + width * i}" y="${rowHeight * (row + 1)}"${i === 0 ? "" : ' text-anchor="end"'}${row === 0 || cells.length === 1 ? ' font-weight="600"' : ""}>${cell}</text>`,
			)
			.join("");
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${size[0]}" height="${size[1]}" viewBox="0 0 ${size[0]} ${size[1]}" font-family="system-ui, sans-serif" font-size="13" fill="#333">
<rect width="100%" height="100%" fill="#fff"/>
${[line(["", ...columns], 0), ...rows.map(({ name, values }, i) => line([name, ...values], i + 1))].join("\n")}
</svg>
`;
}
