/** The landing page: a card for every scene of the gallery in groups that can be chosen, and a place for one's own. */

import { element } from "../dom.ts";
import type { Card, CardGroup } from "../gallery/card.ts";
import { groups } from "../gallery/cards.ts";
import { switchTheme } from "../theme.ts";
import { chooseFiles } from "./ownData.ts";

export function galleryPage(): HTMLElement {
	document.title = "Pliant Studio";
	const sections = groups.map(groupSection);
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
		filters(sections),
		...sections,
	);
}

/** Buttons that leave one group, or all. */
function filters(sections: readonly HTMLElement[]): HTMLElement {
	const buttons = ["All", ...groups.map(({ name }) => name)].map((name, i) =>
		element("button", {
			textContent: name.split(",")[0],
			title: name,
			onclick: () => choose(i),
			aria: { pressed: String(i === 0) },
		}),
	);
	const choose = (chosen: number) => {
		for (const [i, button] of buttons.entries())
			button.setAttribute("aria-pressed", String(i === chosen));
		for (const [i, section] of sections.entries())
			section.hidden = chosen > 0 && i !== chosen - 1;
	};
	return element(
		"nav",
		{ className: "filters", aria: { label: "Groups of scenes" } },
		...buttons,
	);
}

const groupSection = (
	{ name, experiments, cards }: CardGroup,
	index: number,
): HTMLElement =>
	element(
		"section",
		{},
		element("h2", { textContent: name }),
		element(
			"p",
			{ className: "measured" },
			"Tables and plots: ",
			element("code", { textContent: `pliant validate ${experiments}` }),
			", and docs/validation.md.",
		),
		element(
			"ul",
			{ className: "cards" },
			index === 0 && element("li", {}, ownCard()),
			...cards.map((card) => element("li", {}, cardLink(card))),
		),
	);

const cardLink = ({ id, title, figure, lookFor, lanes }: Card): HTMLElement =>
	element(
		"a",
		{ className: "card", href: `#example=${id}` },
		element("img", {
			loading: "lazy",
			src: `./pictures/${id}.webp`,
			alt: "",
			width: 480,
			height: 360,
		}),
		element(
			"div",
			{},
			element("h3", { textContent: title }),
			(figure !== undefined || lanes !== undefined) &&
				element("p", {
					className: "figure",
					textContent: [
						figure,
						lanes && `compares ${lanes.map((lane) => lane.name).join(", ")}`,
					]
						.filter(Boolean)
						.join(" · "),
				}),
			element("p", { textContent: lookFor }),
		),
	);

const ownCard = (): HTMLElement =>
	element(
		"div",
		{ className: "card dropzone" },
		element("h3", { textContent: "Your own" }),
		element("p", {
			textContent:
				"Drop a mesh (OBJ, STL, PLY, glTF, MSH, VTU …) or a scene anywhere on this page.",
		}),
		element("button", {
			className: "main",
			textContent: "Choose a file",
			onclick: chooseFiles,
		}),
	);
