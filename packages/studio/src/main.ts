/** The page: a gallery, or the studio with a scene open, by what the address says after #. */
import "./style.css";
import "./theme.ts";
import { cardSource } from "./gallery/cardSource.ts";
import { cards } from "./gallery/cards.ts";
import { openedSource, sharedSource } from "./links.ts";
import { galleryPage } from "./ui/galleryPage.ts";
import { acceptFiles } from "./ui/ownData.ts";
import { StudioPage } from "./ui/studioPage.ts";

let page: StudioPage | undefined;

async function show(): Promise<void> {
	page?.close();
	page = undefined;
	const [kind, value = ""] = location.hash.slice(1).split(/=(.*)/s);
	if (kind === "") {
		document.body.replaceChildren(galleryPage());
		return;
	}
	if (kind === "draw") {
		const { drawPictures } = await import("./picture.ts");
		return drawPictures(value);
	}
	const studio = new StudioPage();
	page = studio;
	document.body.replaceChildren(studio.element);
	try {
		const source =
			kind === "example"
				? await cardSource(value)
				: kind === "scene"
					? await sharedSource(value)
					: await openedSource();
		studio.open(
			source,
			kind === "example" ? cards.find(({ id }) => id === value) : undefined,
		);
	} catch (error) {
		studio.showProblem(error instanceof Error ? error.message : String(error));
	}
}

/** Opens what was dropped or chosen; the address then has no scene of its own. */
acceptFiles((source) => {
	if (!page) {
		page = new StudioPage();
		document.body.replaceChildren(page.element);
		history.pushState(undefined, "", "#own");
	}
	page.open(source);
});

addEventListener("hashchange", show);
addEventListener("popstate", () => {
	if (location.hash === "") show();
});
if (location.hash === "#own") history.replaceState(undefined, "", "#");
await show();
