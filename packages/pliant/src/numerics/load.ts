/** The numerics as a compiled module, for memory that threads share or for memory of one's own. */
import { deflatedModule, type Numerics } from "./module.ts";

export type { Numerics } from "./module.ts";
export { constants, structures } from "./module.ts";

/** Just before the byte that says whether the imported memory is shared: `memory`, and that it is one. */
const memoryImport = [0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 0x02];
const limits = { shared: 0x03, own: 0x01 };

const compiled = {
	shared: new Map<string, Promise<WebAssembly.Module>>(),
	own: new Map<string, Promise<WebAssembly.Module>>(),
};

export const numericsModule = (shared: boolean): Promise<WebAssembly.Module> =>
	compiledModule(deflatedModule, shared);

/** A module is the same for both kinds of memory but for one byte, and compiled once. */
export function compiledModule(
	deflated: string,
	shared: boolean,
): Promise<WebAssembly.Module> {
	const modules = compiled[shared ? "shared" : "own"];
	let module = modules.get(deflated);
	if (!module) {
		module = compile(deflated, shared);
		modules.set(deflated, module);
	}
	return module;
}

async function compile(
	deflated: string,
	shared: boolean,
): Promise<WebAssembly.Module> {
	const bytes = await inflate(
		Uint8Array.from(atob(deflated), (c) => c.charCodeAt(0)),
	);
	const at = bytes.findIndex((_, i) =>
		memoryImport.every((byte, k) => bytes[i + k] === byte),
	);
	bytes[at + memoryImport.length] = shared ? limits.shared : limits.own;
	return WebAssembly.compile(bytes);
}

/** Chunk by chunk: `new Response(stream)` makes Node load all of its HTTP client, which took longer than the rest. */
async function inflate(
	deflated: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
	const reader = new Blob([deflated])
		.stream()
		.pipeThrough(new DecompressionStream("deflate-raw"))
		.getReader();
	const chunks: Uint8Array<ArrayBuffer>[] = [];
	for (;;) {
		const { value, done } = await reader.read();
		if (done) break;
		chunks.push(value);
	}
	return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

export function instantiateNumerics(
	module: WebAssembly.Module,
	memory: WebAssembly.Memory,
): Numerics {
	const { exports } = new WebAssembly.Instance(module, { env: { memory } });
	return exports as unknown as Numerics;
}
