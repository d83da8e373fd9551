import { openTable, tableFormats } from "@pliant/files";
import { describe, expect, it } from "vitest";
import { MemoryFolder } from "../memoryFolder.ts";

const columns = [
	{ name: "time", unit: "s" },
	{ name: "kinetic energy", unit: "J" },
	{ name: 'tip, "x"', unit: "m" },
	{ name: "iterations", unit: "" },
];
const rows = [
	[0, 0.1, -1e-30, 3],
	[1 / 3, Number.NaN, Number.POSITIVE_INFINITY, 4],
	[2, 1e21, -0, 5],
];

async function write(format: "csv" | "jsonl"): Promise<string> {
	const folder = new MemoryFolder();
	const table = await openTable({ folder, path: "t", format, columns });
	for (const row of rows) await table.add(row);
	await table.close();
	return folder.text("t");
}

/** Whose files refuse to be written as often as `failures` says. */
class FullFolder extends MemoryFolder {
	failures = 0;

	override async extend(path: string, length: number) {
		const file = await super.extend(path, length);
		const write = file.write.bind(file);
		file.write = async (bytes) => {
			if (this.failures-- > 0) throw new Error("the disk is full");
			await write(bytes);
		};
		return file;
	}
}

describe("tables", () => {
	it("keep rows that could not be written until there is room", async () => {
		const folder = new FullFolder();
		const table = await openTable({
			folder,
			path: "t",
			format: "csv",
			columns,
		});
		await table.add(rows[0]);
		folder.failures = 1;
		await expect(table.progress()).rejects.toThrow("full");
		await table.add(rows[1]);
		await table.add(rows[2]);
		await table.close();
		expect(folder.text("t")).toBe(await write("csv"));
	});

	it("are closed even if their last rows cannot be written", async () => {
		const folder = new FullFolder();
		const table = await openTable({
			folder,
			path: "t",
			format: "csv",
			columns,
		});
		folder.failures = 1;
		await expect(table.close()).rejects.toThrow("full");
		await expect(table.close()).rejects.toThrow("it is closed");
	});

	it("are CSV with titles and units", async () => {
		expect(await write("csv")).toBe(
			`time [s],kinetic energy [J],"tip, ""x"" [m]",iterations
0,0.1,-1e-30,3
0.3333333333333333,,,4
2,1e+21,0,5
`,
		);
	});

	it("are JSON Lines with the same titles", async () => {
		const lines = (await write("jsonl")).trimEnd().split("\n");
		expect(lines.map((line) => JSON.parse(line))).toEqual(
			rows.map((row) => ({
				"time [s]": row[0],
				"kinetic energy [J]": Number.isNaN(row[1]) ? null : row[1],
				'tip, "x" [m]': Number.isFinite(row[2]) ? row[2] + 0 : null,
				iterations: row[3],
			})),
		);
	});

	it.each(tableFormats)("go on after an interruption: %s", async (format) => {
		const total = 20_000;
		const row = (i: number) => [i, Math.sin(i), Math.cos(i), i % 7];
		const options = { path: "t", format, columns };
		const expected = new MemoryFolder();
		const whole = await openTable({ folder: expected, ...options });
		for (let i = 0; i < total; i++) await whole.add(row(i));
		await whole.close();

		for (const kept of [0, 1, 9_000]) {
			for (const end of ["closed", "crashed"]) {
				const folder = new MemoryFolder();
				const first = await openTable({ folder, ...options });
				for (let i = 0; i < kept; i++) await first.add(row(i));
				const progress = JSON.parse(JSON.stringify(await first.progress()));
				for (let i = kept; i < kept + 5_000; i++) await first.add(row(i));
				if (end === "closed") await first.close();

				const second = await openTable({ folder, ...options, progress });
				for (let i = kept; i < total; i++) await second.add(row(i));
				await second.close();
				expect(folder.text("t") === expected.text("t"), `${kept}, ${end}`).toBe(
					true,
				);
			}
		}
	});

	it("refuse rows and progress that do not fit", async () => {
		const folder = new MemoryFolder();
		const options = { folder, path: "probes.csv", format: "csv" } as const;
		const table = await openTable({ ...options, columns });
		await expect(table.add([1, 2])).rejects.toThrow(
			"probes.csv: a row has 2 values; the table has 4 columns (time [s], kin",
		);
		const progress = await table.progress();
		await expect(
			openTable({ ...options, columns: columns.slice(1), progress }),
		).rejects.toThrow("the progress is of a table with the columns time [s]");
		await expect(
			openTable({ ...options, columns, progress: 12 }),
		).rejects.toThrow("probes.csv: this progress is not from a table");
	});

	it("consist of their titles without rows", async () => {
		const folder = new MemoryFolder();
		const options = { folder, path: "t", columns };
		await (await openTable({ ...options, format: "csv" })).close();
		expect(folder.text("t").split("\n").length).toBe(2);
		await (await openTable({ ...options, format: "jsonl" })).close();
		expect(folder.text("t")).toBe("");
	});
});
