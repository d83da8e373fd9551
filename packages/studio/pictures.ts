/** Makes the pictures of the gallery: `npm run pictures`, after `npm run build` and `npm run studio`; names of cards choose some. */
import { mkdir, writeFile } from "node:fs/promises";
import { findBrowser, StudioRenderer } from "@pliant/cli/renderer";
import { loadScene, sceneShot } from "@pliant/files";
import { simulate } from "pliant";
import { cards } from "./src/gallery/cards.ts";
import type { SceneSource } from "./src/protocol.ts";
import { cardScenes } from "./test/galleryScenes.ts";

const size = [560, 420] as const;
/** Simulated time [s] at which a scene looks best, where that is not its end. */
const moments: Readonly<Record<string, number>> = {
	"03-first-scene": 2.2,
	"04-scarf": 2.2,
	"11-tablecloth": 1.4,
	"14-tied-bodies": 1.2,
	"21-shirt": 1.1,
	"24-ball-through-a-ring": 0.28,
	"25-knot": 0.7,
	"26-ten-layers": 0.4,
	"27-funnel": 1.55,
	"fabrics-cusick": 0.8,
	"van-gelder-leg": 1.5,
	"baudet-animal": 1.6,
	"contact-hertz": 1.5,
	"contact-friction": 0.45,
	"contact-capstan": 0.25,
	"bodies-pendulum": 0.55,
	"solids-pudding": 0.7,
};

const browser = findBrowser();
if (!browser)
	throw new Error(
		"There is no Chromium; install one, or say where it is by PLIANT_BROWSER",
	);
const folder = `${import.meta.dirname}/public/pictures`;
await mkdir(folder, { recursive: true });
const renderer = await StudioRenderer.open(browser);
const wanted = cards.filter(({ id }) => process.argv.includes(id));
for (const card of wanted.length > 0 ? wanted : cards) {
	const begin = performance.now();
	const shots = [];
	for (const { source } of await cardScenes(card))
		shots.push(await shotAt(source, moments[card.id] ?? Infinity));
	const picture = await renderer.draw(shots, {
		size,
		type: "image/webp",
		quality: 0.84,
	});
	await writeFile(`${folder}/${card.id}.webp`, picture);
	const seconds = (performance.now() - begin) / 1000;
	console.info(
		`${card.id}.webp  ${(picture.length / 1000).toFixed(1)} kB in ${seconds.toFixed(1)} s`,
	);
}
await renderer.close();

/** What a scene looks like at a time [s], or at its end. */
async function shotAt({ name, text, files }: SceneSource, moment: number) {
	const loaded = await loadScene(name, {
		read: async (path) =>
			path === name ? new TextEncoder().encode(text) : files[path],
	});
	const simulation = await simulate(loaded.scene, loaded.options);
	const { seconds = Infinity, statics, untilRest } = loaded.run;
	const end = Math.min(moment, seconds);
	if (statics) simulation.solveStatics(statics);
	else
		while (simulation.time < end - 1e-9) {
			simulation.step();
			if (untilRest && simulation.rests(untilRest)) break;
		}
	const shot = sceneShot(loaded, simulation);
	simulation.close();
	return shot;
}
