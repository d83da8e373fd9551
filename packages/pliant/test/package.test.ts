import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { describe, expect, test } from "vitest";
import { elementPrograms, emitWasm } from "../src/energy/index.ts";
import { linearBending, trbs } from "../src/index.ts";

const root = new URL("../", import.meta.url);
const path = (relative: string) => fileURLToPath(new URL(relative, root));

describe("the published package", () => {
	test("has no run-time dependencies", () => {
		const manifest = JSON.parse(readFileSync(path("package.json"), "utf8"));
		for (const kind of [
			"dependencies",
			"peerDependencies",
			"optionalDependencies",
		])
			expect(manifest[kind]).toBeUndefined();
	});

	test("evaluates no text as code", () => {
		const sources = readdirSync(path("src"), {
			recursive: true,
			encoding: "utf8",
		}).filter((name) => name.endsWith(".ts"));
		expect(sources.length).toBeGreaterThan(50);
		for (const name of sources)
			expect(readFileSync(path(`src/${name}`), "utf8"), name).not.toMatch(
				/\beval\(|\bFunction\(/,
			);
	});

	test("the hanging cloth with its kernels is under 80 kB gzipped", async () => {
		const result = await build({
			configFile: false,
			logLevel: "error",
			resolve: { conditions: ["source"] },
			build: {
				write: false,
				target: "es2022",
				rolldownOptions: { input: path("../../examples/01-hanging-cloth.mjs") },
			},
		});
		const [output] = Array.isArray(result) ? result : [result];
		if (!("output" in output)) throw new Error("the build gave no output");
		const code = output.output
			.map((chunk) => (chunk.type === "chunk" ? chunk.code : ""))
			.join("");
		// Kernels are made in the user's program; counted here as if they were shipped.
		const kernels = [trbs, linearBending].map((model) =>
			emitWasm({ ...elementPrograms(model.potential) }, "f64"),
		);
		const size = (bytes: Uint8Array | string) => gzipSync(bytes).length;
		const total =
			size(code) + kernels.reduce((sum, kernel) => sum + size(kernel), 0);
		console.info(
			`hanging cloth: program ${size(code)} bytes, kernels ${total - size(code)} bytes, gzipped`,
		);
		expect(total).toBeLessThan(80_000);
	});
});
