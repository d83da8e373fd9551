/** The packages as others get them: packed from a clean copy of the sources, installed together outside of the repository. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import {
	cp,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rm,
	symlink,
	writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resultOfPage } from "./resultOfPage.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const modules = join(root, "node_modules");
const folders = ["pliant", "files", "cli"];

interface PackageJson {
	readonly name: string;
	readonly version: string;
	readonly dependencies?: Readonly<Record<string, string>>;
	readonly exports: Readonly<
		Record<string, string | Readonly<Record<string, string>>>
	>;
	readonly [key: string]: unknown;
}

const packageJson = async (folder: string): Promise<PackageJson> =>
	JSON.parse(await readFile(join(folder, "package.json"), "utf8"));

/** What a program writes; its error, with what it wrote, if it fails. */
async function run(
	cwd: string,
	program: string,
	...argv: string[]
): Promise<string> {
	const { stdout } = await promisify(execFile)(program, argv, {
		cwd,
		env: { ...process.env, npm_config_cache: join(place, "cache") },
	}).catch((error) => {
		throw new Error(`${error.message}\n${error.stdout}${error.stderr}`);
	});
	return stdout;
}

let place = "";
let app = "";
const inApp = (...path: string[]) => join(app, "node_modules", ...path);

beforeAll(async () => {
	place = await mkdtemp(join(tmpdir(), "pliant-packed-"));
	app = join(place, "app");
	await mkdir(app);
	const tarballs = await pack(join(place, "clone"));
	// No registry: what the packages depend on comes from the repository's own node_modules.
	const others = [...(await thirdParties())].map((name) => [
		name,
		`file:${join(modules, name)}`,
	]);
	await writeFile(
		join(app, "package.json"),
		JSON.stringify({
			name: "app",
			private: true,
			type: "module",
			dependencies: Object.fromEntries([...tarballs, ...others]),
		}),
	);
	await run(
		...([app, "npm", "install", "--offline", "--install-links"] as const),
		...["--ignore-scripts", "--no-audit", "--no-fund"],
	);
}, 240_000);

afterAll(() => rm(place, { recursive: true, force: true, maxRetries: 5 }));

/** Packs from a copy of the repository in which nothing is built; the names with their tarballs. */
async function pack(clone: string): Promise<[string, string][]> {
	const isSource = (path: string) =>
		!["dist", "test", "node_modules"].includes(basename(path)) &&
		!path.endsWith(".tsbuildinfo");
	for (const folder of folders)
		await cp(join(root, "packages", folder), join(clone, "packages", folder), {
			recursive: true,
			filter: isSource,
			// The numerics are compiled again only if they are newer than what was made of them.
			preserveTimestamps: true,
		});
	for (const file of ["package.json", "tsconfig.base.json"])
		await cp(join(root, file), join(clone, file));
	await mkdir(join(clone, "node_modules", "@pliant"), { recursive: true });
	for (const name of await readdir(modules))
		if (name !== "pliant" && name !== "@pliant")
			await symlink(join(modules, name), join(clone, "node_modules", name));
	const packages = await Promise.all(
		folders.map((folder) => packageJson(join(clone, "packages", folder))),
	);
	for (const [i, { name }] of packages.entries())
		await symlink(
			join(clone, "packages", folders[i]),
			join(clone, "node_modules", name),
		);
	await run(clone, "npm", "pack", "--workspaces", "--pack-destination", place);
	return packages.map(({ name, version }) => {
		const file = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
		return [name, `file:${join(place, file)}`];
	});
}

/** All that the packages depend on, and what that depends on. */
async function thirdParties(): Promise<Set<string>> {
	const found = new Set<string>();
	const waiting = folders.map((folder) => join(root, "packages", folder));
	for (const folder of waiting)
		for (const name of Object.keys(
			(await packageJson(folder)).dependencies ?? {},
		)) {
			if (/^(@pliant\/|pliant$)/.test(name) || found.has(name)) continue;
			found.add(name);
			waiting.push(join(modules, name));
		}
	return found;
}

/** The first program of a README. */
const programOf = (readme: string): string =>
	/^```js\n(.*?)^```$/ms.exec(readme)?.[1] ?? "";

describe.each(["pliant", "@pliant/files", "@pliant/cli"])("%s", (name) => {
	it("says what it is, and has all files that it speaks of", async () => {
		const json = await packageJson(inApp(name));
		for (const key of ["description", "keywords", "license", "engines"])
			expect(json, key).toHaveProperty(key);
		const files = Object.values(json.exports).flatMap((entry) =>
			typeof entry === "string" ? [entry] : Object.values(entry),
		);
		for (const file of [...files, "LICENSE", "README.md"])
			expect(existsSync(inApp(name, file)), file).toBe(true);
	});

	it("has a README whose links lead to files of the package or to the web", async () => {
		const readme = await readFile(inApp(name, "README.md"), "utf8");
		for (const [, link] of readme.matchAll(/\]\(([^)]+)\)/g))
			expect(/^https:/.test(link) || existsSync(inApp(name, link)), link).toBe(
				true,
			);
	});
});

describe.each(["pliant", "@pliant/files"])("in Node, %s", (name) => {
	it("runs the program of its README", async () => {
		const program = programOf(await readFile(inApp(name, "README.md"), "utf8"));
		const file = join(app, `${name.replace("@pliant/", "")}.js`);
		await writeFile(file, program);
		expect(await run(app, process.execPath, file)).toMatch(
			/^Float64Array\(\d+\) \[/,
		);
	});
});

it("has what every entry exports, threads included", async () => {
	await writeFile(
		join(app, "entries.js"),
		`import { cloth, Scene, simulate, trbs } from "pliant";
import { gradient } from "pliant/energy";
import { nodeThreads } from "pliant/node";
import { modelChecks } from "pliant/testing";
import { rowKinds } from "@pliant/cli/experiment";
import schema from "@pliant/files/scene.schema.json" with { type: "json" };

const scene = new Scene();
const membrane = trbs({ youngModulus2d: 1000, poissonRatio: 0.3 });
scene.add(cloth.grid({ cells: [4, 4] }, { membrane, arealDensity: 0.2 }));
const simulation = await simulate(scene, { threads: nodeThreads(2) });
await simulation.run({ steps: 3 });
simulation.close();
console.info(simulation.stepCount, typeof gradient, typeof modelChecks, typeof rowKinds, schema.title);
`,
	);
	expect(await run(app, process.execPath, "--no-warnings", "entries.js")).toBe(
		"3 function function object Pliant scene\n",
	);
});

describe("in strict TypeScript", () => {
	const source = `import { loadScene, meshFormats, Recorder, simulateScene } from "@pliant/files";
import type { Experiment } from "@pliant/cli/experiment";
import { cloth, Scene, simulate, trbs } from "pliant";
import { dot, gradient } from "pliant/energy";
import { nodeThreads } from "pliant/node";
import { modelChecks } from "pliant/testing";
import { webThreads } from "pliant/web";

const membrane = trbs({ youngModulus2d: 1000, poissonRatio: 0.3 });
// @ts-expect-error A text is no number.
trbs({ youngModulus2d: 1000, poissonRatio: "0.3" });
export async function height(): Promise<number | undefined> {
	const scene = new Scene({ gravity: [0, -9.81, 0] });
	const sheet = scene.add(cloth.grid({ cells: [4, 4] }, { membrane, arealDensity: 0.2 }));
	const simulation = await simulate(scene, { threads: nodeThreads(1) });
	await simulation.run({ seconds: 0.1 });
	const positions: Float64Array = simulation.positions(sheet);
	return positions[1];
}
export const names: readonly string[] = meshFormats.map(({ name }) => name);
export type { Experiment };
export { dot, gradient, loadScene, modelChecks, Recorder, simulateScene, webThreads };
`;

	it.each([
		["NodeNext", "NodeNext"],
		["ESNext", "Bundler"],
	])("of module %s, resolved by %s", async (module, moduleResolution) => {
		const config = join(app, `tsconfig.${moduleResolution}.json`);
		await writeFile(join(app, "use.ts"), source);
		await writeFile(
			config,
			JSON.stringify({
				compilerOptions: {
					...{
						strict: true,
						noEmit: true,
						types: [],
						module,
						moduleResolution,
					},
					...{ target: "ES2022", lib: ["ES2023", "DOM"], skipLibCheck: false },
					...{ exactOptionalPropertyTypes: true },
					...{ noUncheckedIndexedAccess: true },
				},
				include: ["use.ts"],
			}),
		);
		const tsc = join(modules, ".bin", "tsc");
		expect(await run(app, tsc, "-p", config)).toBe("");
	});
});

describe("the command", () => {
	const pliant = (...argv: string[]) => run(app, inApp(".bin/pliant"), ...argv);

	it("is there by the name of the documentation", async () => {
		const { version } = await packageJson(inApp("@pliant/cli"));
		expect(await pliant("--version")).toBe(`${version}\n`);
		expect(await pliant("materials", "silk")).toContain("warpModulus2d");
	});

	it("makes, checks and runs a scene", async () => {
		await pliant("init", "scarf");
		expect(await pliant("check", "scarf/scene.jsonc")).toContain(
			"can be simulated",
		);
		const told = await pliant("run", "scarf/scene.jsonc", "--steps", "1");
		expect(told).toContain("in 1 steps");
		expect(await readdir(join(app, "out", "scene"))).toContain("scene.glb");
	});

	it("says that benchmarks and experiments are in the repository", async () => {
		for (const name of ["bench", "validate"])
			await expect(pliant(name)).rejects.toThrow(
				"in Pliant's repository, not in the installed package",
			);
	});
});

describe("in a page", () => {
	const chromium = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(
		existsSync,
	);

	it("simulates and reads files, built by Vite, under a strict policy, with threads", async ({
		skip,
	}) => {
		const page = join(app, "page");
		await mkdir(page);
		await writeFile(
			join(page, "index.html"),
			'<!doctype html><script type="module" src="./main.js"></script>',
		);
		await writeFile(
			join(page, "main.js"),
			`import { readMesh } from "@pliant/files";
import { cloth, Scene, simulate, trbs } from "pliant";
import { webThreads } from "pliant/web";

async function result() {
	const scene = new Scene();
	const membrane = trbs({ youngModulus2d: 1000, poissonRatio: 0.3 });
	scene.add(cloth.grid({ cells: [4, 4] }, { membrane, arealDensity: 0.2 }));
	const simulation = await simulate(scene, { threads: webThreads(2) });
	await simulation.run({ steps: 3 });
	simulation.close();
	const bytes = new TextEncoder().encode("v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nf 1 2 3\\n");
	const { mesh } = await readMesh({ name: "a.obj", bytes, read: async () => bytes });
	return { isolated: crossOriginIsolated, steps: simulation.stepCount, triangles: [...mesh.triangles] };
}
const body = JSON.stringify(await result().catch((error) => error.stack));
await fetch("/result", { method: "POST", body });
`,
		);
		await build({
			root: page,
			configFile: false,
			logLevel: "error",
			build: { outDir: join(app, "built"), emptyOutDir: true },
		});
		if (!chromium) {
			skip("Debian's package `chromium` is not installed");
			return;
		}
		expect(await resultOfPage(chromium, join(app, "built"))).toEqual({
			isolated: true,
			steps: 3,
			triangles: [0, 1, 2],
		});
	});
});
