import { type Frame, resultFormats } from "@pliant/files";
import { describe, expect, it } from "vitest";
import { MemoryFolder } from "../memoryFolder.ts";
import { bodies, formatNamed, frameAt, record } from "./recording.ts";

const name = "run";

describe.each(resultFormats.map((format) => [format.name, format] as const))(
	"%s",
	(formatName, format) => {
		it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
			"refuses a position of %d",
			async (value) => {
				const folder = new MemoryFolder();
				const writer = await format.open({ folder, name, bodies });
				const frame = frameAt(4);
				frame.bodies[1].positions[3 * 5 + 1] = value;
				await expect(writer.add(frame)).rejects.toThrow(
					`body "jelly" in step 12: vertex 5 has y = ${value}`,
				);
			},
		);

		it("refuses frames that do not fit the bodies", async () => {
			const folder = new MemoryFolder();
			const writer = await format.open({ folder, name, bodies });
			const frame = frameAt(0);
			const fewer: Frame = { ...frame, bodies: frame.bodies.slice(1) };
			await expect(writer.add(fewer)).rejects.toThrow("4 bodies");
			const swapped: Frame = { ...frame, bodies: frame.bodies.toReversed() };
			await expect(writer.add(swapped)).rejects.toThrow(
				'body "sheet" in step 0: positions has 15 values; the mesh needs 60',
			);
		});

		it("writes whole files or none without frames", async () => {
			const folder = await record(formatName, 0);
			expect([...folder.files.keys()].sort()).toEqual(
				{
					vtu: ["run.pvd"],
					glb: ["run.glb"],
					obj: [],
					ply: [],
					pc2: cacheNames.map((body) => `run-${body}.pc2`),
					mdd: cacheNames.map((body) => `run-${body}.mdd`),
				}[formatName],
			);
		});
	},
);

const cacheNames = ["block", "cable", "jelly", "kite_tail_1_", "sheet"];

describe.each(["vtu", "glb", "mdd"])("%s", (format) => {
	it("refuses times that do not increase", async () => {
		const folder = new MemoryFolder();
		const writer = await formatNamed(format).open({ folder, name, bodies });
		await writer.add(frameAt(2));
		await expect(writer.add(frameAt(2))).rejects.toThrow(
			"its time is 0.2 s, the one before had 0.2 s",
		);
	});
});

describe("names of bodies in file names", () => {
	it("are safe and unique", async () => {
		const mesh = bodies[3].mesh;
		const named = ["../a b", "Seil/ä", "seil/ö", "SEIL_", "", "con"].map(
			(name) => ({ name, mesh }),
		);
		const folder = await record("pc2", 1, named);
		expect([...folder.files.keys()]).toEqual([
			"run-_a_b.pc2",
			"run-Seil_.pc2",
			"run-seil_-2.pc2",
			"run-SEIL_-3.pc2",
			"run-body.pc2",
			"run-con.pc2",
		]);
	});
});
