/** The studio as its users meet it: built, served by the command, in a browser. Pictures of what was seen lie in out/studio. */
import {
	copyFile,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rm,
	writeFile,
} from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { main } from "../../cli/src/command.ts";
import { StudioRenderer } from "../../cli/src/studio/studioRenderer.ts";
import {
	type StudioServer,
	serveStudio,
} from "../../cli/src/studio/studioServer.ts";
import { memoryIo } from "../../cli/test/memoryIo.ts";
import { chromiumPath, openBrowser } from "../browser.ts";
import { cards } from "../src/gallery/cards.ts";
import { sharedText } from "../src/links.ts";
import { testTools } from "./tools.ts";

const root = join(import.meta.dirname, "..");
const pictures = join(root, "../../out/studio");
const firstScene = join(root, "../../examples/03-first-scene/scene.jsonc");

if (!chromiumPath)
	console.info(
		"The studio's tests in a browser are skipped: there is no Chromium. Install one, or say where it is by PLIANT_CHROMIUM.",
	);

let server: StudioServer;
let browser: Browser;
/** What the consoles of pages said that they should not. */
const complaints: string[] = [];

beforeAll(async () => {
	await build({
		root,
		configFile: join(root, "vite.config.ts"),
		logLevel: "error",
	});
	server = await serveStudio({ scene: firstScene, port: 0 });
}, 120_000);

afterAll(() => server?.close());

describe("the server", () => {
	const at = (path: string) => server.url.replace(/#.*/, "") + path;

	test("isolates the page and serves the scene, with nothing else of its folder", async () => {
		const page = await fetch(at(""));
		expect(page.status).toBe(200);
		expect(page.headers.get("cross-origin-opener-policy")).toBe("same-origin");
		expect(page.headers.get("cross-origin-embedder-policy")).toBe(
			"require-corp",
		);
		expect(page.headers.get("content-security-policy")).toBe(
			"frame-ancestors 'none'",
		);
		expect(await page.text()).toContain("script-src 'self' 'wasm-unsafe-eval'");
		const files = await (await fetch(at("opened/files.json"))).json();
		expect(files).toEqual({ scene: "scene.jsonc", files: [] });
		const scene = await fetch(at("opened/scene.jsonc"));
		expect(await scene.text()).toBe(await readFile(firstScene, "utf8"));
		for (const path of [
			"package.json",
			"..%2fpackage.json",
			"%2e%2e/package.json",
			"opened/..%2f..%2fREADME.md",
			"opened/README.md",
		])
			expect((await fetch(at(path))).status, path).toBe(404);
	});

	test("answers only those who read, under its own name", async () => {
		const { port } = new URL(server.url);
		const status = (method: string, host: string) =>
			new Promise((resolve, reject) => {
				const options = { port, method, headers: { host }, path: "/" };
				request({ ...options, hostname: "127.0.0.1" }, (response) => {
					response.resume();
					resolve(response.statusCode);
				})
					.on("error", reject)
					.end();
			});
		expect(await status("GET", `localhost:${port}`)).toBe(200);
		expect(await status("GET", "example.com")).toBe(404);
		expect(await status("POST", `localhost:${port}`)).toBe(404);
	});

	test("is started after a run on a terminal, unless told otherwise", async () => {
		const run = async (isTTY: boolean, ...more: string[]) => {
			const { io, written, interrupt } = memoryIo({ isTTY });
			const out = await mkdtemp(join(tmpdir(), "pliant-studio-"));
			const scene = join(out, "scene.json");
			await writeFile(scene, pictured);
			const argv = ["run", scene, "--steps", "1", "--out", join(out, "out")];
			const ended = main([...argv, "--studio", ...more], io);
			const told = () => /http:\S+/.exec(written.stdout)?.[0];
			const isServed = isTTY && !more.includes("--once");
			while (isServed && !told())
				await new Promise((resolve) => setTimeout(resolve, 50));
			if (!isServed) await ended;
			const url = told();
			const status = url && (await fetch(url)).status;
			interrupt.abort();
			await ended;
			await rm(out, { recursive: true });
			return status;
		};
		expect(await run(true)).toBe(200);
		expect(await run(true, "--once")).toBeUndefined();
		expect(await run(false)).toBeUndefined();
	});
});

test("the first load is below 1.5 MB, compressed", async () => {
	const assets = join(root, "dist/assets");
	const html = await readFile(join(root, "dist/index.html"), "utf8");
	const first = (await readdir(assets)).filter(
		(name) => html.includes(name) || /^simulationWorker-.*\.js$/.test(name),
	);
	expect(first.length).toBeGreaterThanOrEqual(3);
	let sum = 0;
	for (const name of first)
		sum += gzipSync(await readFile(join(assets, name))).length;
	console.info(`The studio's first load is ${Math.round(sum / 1000)} kB.`);
	expect(sum).toBeLessThan(1.5e6);
});

/**
 * Cables, bodies that are tied and four models side by side; other tests open cloth and a solid of the gallery. PLIANT_STUDIO_ALL=1 opens all scenes of
 * it.
 */
const shortList = [
	"06-hanging-line",
	"14-tied-bodies",
	"delingette-two-meshes",
];

describe.skipIf(!chromiumPath)("the studio", () => {
	beforeAll(async () => {
		await mkdir(pictures, { recursive: true });
		browser = await openBrowser();
	}, 120_000);

	afterAll(() => browser?.close());

	afterEach(async () => {
		for (const context of browser.contexts()) await context.close();
	});

	/** A page with a scene that has moved on, or is in equilibrium. */
	async function open(hash: string, viewport = { width: 860, height: 600 }) {
		const context = await browser.newContext({
			viewport,
			acceptDownloads: true,
		});
		const page = await context.newPage();
		page.on("console", (message) => {
			if (["error", "warning"].includes(message.type()))
				complaints.push(`${hash}: ${message.text()}`);
		});
		page.on("pageerror", ({ message }) =>
			complaints.push(`${hash}: ${message}`),
		);
		await page.goto(server.url.replace(/#.*/, "") + hash);
		return page;
	}

	const moves = (page: Page, steps = 2) =>
		page.waitForFunction(
			(least) => {
				const { step, outcome } =
					document.querySelector<HTMLElement>(".studio")?.dataset ?? {};
				return outcome || Number(step) >= least;
			},
			steps,
			{ timeout: 90_000 },
		);

	const shot = (page: Page, name: string) =>
		page.screenshot({ path: join(pictures, `${name}.png`) });

	const lowest = async (page: Page) =>
		Number(
			await page.evaluate(
				() => document.querySelector<HTMLElement>(".studio")?.dataset.lowest,
			),
		);

	test("has a card with a picture for every scene, in groups", async () => {
		const page = await open("");
		const links = page.locator(".card[href]");
		expect(await links.count()).toBe(cards.length);
		const loaded = await page
			.locator(".card img")
			.evaluateAll(async (images) => {
				const all = images as HTMLImageElement[];
				for (const image of all) image.loading = "eager";
				await Promise.all(all.map((image) => image.decode()));
				return all.every(({ naturalWidth }) => naturalWidth > 0);
			});
		expect(loaded).toBe(true);
		await shot(page, "gallery");
		await page.getByRole("button", { name: "Bricks" }).click();
		expect(await page.locator("section:visible").count()).toBe(1);
		await shot(page, "gallery-bricks");
	});

	// All of them take minutes without a graphics card.
	const opened = process.env.PLIANT_STUDIO_ALL
		? cards
		: cards.filter(({ id }) => shortList.includes(id));
	test.each(opened)("runs $id", async ({ id, title, lanes = [] }) => {
		const page = await open(`#example=${id}`);
		await moves(page);
		expect(await page.locator("h1").textContent()).toBe(title);
		expect(await page.locator("canvas").count()).toBe(lanes.length || 1);
		for (const [i, { name }] of lanes.entries())
			expect(await page.locator(".view-label").nth(i).textContent()).toContain(
				name,
			);
		await shot(page, id);
		expect(complaints).toEqual([]);
	});

	test("opens the scene of the command, isolated, under its policy", async () => {
		const begin = Date.now();
		const page = await open("#opened");
		await moves(page);
		console.info(
			`The first scene moves ${Date.now() - begin} ms after the page was asked for.`,
		);
		expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
		// Not at once: what a test asks a page is beyond its policy.
		const refused = await page.evaluate(
			() =>
				new Promise((resolve) =>
					setTimeout(() => {
						try {
							// biome-ignore lint/security/noGlobalEval: that the policy refuses it is what is tested
							resolve(eval("1"));
						} catch (error) {
							resolve((error as Error).name);
						}
					}),
				),
		);
		expect(refused).toBe("EvalError");
		complaints.length = 0;
	});

	test("draws the picture of a run, as the scene's file says", async () => {
		const page = await open("");
		const out = await mkdtemp(join(tmpdir(), "pliant-picture-"));
		const scene = join(out, "scene.json");
		await writeFile(scene, pictured);
		const run = async (browser: string | undefined, ...more: string[]) => {
			const { io, written } = memoryIo();
			const argv = ["run", scene, "--steps", "1", "--out", join(out, "out")];
			expect(await main([...argv, ...more], { ...io, browser })).toBe(0);
			const png = await readFile(join(out, "out/picture.png"));
			const { size, blue, check } = await page.evaluate(async (bytes) => {
				const blob = new Blob([Uint8Array.from(bytes)]);
				const image = await createImageBitmap(blob);
				const { width, height } = image;
				const canvas = new OffscreenCanvas(width, height);
				const context = canvas.getContext("2d", {
					willReadFrequently: true,
				}) as OffscreenCanvasRenderingContext2D;
				context.drawImage(image, 0, 0);
				const blue = [width / 2, 8].map((x) => {
					const [r, , b] = context.getImageData(x, height / 2, 1, 1).data;
					return b - r;
				});
				const row = context.getImageData(width / 2 + 4, height / 2 + 6, 20, 1);
				const check = Array.from(row.data).filter((_, i) => i % 4 === 2);
				return { size: [width, height], blue, check };
			}, Array.from(png));
			expect(size).toEqual([480, 360]);
			// The sheet is seen from above and is blue, the ground around it is not.
			expect(blue[0]).toBeGreaterThan(60);
			expect(blue[1]).toBeLessThan(20);
			// Threads finer than pixels make no stripes in a check of one colour, beyond rounding.
			for (const [i, shade] of check.slice(1).entries())
				expect(Math.abs(shade - check[i])).toBeLessThanOrEqual(1);
			return written.stderr;
		};
		expect(await run(chromiumPath)).not.toContain("plainly");
		await copyFile(
			join(out, "out/picture.png"),
			join(pictures, "run-picture.png"),
		);
		expect(await run(chromiumPath, "--renderer", "plain")).not.toContain(
			"plainly",
		);
		// A browser that does not start.
		expect(await run("/bin/false")).toContain(
			"note: the picture is drawn plainly",
		);
		await rm(out, { recursive: true });
	});

	test("does not wait for a browser that hangs", async () => {
		const folder = await mkdtemp(join(tmpdir(), "pliant-hang-"));
		const program = join(folder, "hang");
		await writeFile(program, "#!/bin/sh\nexec sleep 60\n", { mode: 0o755 });
		const opening = StudioRenderer.open(program, { start: 200, picture: 1 });
		await expect(opening).rejects.toThrow(
			"the browser took over 0.2 s to start",
		);
		await rm(folder, { recursive: true });
	});

	test("is pinned by a click, and pulled by dragging", async () => {
		// In equilibrium it is where it is on every machine.
		const page = await open(`#scene=${await sharedText(hangingSheet)}`);
		await moves(page);
		const box = await page.locator("canvas").boundingBox();
		if (!box) throw new Error("there is no canvas");
		const [x, y] = [box.x + 0.5 * box.width, box.y + 0.5 * box.height];
		await page.getByRole("button", { name: "Play", exact: true }).waitFor();
		const click = async (held: number) => {
			await page.mouse.click(x, y);
			await page.getByRole("button", { name: "Step" }).click();
			await page.waitForFunction(
				(n) =>
					Number(
						document.querySelector<HTMLElement>(".studio")?.dataset.held,
					) === n,
				held,
				{ timeout: 10_000 },
			);
		};
		await click(6);
		await click(5);
		const before = await lowest(page);
		await page.getByRole("button", { name: "Play", exact: true }).click();
		await page.mouse.move(x, y);
		await page.mouse.down();
		await page.mouse.move(x, y - 100);
		await page.mouse.move(x, y - 200);
		await page.waitForFunction(
			(least) =>
				Number(document.querySelector<HTMLElement>(".studio")?.dataset.lowest) >
				least,
			before + 0.03,
		);
		await shot(page, "dragged");
		await page.mouse.up();
		expect(complaints).toEqual([]);
	});

	test("weighs more by a slider, and goes on from where it is", async () => {
		const page = await open("#example=03-first-scene");
		await moves(page, 10);
		const studio = page.locator(".studio");
		const before = Number(await studio.getAttribute("data-load"));
		const density = page.locator(".value", { hasText: "mass per area" });
		// To its end, which is a hundred times as much.
		await density.locator("input[type=range]").press("End");
		await page.waitForFunction(
			() =>
				Number(
					document.querySelector<HTMLElement>(".studio")?.dataset.opened,
				) === 2,
		);
		expect(Number(await studio.getAttribute("data-step"))).toBeGreaterThan(9);
		await page.waitForFunction(
			(least) =>
				Number(document.querySelector<HTMLElement>(".studio")?.dataset.load) <
				least,
			50 * before,
		);
		await page.getByRole("tab", { name: "Scene" }).click();
		expect(await page.locator("textarea").inputValue()).toMatch(
			/"arealDensity": 3[23]/,
		);
		expect(complaints).toEqual([]);
	});

	test("makes jelly of an STL, and saves it as glTF", async () => {
		const page = await open("");
		const chooser = page.waitForEvent("filechooser");
		await page.getByRole("button", { name: "Choose a file" }).click();
		await (await chooser).setFiles({
			name: "cube.stl",
			mimeType: "model/stl",
			buffer: cubeStl(60),
		});
		const dialog = page.locator("dialog");
		await dialog.waitFor();
		expect(await dialog.textContent()).toContain(
			"0.06 × 0.06 × 0.06 m; closed",
		);
		await shot(page, "own-dialog");
		await dialog.getByRole("button", { name: "Simulate" }).click();
		await moves(page, 5);
		await shot(page, "own-jelly");
		await page.getByRole("tab", { name: "Save" }).click();
		const download = page.waitForEvent("download");
		await page.getByRole("button", { name: "Animation (GLB)" }).click();
		const file = await download;
		expect(file.suggestedFilename()).toBe("scene.glb");
		const bytes = await readFile(await file.path());
		expect(bytes.subarray(0, 4).toString()).toBe("glTF");
	});

	testTools({ open, moves, shot, complaints });

	test("says what is wrong with a file, and with a scene", async () => {
		const page = await open("");
		const give = async (name: string, text: string) => {
			const chooser = page.waitForEvent("filechooser");
			await page.getByRole("button", { name: "Choose a file" }).click();
			await (await chooser).setFiles({
				name,
				mimeType: "text/plain",
				buffer: Buffer.from(text),
			});
		};
		await give("broken.obj", "v 1 2\nf 1 2 3\n");
		await page.getByRole("alert").waitFor();
		expect(await page.getByRole("alert").textContent()).toMatch(
			/broken\.obj.*line 1/,
		);
		await page.getByRole("button", { name: "Close" }).click();
		await give(
			"scene.jsonc",
			'{ "pliant": 1, "objects": { "a": { "mesh": { "grid": {} }, "material": "linnen" } }, "run": { "seconds": 1 } }',
		);
		await page.locator(".problem:not([hidden])").waitFor();
		expect(await page.locator(".problem").textContent()).toContain("linen");
		await shot(page, "problem");
	});

	test("shows two models side by side", async () => {
		const page = await open("#example=05-twisted-bar");
		await moves(page, 2);
		expect(await page.locator("canvas").count()).toBe(1);
		await page.getByRole("button", { name: "Compare" }).click();
		await page.waitForFunction(
			() =>
				Number(
					document.querySelector<HTMLElement>(".studio")?.dataset.opened,
				) >= 3,
		);
		expect(await page.locator("canvas").count()).toBe(2);
		await moves(page, 4);
		await page.getByText(/^B · .* from A, .* at most$/).waitFor();
		await shot(page, "compare");
	});

	test("answers while 10 000 triangles are simulated", async () => {
		const text = (await readFile(firstScene, "utf8")).replace(
			"[34, 34]",
			"[71, 71]",
		);
		const page = await open(`#scene=${await sharedText(text)}`);
		await moves(page);
		const milliseconds = await page.evaluate(async () => {
			const canvas = document.querySelector("canvas") as HTMLCanvasElement;
			const times: number[] = [];
			for (let i = 0; i < 7; i++) {
				const begin = performance.now();
				canvas.dispatchEvent(new PointerEvent("pointermove"));
				await new Promise(requestAnimationFrame);
				times.push(performance.now() - begin);
			}
			return times.sort((a, b) => a - b)[3];
		});
		console.info(
			`With 10 082 triangles a frame comes ${milliseconds.toFixed(0)} ms after input, without a graphics card (median).`,
		);
		expect(await page.locator("aside").textContent()).toContain(
			"10082 triangles",
		);
		expect(complaints).toEqual([]);
	});

	test("fits a narrow screen", async () => {
		const page = await open("#example=03-first-scene", {
			width: 360,
			height: 740,
		});
		await moves(page);
		const overflow = await page.evaluate(
			() => document.documentElement.scrollWidth - innerWidth,
		);
		expect(overflow).toBeLessThanOrEqual(0);
		await shot(page, "narrow");
		expect(complaints).toEqual([]);
	});
});

/** Five vertices across, held along its upper edge. */
const hangingSheet = JSON.stringify({
	pliant: 1,
	objects: {
		sheet: {
			mesh: { grid: { size: [1, 1], cells: [4, 4], plane: "xy" } },
			material: "linen",
			hold: [{ vertices: { group: "top" } }],
		},
	},
	run: { statics: {} },
});

/** A blue sheet on the floor, seen from above. */
const pictured = JSON.stringify({
	pliant: 1,
	objects: {
		sheet: {
			mesh: { grid: { size: [1, 1], cells: [4, 4], plane: "xz" } },
			material: "linen",
			hold: [{ vertices: "corners" }],
		},
	},
	picture: {
		size: [480, 360],
		camera: { direction: [0, 1, 0.01] },
		colors: { sheet: "#2040d0" },
	},
});

/** A closed cube [mm] as text. */
function cubeStl(side: number): Buffer {
	const corner = (i: number) =>
		[i & 1, (i >> 1) & 1, (i >> 2) & 1].map((c) => c * side).join(" ");
	const quads = [
		[0, 2, 3, 1],
		[4, 5, 7, 6],
		[0, 1, 5, 4],
		[2, 6, 7, 3],
		[0, 4, 6, 2],
		[1, 3, 7, 5],
	];
	const facets = quads.flatMap(([a, b, c, d]) =>
		[
			[a, b, c],
			[a, c, d],
		].map(
			(triangle) =>
				`facet normal 0 0 0\nouter loop\n${triangle.map((i) => `vertex ${corner(i)}`).join("\n")}\nendloop\nendfacet`,
		),
	);
	return Buffer.from(`solid cube\n${facets.join("\n")}\nendsolid cube\n`);
}
