/**
 * Compiles the numerics and writes src/numerics/module.ts and contactModule.ts: the modules, the types of its functions, the layout of its
 * structures and its constants, so that TypeScript and AssemblyScript cannot disagree.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import zopfli from "@gfx/zopfli";

const folder = new URL(".", import.meta.url);
/** Numbers of the sections of data, and of their count. */
const dataSections = [11, 12];
const targetOf = (name) => new URL(`../src/numerics/${name}.ts`, folder);
const sources = readdirSync(folder).filter((name) => name.endsWith(".ts"));

const modified = (url) =>
	statSync(url, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newest = Math.max(
	...[...sources, "build.mjs"].map((name) => modified(new URL(name, folder))),
);
if (
	["module", "contactModule"].some((name) => modified(targetOf(name)) < newest)
)
	await build();

async function build() {
	const numerics = await compile("index.ts");
	const contact = await compile("contactIndex.ts");
	write(
		"module",
		`${moduleText("Numerics", "deflatedModule", numerics)}
/** The fields of each structure, four bytes each. */
export const structures = ${JSON.stringify(structures(), null, "\t")} as const;

/** What the sources export as constants and enumerations. */
export const constants = ${JSON.stringify(constants(sourcesOf("index")), null, "\t")} as const;
`,
	);
	write(
		"contactModule",
		`${moduleText("ContactNumerics", "deflatedContactModule", contact)}
/** What its sources export as constants and enumerations. */
export const contactConstants = ${JSON.stringify(constants(sourcesOf("contactIndex")), null, "\t")} as const;
`,
	);
}

function write(name, text) {
	writeFileSync(
		fileURLToPath(targetOf(name)),
		`/** Written by numerics/build.mjs. */\n${text}`,
	);
}

/** The types of a module's functions, and the module. */
function moduleText(types, name, { declarations, deflated }) {
	return `/** Functions take pointers into the memory as numbers. */
export interface ${types} {
${functionTypes(declarations)}
}

/** The module, deflated, in base64: a quarter less to load than without deflating. */
export const ${name} =
	"${deflated}";
`;
}

async function compile(entry) {
	const { default: asc } = await import("assemblyscript/asc");
	const outputs = new Map();
	const { error, stderr } = await asc.main(
		[
			entry,
			...["-O3", "--shrinkLevel", "1"],
			"--converge",
			"--noAssert",
			...["--use", "abort="],
			...["--runtime", "stub"],
			...["--enable", "simd,threads,bulk-memory"],
			...["--initialMemory", "1", "--maximumMemory", "65536"],
			"--importMemory",
			"--sharedMemory",
			...["--bindings", "raw"],
			...["--outFile", "numerics.wasm"],
		],
		{
			readFile: (name) => {
				const url = new URL(name, folder);
				return modified(url) ? readFileSync(url, "utf8") : null;
			},
			writeFile: (name, content) => outputs.set(name, content),
			listFiles: () => sources,
		},
	);
	if (error) throw new Error(`numerics: ${error.message}\n${stderr}`);
	// A twentieth less to load than by zlib.
	const deflated = await promisify(zopfli.deflate)(
		withoutData(outputs.get("numerics.wasm")),
		{},
	);
	return {
		declarations: outputs.get("numerics.d.ts"),
		deflated: Buffer.from(deflated).toString("base64"),
	};
}

/**
 * Leaves out what a module would write into the memory when it is made: names of types, which nobody reads. A module that is made later would write it over what others have there.
 */
function withoutData(module) {
	const kept = [module.subarray(0, 8)];
	for (let begin = 8; begin < module.length; ) {
		let at = begin + 1;
		let length = 0;
		for (let shift = 0; ; shift += 7) {
			const byte = module[at++];
			length |= (byte & 0x7f) << shift;
			if (byte < 0x80) break;
		}
		const end = at + length;
		if (!dataSections.includes(module[begin]))
			kept.push(module.subarray(begin, end));
		begin = end;
	}
	return Buffer.concat(kept);
}

/** `name(a: number, …): number;` for every exported function. */
function functionTypes(declarations) {
	return [...declarations.matchAll(/export function (\w+\(.*)$/gm)]
		.map(([, signature]) =>
			signature
				.replaceAll(/__\w+<\w+>/g, "number")
				.replaceAll("boolean", "number"),
		)
		.map((signature) => `\t${signature}`)
		.join("\n");
}

function texts() {
	return sources.map((name) => readFileSync(new URL(name, folder), "utf8"));
}

/** The texts of a source and of all that it imports. */
function sourcesOf(entry) {
	const found = new Map();
	const add = (name) => {
		if (found.has(name)) return;
		const text = readFileSync(new URL(`${name}.ts`, folder), "utf8");
		found.set(name, text);
		for (const [, other] of text.matchAll(/from "\.\/(\w+)"/g)) add(other);
	};
	add(entry);
	return [...found.values()];
}

/** `export const name: u32 = 1;` as a number, `export const enum Name { first = 0, … }` as an object. */
function constants(texts) {
	const all = {};
	for (const text of texts) {
		for (const [, name, value] of text.matchAll(
			/^export const (\w+): \w+ = (\d+);$/gm,
		))
			all[name] = Number(value);
		for (const [, name, body] of text.matchAll(
			/^export const enum (\w+) \{\n([\s\S]*?)\n\}/gm,
		))
			all[name] = Object.fromEntries(
				[...body.matchAll(/^\t(\w+) = (\d+),$/gm)].map(([, member, value]) => [
					member,
					Number(value),
				]),
			);
	}
	return all;
}

function structures() {
	const all = {};
	for (const text of texts()) {
		for (const [, structure, body] of text.matchAll(
			/@unmanaged\nexport class (\w+) \{\n([\s\S]*?)\n\}/g,
		))
			all[structure] = [...body.matchAll(/^\t(\w+): \w+;$/gm)].map(
				([, field]) => field,
			);
	}
	return all;
}
