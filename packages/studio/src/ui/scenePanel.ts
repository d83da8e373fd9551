/** The scene as text: to be read, changed, undone, saved and loaded. */

import { download, element } from "../dom.ts";
import type { Opened, SceneSource } from "../protocol.ts";
import { chooseFiles } from "./ownData.ts";

export class ScenePanel {
	readonly element: HTMLElement;
	private readonly text = element("textarea", {
		...{ className: "scene-text", spellcheck: false },
		aria: { label: "The scene as JSON" },
	});
	private readonly notes = element("ul", { className: "notes" });
	private source: SceneSource | undefined;

	constructor(change: (source: SceneSource, keepState: boolean) => void) {
		const apply = () => {
			if (this.source) change({ ...this.source, text: this.text.value }, false);
		};
		this.text.addEventListener("keydown", (event) => {
			if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
			event.preventDefault();
			apply();
		});
		this.element = element(
			"div",
			{},
			this.text,
			element(
				"div",
				{ className: "row" },
				element("button", {
					className: "main",
					textContent: "Run this",
					title: "Ctrl+Enter",
					onclick: apply,
				}),
				element("button", {
					textContent: "Save",
					onclick: () =>
						download(
							this.source?.name ?? "scene.jsonc",
							new Blob([this.text.value]),
						),
				}),
				element("button", { textContent: "Load", onclick: chooseFiles }),
			),
			this.notes,
			element("small", {
				textContent:
					"Metres, seconds, kilograms, newtons. `pliant run` takes the same file.",
			}),
		);
	}

	show(source: SceneSource, opened?: Opened): void {
		this.source = source;
		if (this.text.value !== source.text) this.text.value = source.text;
		if (opened)
			this.notes.replaceChildren(
				...opened.notes.map((note) => element("li", { textContent: note })),
			);
	}

	/** Selects the first line that has a problem. */
	mark([line]: readonly number[]): void {
		if (line === undefined) return;
		const lines = this.text.value.split("\n");
		const start =
			lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
		this.text.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
	}
}
