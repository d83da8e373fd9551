import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, extname, join } from "node:path";

const contentTypes: Readonly<Record<string, string>> = {
	".html": "text/html",
	".js": "text/javascript",
};

/** Opens a built page in a browser, under a strict policy and isolated, and returns the JSON that it posts to /result. */
export async function resultOfPage(
	browser: string,
	built: string,
): Promise<unknown> {
	let tell: (result: unknown) => void = () => {};
	const result = new Promise((resolve) => {
		tell = resolve;
	});
	const server = createServer(async (request, response) => {
		const { pathname } = new URL(request.url ?? "/", "http://localhost");
		if (pathname === "/result") {
			const parts: Buffer[] = [];
			for await (const part of request) parts.push(part);
			response.end();
			tell(JSON.parse(Buffer.concat(parts).toString()));
			return;
		}
		const file = pathname === "/" ? "/index.html" : pathname;
		const bytes = await readFile(join(built, file)).catch(() => undefined);
		response.writeHead(bytes ? 200 : 404, {
			"content-type": contentTypes[extname(file)] ?? "application/octet-stream",
			"content-security-policy": "script-src 'self' 'wasm-unsafe-eval'",
			"cross-origin-opener-policy": "same-origin",
			"cross-origin-embedder-policy": "require-corp",
		});
		response.end(bytes);
	});
	server.listen(0, "localhost");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const opened = spawn(
		browser,
		[
			...["--headless", "--no-sandbox", "--disable-gpu"],
			`--user-data-dir=${join(dirname(built), "profile")}`,
			`http://localhost:${port}/`,
		],
		{ stdio: "ignore" },
	);
	const ended = once(opened, "exit");
	try {
		const early = ended.then(([status]) => {
			throw new Error(`${browser} ended with status ${status} before the page`);
		});
		return await Promise.race([result, early]);
	} finally {
		opened.kill();
		await ended.catch(() => {});
		server.closeAllConnections();
		server.close();
	}
}
