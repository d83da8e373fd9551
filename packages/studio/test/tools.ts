/** What hands and eyes do in the studio, for studio.test.ts, which builds it and opens pages. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { sharedText } from "../src/links.ts";

export interface OpenedStudio {
	readonly open: (
		hash: string,
		viewport?: { width: number; height: number },
	) => Promise<Page>;
	readonly moves: (page: Page, steps?: number) => Promise<unknown>;
	readonly shot: (page: Page, name: string) => Promise<unknown>;
	/** What consoles said. */
	readonly complaints: readonly string[];
}

export function testTools({ open, moves, shot, complaints }: OpenedStudio) {
	const data = (page: Page, name: string) =>
		page.locator(".studio").getAttribute(`data-${name}`).then(Number);
	const step = (page: Page) =>
		page.getByRole("button", { name: "Step" }).click();
	const reaches = (page: Page, name: string, least: number) =>
		page.waitForFunction(
			([key, value]) =>
				Number(document.querySelector<HTMLElement>(".studio")?.dataset[key]) >=
				value,
			[name, least] as const,
			{ timeout: 60_000 },
		);
	const play = (page: Page) =>
		page.getByRole("button", { name: "Play", exact: true }).click();
	const middle = async (page: Page) => {
		const box = await page.locator("canvas").boundingBox();
		if (!box) throw new Error("there is no canvas");
		return [box.x + 0.5 * box.width, box.y + 0.5 * box.height] as const;
	};

	test("pushes with a ball, blows, follows points, measures, and takes values at once", async () => {
		const page = await open(`#scene=${await sharedText(hangingSheet)}`);
		await moves(page);
		await page.getByRole("button", { name: "Play", exact: true }).waitFor();
		const [x, y] = await middle(page);
		await page.getByRole("tab", { name: "Touch" }).click();

		await page.getByRole("button", { name: "Probe" }).click();
		await page.mouse.click(x, y + 30);
		await page.getByRole("button", { name: "Ruler" }).click();
		await page.mouse.click(x - 60, y - 60);
		await page.mouse.click(x + 60, y - 60);
		const tags = page.locator(".tag:not([hidden])");
		await page.getByText(/mm \(±0 %\)/).waitFor();

		await page.getByRole("button", { name: "Push" }).click();
		await play(page);
		await page.mouse.move(x, y);
		await page.mouse.down();
		const begun = await data(page, "step");
		await reaches(page, "step", begun + 12);
		await shot(page, "pushed");
		await page.mouse.up();
		const texts = await tags.allTextContents();
		// What is pushed moves, and points beside each other do not keep their distance to the millimetre.
		const [way] = texts.map((text) => Number.parseFloat(text));
		expect(way).toBeGreaterThan(5);
		expect(texts.join()).toMatch(/mm · .* m\/s/);

		await page.getByLabel("Speed").fill("6");
		await page.getByText(/^6 m\/s, 21\.6 km\/h/).waitFor();
		const before = await data(page, "lowest");
		await page.waitForFunction(
			(low) =>
				Number(document.querySelector<HTMLElement>(".studio")?.dataset.lowest) >
				low + 0.02,
			before,
			{ timeout: 60_000 },
		);
		await page.getByRole("button", { name: "Probe" }).click();
		await page.locator(".plot canvas").first().waitFor();
		await shot(page, "wind");

		await page.getByRole("tab", { name: "Material" }).click();
		const begin = Date.now();
		await page.locator(".value input[type=range]").first().press("ArrowRight");
		await reaches(page, "applied", 1);
		console.info(
			`Another value counts after ${Date.now() - begin} ms. ${await page.getByText(/Taken over in/).textContent()}`,
		);
		expect(await data(page, "opened")).toBe(1);
		await page.getByRole("tab", { name: "Look" }).click();
		await page.getByLabel("Principal directions of strain").check();
		await page.getByText("largest principal strain").waitFor();
		await shot(page, "directions");
		expect(complaints).toEqual([]);
	});

	test("moves frames with a gizmo, and inserts one by a click, by keys and on a narrow screen", async () => {
		const page = await open(`#scene=${await sharedText(softBar)}`, {
			width: 360,
			height: 740,
		});
		await moves(page, 1);
		await page.getByRole("button", { name: "Pause" }).click();
		const [x, y] = await middle(page);
		const frames = await data(page, "frames");
		await page.locator("body").press("6");
		const insert = page.getByRole("button", { name: "Insert frame" });
		expect(await insert.getAttribute("aria-pressed")).toBe("true");
		await page.mouse.click(x + 25, y);
		await step(page);
		await reaches(page, "frames", frames + 1);

		await page.locator("body").press("5");
		const before = await data(page, "lowest");
		// The gizmo is at the first frame, of which the arrow upwards is dragged.
		const handle = await page.locator(".studio").getAttribute("data-handle");
		const [a, b] = (handle ?? "").split(" ").map(Number);
		const box = await page.locator("canvas").boundingBox();
		const at = [(box?.x ?? 0) + a, (box?.y ?? 0) + b] as const;
		await play(page);
		await page.mouse.move(at[0], at[1] - 30);
		await page.mouse.down();
		await page.mouse.move(at[0], at[1] - 50);
		await page.mouse.move(at[0], at[1] - 90);
		await page.waitForFunction(
			(low) =>
				Number(document.querySelector<HTMLElement>(".studio")?.dataset.lowest) >
				low + 0.005,
			before,
			{ timeout: 60_000 },
		);
		await shot(page, "gizmo");
		await page.mouse.up();
		const overflow = await page.evaluate(
			() => document.documentElement.scrollWidth - innerWidth,
		);
		expect(overflow).toBeLessThanOrEqual(0);
		expect(complaints).toEqual([]);
	});
}

/** Held along its upper edge, in equilibrium: it is where it is on every machine. */
const hangingSheet = JSON.stringify({
	pliant: 1,
	objects: {
		sheet: {
			mesh: { grid: { size: [1, 1], cells: [8, 8], plane: "xy" } },
			material: "linen",
			hold: [{ vertices: { group: "top" } }],
		},
	},
	run: { statics: {} },
	simulation: { accuracy: 0.01 },
});

const softBar = JSON.stringify({
	pliant: 1,
	gravity: [0, 0, 0],
	objects: {
		bar: {
			mesh: { bar: { size: [0.3, 0.06, 0.06], frames: 3 } },
			models: [{ model: "stvk", youngModulus: 3e4, poissonRatio: 0.3 }],
			density: 1000,
			frames: {
				voxels: { count: 200 },
				weights: { linear: {} },
				samples: 40,
			},
		},
	},
	run: { seconds: 5 },
	simulation: { accuracy: 0.01 },
});
