/** Makes the animation of the README from a scene of the gallery: `npm run animation`, after `npm run build` and `npm run studio`. */
import { writeFile } from "node:fs/promises";
import { findBrowser, StudioRenderer } from "@pliant/cli/renderer";
import { loadScene, sceneShot } from "@pliant/files";
import { simulate } from "pliant";
import { animatedWebp } from "./animatedWebp.ts";
import { cards } from "./src/gallery/cards.ts";
import { editScene } from "./src/ui/editScene.ts";
import { cardScenes } from "./test/galleryScenes.ts";

const [width, height] = [640, 480];
/** Of the scene's time [s], and how much slower it is shown. */
const [seconds, slowness] = [0.44, 6];
const framesPerSecond = 25;

const browser = findBrowser();
const card = cards.find(({ id }) => id === "19-cloth-on-a-ball");
if (!browser || !card)
	throw new Error(
		"There is no Chromium; install one, or say where it is by PLIANT_BROWSER",
	);
const [{ source }] = await cardScenes(card);
const text = editScene(source.text, [
	[
		["picture"],
		{
			camera: { eye: [0.36, 0.38, 0.62], target: [0.02, 0.1, 0] },
			colors: { napkin: ["#c9503a", "#f0cfa6"], ball: "#93a3ad" },
		},
	],
]);
const loaded = await loadScene(source.name, {
	read: async () => new TextEncoder().encode(text),
});
const simulation = await simulate(loaded.scene, {
	...loaded.options,
	timeStep: 1 / (framesPerSecond * slowness),
});
const renderer = await StudioRenderer.open(browser);
const pictures: Uint8Array[] = [];
for (;;) {
	pictures.push(
		await renderer.draw([sceneShot(loaded, simulation)], {
			size: [width, height],
			type: "image/webp",
			quality: 0.86,
		}),
	);
	if (simulation.time >= seconds - 1e-9) break;
	simulation.step();
}
await renderer.close();
const animation = animatedWebp(
	pictures.map((picture, i) => ({
		picture,
		// The end is looked at for a while.
		milliseconds: i < pictures.length - 1 ? 1000 / framesPerSecond : 1200,
	})),
	{ width, height },
);
const file = `${import.meta.dirname}/../../docs/images/cloth-on-a-ball.webp`;
await writeFile(file, animation);
console.info(
	`${pictures.length} pictures, ${(animation.length / 1e6).toFixed(2)} MB`,
);
