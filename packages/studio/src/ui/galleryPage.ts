/** The landing page: a card for every example, and a place for one's own. */

import { element } from "../dom.ts";
import { examples } from "../examples.ts";
import { switchTheme } from "../theme.ts";
import { chooseFiles } from "./ownData.ts";

export function galleryPage(): HTMLElement {
	document.title = "Pliant Studio";
	return element(
		"main",
		{ className: "gallery" },
		element(
			"header",
			{},
			element(
				"div",
				{},
				element("h1", { textContent: "Pliant Studio" }),
				element("p", {
					className: "tagline",
					textContent:
						"Cloth, cables and soft solids from real material parameters, simulated in this page. Open a scene, pull at it, change what it is made of.",
				}),
			),
			element("button", { textContent: "Light or dark", onclick: switchTheme }),
		),
		element(
			"ul",
			{ className: "cards" },
			...examples.map(({ id, title, lookFor }) =>
				element(
					"li",
					{},
					element(
						"a",
						{ className: "card", href: `#example=${id}` },
						element("img", {
							src: `./pictures/${id}.webp`,
							alt: "",
							loading: "lazy",
							width: 480,
							height: 360,
						}),
						element(
							"div",
							{},
							element("h2", { textContent: title }),
							element("p", { textContent: lookFor }),
						),
					),
				),
			),
			element(
				"li",
				{},
				element(
					"div",
					{ className: "card dropzone" },
					element("h2", { textContent: "Your own" }),
					element("p", {
						textContent:
							"Drop a mesh (OBJ, STL, PLY, glTF, MSH, VTU …) or a scene anywhere on this page.",
					}),
					element("button", {
						className: "main",
						textContent: "Choose a file",
						onclick: chooseFiles,
					}),
				),
			),
		),
	);
}
