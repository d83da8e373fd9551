/** What may stand at the cursor of a text, to be chosen by keys or a click. */
import { element } from "../dom.ts";
import type { Completions } from "../protocol.ts";

export class CompletionList {
	readonly element = element("ul", {
		...{ className: "completions", hidden: true, role: "listbox" },
		aria: { label: "What may stand here" },
	});
	private readonly text: HTMLTextAreaElement;
	private found: Completions | undefined;
	private chosen = 0;

	/** @param ask for what may stand at a place; the answer is to be given to `show` */
	constructor(
		text: HTMLTextAreaElement,
		ask: (text: string, offset: number) => void,
	) {
		this.text = text;
		const askHere = () => ask(text.value, text.selectionStart);
		text.addEventListener("keydown", (event) => {
			if (event.key === " " && event.ctrlKey) askHere();
			else if (!this.take(event.key)) return;
			event.preventDefault();
		});
		text.addEventListener("input", () => {
			if (!this.element.hidden) askHere();
		});
		text.addEventListener("blur", () => this.hide());
	}

	/** Whether a key was meant for the list. */
	private take(key: string): boolean {
		const count = this.found?.choices.length ?? 0;
		if (this.element.hidden || count === 0) return false;
		if (key === "Escape") this.hide();
		else if (key === "ArrowDown") this.mark((this.chosen + 1) % count);
		else if (key === "ArrowUp") this.mark((this.chosen + count - 1) % count);
		else if (key === "Enter" || key === "Tab") this.insert(this.chosen);
		else return false;
		return true;
	}

	show(found: Completions): void {
		this.found = found;
		this.element.replaceChildren(
			...found.choices.map(({ text, about }, i) => {
				const item = element(
					"li",
					{ role: "option" },
					text,
					element("small", { textContent: about }),
				);
				// Before the text loses the focus.
				item.addEventListener("pointerdown", (event) => {
					event.preventDefault();
					this.insert(i);
				});
				return item;
			}),
		);
		this.element.hidden = found.choices.length === 0;
		this.mark(0);
	}

	private mark(chosen: number): void {
		this.chosen = chosen;
		for (const [i, item] of [...this.element.children].entries()) {
			item.setAttribute("aria-selected", String(i === chosen));
			if (i === chosen) item.scrollIntoView({ block: "nearest" });
		}
	}

	private insert(index: number): void {
		const choice = this.found?.choices[index];
		if (!choice || !this.found) return;
		const { from, to } = this.found;
		this.text.setRangeText(choice.text, from, to, "end");
		this.hide();
	}

	private hide(): void {
		this.element.hidden = true;
	}
}
