/** What only a disk has: pipes, and names that lead elsewhere. */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { main } from "../src/command.ts";
import { sceneName } from "../src/disk/sceneName.ts";
import { memoryIo } from "./memoryIo.ts";

let folder = "";
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "pliant-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it.runIf(process.platform === "linux")(
	"does not wait for what comes out of a pipe",
	async () => {
		const pipe = join(folder, "a.obj");
		execFileSync("mkfifo", [pipe]);
		const { io, written } = memoryIo();
		expect(await main(["check", pipe], io)).toBe(2);
		expect(written.stderr).toBe(
			"pliant: 'a.obj' is a pipe; write what comes out of it to a file first\n",
		);
	},
);

it.each([
	["...json", "scene"],
	["..json", "scene"],
	["cloth.jsonc", "cloth"],
	["a/b.c.json", "b.c"],
])("calls results of %s %s", (file, name) => {
	expect(sceneName(file)).toBe(name);
});
