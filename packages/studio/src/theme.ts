/** Light or dark: as the system says until the user chooses. */
export type Theme = "light" | "dark";

const key = "pliant-theme";
const listeners = new Set<(theme: Theme) => void>();
const system = matchMedia("(prefers-color-scheme: dark)");

export function theme(): Theme {
	const chosen = localStorage.getItem(key);
	if (chosen === "light" || chosen === "dark") return chosen;
	return system.matches ? "dark" : "light";
}

function apply(): void {
	document.documentElement.dataset.theme = theme();
	for (const listener of listeners) listener(theme());
}

export function switchTheme(): void {
	localStorage.setItem(key, theme() === "dark" ? "light" : "dark");
	apply();
}

/** Calls at once, and whenever it changes; returns what ends this. */
export function onTheme(listener: (theme: Theme) => void): () => void {
	listeners.add(listener);
	listener(theme());
	return () => listeners.delete(listener);
}

system.addEventListener("change", apply);
apply();
