import { resultFormats } from "@pliant/files";
import { describe, expect, it } from "vitest";
import { MemoryFolder } from "../memoryFolder.ts";
import { bodies, frameAt, record } from "./recording.ts";

const name = "run";

/** More than a GLB keeps, so that it has to drop frames on both sides of an interruption. */
const many = 250;

describe.each(resultFormats.map((format) => [format.name, format] as const))(
	"%s",
	(formatName, format) => {
		it.each([
			[0, 3, 7],
			[1, 2, 7],
			[4, 6, 7],
			[5, 5, 7],
			[many - 15, many - 5, many],
		])(
			"goes on after frame %i, whatever was written up to frame %i, to the same bytes",
			async (kept, written, total) => {
				const expected = await record(formatName, total);
				for (const end of ["closed", "crashed"]) {
					const folder = new MemoryFolder();
					const first = await format.open({ folder, name, bodies });
					for (let i = 0; i < kept; i++) await first.add(frameAt(i));
					const progress = JSON.parse(JSON.stringify(await first.progress()));
					for (let i = kept; i < written; i++) await first.add(frameAt(i));
					if (end === "closed") await first.close({ complete: false });

					const second = await format.open({ folder, name, bodies, progress });
					for (let i = kept; i < total; i++) await second.add(frameAt(i));
					await second.close({ complete: true });

					expect([...folder.files.keys()].sort()).toEqual(
						[...expected.files.keys()].sort(),
					);
					for (const [path, bytes] of expected.files) {
						expect(
							Buffer.compare(folder.bytes(path), bytes),
							`${path}, ${end}`,
						).toBe(0);
					}
				}
			},
		);

		it("leaves files like those of a complete run when interrupted", async () => {
			const expected = await record(formatName, 3);
			const folder = new MemoryFolder();
			const writer = await format.open({ folder, name, bodies });
			for (let i = 0; i < 3; i++) await writer.add(frameAt(i));
			await writer.close({ complete: false });
			for (const [path, bytes] of expected.files) {
				expect(Buffer.compare(folder.bytes(path), bytes), path).toBe(0);
			}
		});

		it("refuses the progress of other recordings", async () => {
			const folder = new MemoryFolder();
			const writer = await format.open({ folder, name, bodies });
			const progress = await writer.progress();
			await writer.close({ complete: true });
			await expect(
				format.open({ folder, name, bodies: bodies.slice(1), progress }),
			).rejects.toThrow(
				/"run": the progress is of the bodies sheet \(20 vertices, 24 cells\)/,
			);
			await expect(
				format.open({ folder, name, bodies, progress: { frames: 3 } }),
			).rejects.toThrow(/not from a writer of/);
		});
	},
);
