import { defineConfig } from "vite";

export default defineConfig({
	// Paths relative to the page, so that a build can lie anywhere on a server.
	base: "./",
	root: import.meta.dirname,
	resolve: { conditions: ["source"] },
	worker: { format: "es" },
	build: {
		target: "es2022",
		// Own chunks for what not every visitor needs; no inlined files, which the content security policy refuses.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		chunkSizeWarningLimit: 2000,
	},
	server: {
		headers: {
			"Cross-Origin-Opener-Policy": "same-origin",
			"Cross-Origin-Embedder-Policy": "require-corp",
		},
	},
});
