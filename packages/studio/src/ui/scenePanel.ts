/** The scene as text: to be read, changed, undone, saved and loaded. */

import { download, element } from "../dom.ts";
import type { Completions, Opened, SceneSource } from "../protocol.ts";
import { CompletionList } from "./completionList.ts";
import { chooseFiles } from "./ownData.ts";

/** Texts that can be gone back to. */
const mostRemembered = 100;

export class ScenePanel {
	readonly element: HTMLElement;
	private readonly text = element("textarea", {
		...{ className: "scene-text", spellcheck: false },
		aria: { label: "The scene as JSON" },
	});
	private readonly notes = element("ul", { className: "notes" });
	private readonly list: CompletionList;
	private readonly undoButton: HTMLButtonElement;
	private source: SceneSource | undefined;
	/** What was run before. */
	private readonly past: string[] = [];
	private readonly change: (source: SceneSource, keepState: boolean) => void;

	constructor({
		change,
		complete,
	}: {
		readonly change: (source: SceneSource, keepState: boolean) => void;
		readonly complete: (text: string, offset: number) => void;
	}) {
		this.change = change;
		this.list = new CompletionList(this.text, complete);
		const apply = () => {
			if (this.source) change({ ...this.source, text: this.text.value }, false);
		};
		this.text.addEventListener("keydown", (event) => {
			if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
			event.preventDefault();
			apply();
		});
		this.undoButton = element("button", {
			textContent: "Undo",
			title: "Back to what ran before",
			disabled: true,
			onclick: () => this.undo(),
		});
		this.element = element(
			"div",
			{},
			this.text,
			this.list.element,
			element(
				"div",
				{ className: "row" },
				element("button", {
					className: "main",
					textContent: "Run this",
					title: "Ctrl+Enter",
					onclick: apply,
				}),
				this.undoButton,
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
					"Metres, seconds, kilograms, newtons. Ctrl+Space offers what may stand at the cursor. `pliant run` takes the same file.",
			}),
		);
	}

	show(source: SceneSource, opened?: Opened): void {
		const before = this.source;
		if (before?.name === source.name && before.text !== source.text) {
			this.past.push(before.text);
			if (this.past.length > mostRemembered) this.past.shift();
		} else if (before?.name !== source.name) this.past.length = 0;
		this.take(source);
		if (opened)
			this.notes.replaceChildren(
				...opened.notes.map((note) => element("li", { textContent: note })),
			);
	}

	private take(source: SceneSource): void {
		this.source = source;
		if (this.text.value !== source.text) this.text.value = source.text;
		this.undoButton.disabled = this.past.length === 0;
	}

	/** Goes on, where that is possible, with the scene as it was before the last change, by a slider too. */
	private undo(): void {
		const text = this.past.pop();
		if (text === undefined || !this.source) return;
		const source = { ...this.source, text };
		this.take(source);
		this.change(source, true);
	}

	offer(found: Completions): void {
		this.list.show(found);
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
