import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type OutputFolder, resultFormats } from "@pliant/files";
import { grid } from "pliant/mesh";
import { describe, expect, it } from "vitest";
import { frameAt } from "./recording.ts";

/** Counts bytes and forgets them; what is read back is zeros. */
function countingFolder(): OutputFolder & { written: number } {
	const folder = {
		written: 0,
		create: async () => file,
		extend: async () => file,
		read: async (_path: string, _start: number, length: number) =>
			new Uint8Array(length),
		remove: async () => {},
	};
	const file = {
		async write(bytes: Uint8Array) {
			folder.written += bytes.length;
		},
		writeAt: async (_position: number, bytes: Uint8Array) => {
			folder.written += bytes.length;
		},
		sync: async () => {},
		close: async () => {},
		discard: async () => {},
	};
	return folder;
}

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function usedMemory(): number {
	collectGarbage();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

describe("memory", () => {
	const bodies = [{ name: "sheet", mesh: grid({ cells: [400, 250] }) }];
	const frame = frameAt(1, bodies);
	const frames = 40;

	it.each(resultFormats.map((format) => [format.name, format] as const))(
		"of %s does not grow with the number of frames",
		async (_, format) => {
			const folder = countingFolder();
			const writer = await format.open({ folder, name: "run", bodies });
			for (let i = 0; i < 3; i++) await writer.add({ ...frame, time: i });
			const before = usedMemory();
			const bytesBefore = folder.written;
			for (let i = 3; i < frames; i++) await writer.add({ ...frame, time: i });
			const grown = usedMemory() - before;
			// A writer that kept its frames would hold at least their positions.
			const kept = (frames - 3) * frame.bodies[0].positions.length * 4;
			expect(folder.written - bytesBefore).toBeGreaterThanOrEqual(kept);
			expect(grown).toBeLessThan(kept / 4);
			await writer.close({ complete: true });
		},
	);
});
