/** Serves the built studio to this machine, and the files of one scene; nothing else of the disk. */
import {
	createServer,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { basename, dirname, extname, join } from "node:path";
import { type InputFolder, loadScene } from "@pliant/files";
import { inputFolder } from "../disk/inputFolder.ts";
import { UsageError } from "../usageError.ts";

const host = "127.0.0.1";

const types: Readonly<Record<string, string>> = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".json": "application/json",
	".svg": "image/svg+xml",
	".webp": "image/webp",
};

/** Shared memory, and with it threads, is for pages that are isolated from others. */
const headers = {
	"Cross-Origin-Opener-Policy": "same-origin",
	"Cross-Origin-Embedder-Policy": "require-corp",
	"Cross-Origin-Resource-Policy": "same-origin",
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy": "no-referrer",
	"Cache-Control": "no-cache",
	// Beside the policy that the page has of its own: no other page may show it in a frame.
	"Content-Security-Policy": "frame-ancestors 'none'",
};

export interface StudioServer {
	readonly url: string;
	close(): void;
}

export interface Desk {
	readonly path: string;
	answer(
		what: string,
		request: IncomingMessage,
		response: ServerResponse,
	): void;
}

/** Where the studio was built. */
function studioFolder(): string {
	try {
		const manifest = createRequire(import.meta.url).resolve(
			"@pliant/studio/package.json",
		);
		return join(dirname(manifest), "dist");
	} catch {
		throw new UsageError(
			"the studio is not installed; add the package @pliant/studio",
		);
	}
}

/** What is wrong with the studio here, if it cannot be served. */
export async function studioProblem(): Promise<string | undefined> {
	try {
		await builtStudio();
		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
}

async function builtStudio(): Promise<InputFolder> {
	const built = inputFolder(studioFolder());
	await built.read("index.html").catch(() => {
		throw new UsageError("the studio is not built yet; run `npm run studio`");
	});
	return built;
}

export async function serveStudio(options: {
	/** Scene file to be opened. */
	readonly scene?: string | undefined;
	/** 0 for any that is free. */
	readonly port: number;
	/** Answers requests below a path of its own. */
	readonly desk?: Desk;
}): Promise<StudioServer> {
	const { scene, port, desk } = options;
	const built = await builtStudio();
	const opened = scene === undefined ? undefined : openedScene(scene);
	const server = createServer((request, response) => {
		const { port: own } = server.address() as AddressInfo;
		// Other names lead here where a foreign page has bent its own to this address.
		const isOurs = [`${host}:${own}`, `localhost:${own}`].includes(
			request.headers.host ?? "",
		);
		const place = isOurs ? pathOf(request.url ?? "") : undefined;
		if (desk && place?.startsWith(`${desk.path}/`)) {
			desk.answer(place.slice(desk.path.length + 1), request, response);
			return;
		}
		const isReading = request.method === "GET" || request.method === "HEAD";
		const path = isReading ? place : undefined;
		const contents = path?.startsWith("opened/")
			? opened?.read(path.slice("opened/".length))
			: path === undefined
				? undefined
				: built.read(path);
		answer(response, path ?? "", contents);
	});
	await listen(server, port);
	const { port: own } = server.address() as AddressInfo;
	return {
		url: `http://localhost:${own}/${opened ? "#opened" : ""}`,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}

function pathOf(url: string): string | undefined {
	try {
		const path = decodeURIComponent(new URL(url, `http://${host}`).pathname);
		return path === "/" ? "index.html" : path.slice(1);
	} catch {
		return undefined;
	}
}

async function answer(
	response: ServerResponse,
	path: string,
	contents: Promise<Uint8Array> | undefined,
): Promise<void> {
	const bytes = await contents?.catch(() => undefined);
	if (!bytes) {
		response.writeHead(404, headers).end();
		return;
	}
	const type = types[extname(path)] ?? "application/octet-stream";
	response.writeHead(200, { ...headers, "Content-Type": type }).end(bytes);
}

/** The scene's file and those that it names, found anew whenever the page asks for their list. */
function openedScene(file: string): {
	read(path: string): Promise<Uint8Array>;
} {
	const folder = inputFolder(dirname(file));
	const name = basename(file);
	let known = new Set([name]);
	return {
		read: async (path) => {
			if (path !== "files.json") {
				if (!known.has(path)) throw new Error("no file of the scene");
				return folder.read(path);
			}
			known = await filesOf(name, folder);
			const files = [...known].filter((one) => one !== name);
			return new TextEncoder().encode(JSON.stringify({ scene: name, files }));
		},
	};
}

/** What a scene reads; a broken one as far as it gets, since the page tells what is wrong. */
async function filesOf(scene: string, folder: InputFolder) {
	const files = new Set([scene]);
	const recording: InputFolder = {
		read: (path) => {
			files.add(path);
			return folder.read(path);
		},
	};
	await loadScene(scene, recording).catch(() => undefined);
	return files;
}

function listen(server: Server, port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once("error", (error: NodeJS.ErrnoException) => {
			if (error.code !== "EADDRINUSE" || port === 0) reject(error);
			// Another studio may be running.
			else listen(server, 0).then(resolve, reject);
		});
		server.listen(port, host, resolve);
	});
}
