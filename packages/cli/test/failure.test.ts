import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { main } from "../src/command.ts";
import { memoryIo } from "./memoryIo.ts";

vi.mock("../src/recording.ts", () => ({
	record: async () => {
		throw new Error("step 3 at 0.05 s failed: no convergence");
	},
}));

it("ends with status 1 and the library's message when the simulation fails, and writes nothing", async () => {
	const folder = await mkdtemp(join(tmpdir(), "pliant-test-"));
	const { io, written } = memoryIo({ isTTY: true });
	const argv = ["--cells", "3", "--out", join(folder, "a", "b")];
	expect(await main(argv, io)).toBe(1);
	expect(written.stdout).toBe("");
	expect(written.stderr).toMatch(
		/\n.*pliant: step 3 at 0.05 s failed: no convergence\n$/s,
	);
	expect(written.stderr).toContain("\x1b[?25h");
	expect(await readdir(folder)).toEqual([]);
	await rm(folder, { recursive: true });
});
