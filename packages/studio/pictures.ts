/** Makes the pictures of the gallery from the studio itself: `npm run pictures`, after `npm run studio`; names of examples choose some. */
import { mkdir, writeFile } from "node:fs/promises";
import { preview } from "vite";
import { openBrowser } from "./browser.ts";

const size = { width: 560, height: 420 };
/** Simulated time [s] at which a scene looks best, where that is not its end. */
const moments: Readonly<Record<string, number>> = {
	"03-first-scene": 2.2,
	"04-scarf": 2.2,
	"11-tablecloth": 1.4,
	"14-tied-bodies": 1.2,
};
const patience = 100_000;

const root = import.meta.dirname;
const folder = `${root}/public/pictures`;
await mkdir(folder, { recursive: true });
const server = await preview({ root, preview: { port: 0 }, logLevel: "error" });
const url = server.resolvedUrls?.local[0] ?? "";
const browser = await openBrowser();
const gallery = await browser.newPage();
await gallery.goto(url);
const all = await gallery
	.locator(".card[href]")
	.evaluateAll((cards) =>
		cards.map((card) => card.getAttribute("href")?.split("=")[1] ?? ""),
	);
const wanted = process.argv.filter((name) => all.includes(name));
for (const id of wanted.length > 0 ? wanted : all) {
	const page = await browser.newPage({
		viewport: { width: 1180, height: 740 },
		colorScheme: "light",
	});
	await page.goto(`${url}?quality=full#example=${id}`);
	const isReady = page.waitForFunction(
		(moment) => {
			const {
				time = "0",
				outcome,
				end,
			} = document.querySelector<HTMLElement>(".studio")?.dataset ?? {};
			return outcome || Number(time) >= Math.min(moment, Number(end) - 1e-6);
		},
		moments[id] ?? 99,
		{ timeout: patience, polling: 100 },
	);
	await isReady.catch(() => console.info(`${id}: taken before its moment`));
	await page
		.getByRole("button", { name: "Pause" })
		.click({ timeout: 1000 })
		.catch(() => {});
	await page.waitForTimeout(400);
	const data = await page.evaluate(async ({ width, height }) => {
		const source = document.querySelector("canvas") as HTMLCanvasElement;
		const canvas = document.createElement("canvas");
		Object.assign(canvas, { width, height });
		const scale = Math.min(source.width / width, source.height / height);
		const [w, h] = [scale * width, scale * height];
		const context = canvas.getContext("2d") as CanvasRenderingContext2D;
		context.imageSmoothingQuality = "high";
		context.drawImage(
			...([source, (source.width - w) / 2, (source.height - h) / 2] as const),
			...([w, h, 0, 0, width, height] as const),
		);
		return canvas.toDataURL("image/webp", 0.86).split(",")[1];
	}, size);
	await writeFile(`${folder}/${id}.webp`, Buffer.from(data, "base64"));
	console.info(`${id}.webp`);
	await page.close();
}
await browser.close();
await server.close();
