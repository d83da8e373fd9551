/** What can be taken home. */

import { download, element } from "../dom.ts";
import type { Lane } from "../lane.ts";

export class ExportPanel {
	readonly element: HTMLElement;

	constructor({
		lane,
		share,
	}: { readonly lane: () => Lane; readonly share: () => void }) {
		const item = (textContent: string, about: string, onclick: () => void) =>
			element(
				"section",
				{},
				element("button", { textContent, onclick }),
				element("small", { textContent: about }),
			);
		this.element = element(
			"div",
			{},
			item("Picture (PNG)", "What you see.", () => {
				const { stage } = lane();
				stage.drawNow();
				stage.renderer.domElement.toBlob(
					(blob) => blob && download("picture.png", blob),
				);
			}),
			item(
				"Animation (GLB)",
				"All that was simulated since the beginning, for Blender, three.js and viewers of glTF.",
				() => lane().send({ kind: "export", format: "glb" }),
			),
			item(
				"Energies (CSV)",
				"Kinetic, elastic and load energy over time.",
				() => lane().send({ kind: "export", format: "csv" }),
			),
			item("Scene (JSON)", "For `pliant run`, and to be loaded again.", () => {
				const { source } = lane();
				if (source) download(source.name, new Blob([source.text]));
			}),
			item("Link", "The whole scene in an address.", share),
		);
	}
}
