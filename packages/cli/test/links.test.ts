/** Links that lie in the folder of results, as an archive may bring them, lead nowhere. */
import {
	lstat,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rm,
	symlink,
	writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { main } from "../src/command.ts";
import { requireNoLinks } from "../src/disk/ownFiles.ts";
import { resultFolder } from "../src/disk/resultFolder.ts";
import { memoryIo } from "./memoryIo.ts";

const precious = "keep me\n";
let folder = "";
const at = (...path: string[]) => join(folder, ...path);
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "pliant-test-"));
	await writeFile(at("precious"), precious);
	await mkdir(at("out"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const scene = {
	pliant: 1,
	objects: {
		sheet: {
			mesh: { grid: { size: [1, 1], cells: [2, 2], plane: "xz" } },
			material: "cotton",
		},
	},
	colliders: { floor: { plane: { point: [0, -1, 0] } } },
	run: { seconds: 0.05 },
	outputs: [{ format: "csv" }, { format: "obj" }, { format: "glb" }],
};

async function run() {
	await writeFile(at("scene.json"), JSON.stringify(scene));
	const { io, written } = memoryIo();
	const argv = ["run", at("scene.json"), "--out", at("out")];
	return {
		status: await main([...argv, "--renderer", "plain"], io),
		...written,
	};
}

it("writes through no link of the folder of results", async () => {
	const first = await run();
	expect(first.stderr).not.toContain("pliant:");
	const results = await readdir(at("out"), { recursive: true });
	expect(results).toContain("history.csv");
	const files: string[] = [];
	for (const name of results)
		if ((await lstat(at("out", name))).isFile()) files.push(name);
	for (const name of [...files, "checkpoint.pliant"]) {
		await rm(at("out", name), { force: true });
		await symlink(at("precious"), at("out", name));
		await symlink(at("precious"), at("out", `${name}.part`));
	}
	expect((await run()).stderr).not.toContain("pliant:");
	expect(await readFile(at("precious"), "utf8")).toBe(precious);
	for (const name of files)
		expect((await lstat(at("out", name))).isFile(), name).toBe(true);
});

it("refuses a link to a folder below the one that was named", async () => {
	await mkdir(at("elsewhere"));
	await symlink(at("elsewhere"), at("out", "frames"));
	await expect(resultFolder(at("out")).create("frames/1.obj")).rejects.toThrow(
		`${at("out", "frames")}: is a link, and results are neither written nor read through links; remove it, or name where it leads with --out`,
	);
	await expect(
		requireNoLinks(at("out"), at("out", "frames", "scene")),
	).rejects.toThrow("is a link");
	// A folder that the user names may be one.
	await symlink(at("out"), at("named"));
	await requireNoLinks(at("named"), at("named"));
	const file = await resultFolder(at("named")).create("1.obj");
	await file.close();
	expect(await readFile(at("out", "1.obj"), "utf8")).toBe("");
});
