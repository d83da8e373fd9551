/** Panels of which one is shown. */
import { element } from "../dom.ts";

export function tabs(
	panels: Readonly<Record<string, HTMLElement>>,
): HTMLElement[] {
	const list = element("div", { className: "tabs", role: "tablist" });
	const names = Object.keys(panels);
	const show = (chosen: string) => {
		for (const [i, name] of names.entries()) {
			const button = list.children[i] as HTMLElement;
			button.setAttribute("aria-selected", String(name === chosen));
			button.tabIndex = name === chosen ? 0 : -1;
			panels[name].hidden = name !== chosen;
		}
	};
	for (const [i, name] of names.entries()) {
		const button = element("button", {
			role: "tab",
			textContent: name,
			onclick: () => show(name),
		});
		button.addEventListener("keydown", ({ key }) => {
			const by =
				key === "ArrowRight" ? 1 : key === "ArrowLeft" ? names.length - 1 : 0;
			if (by === 0) return;
			const next = (i + by) % names.length;
			show(names[next]);
			(list.children[next] as HTMLElement).focus();
		});
		list.append(button);
		panels[name].classList.add("panel");
		panels[name].setAttribute("role", "tabpanel");
	}
	show(names[0]);
	return [list, ...Object.values(panels)];
}
