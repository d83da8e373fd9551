import { access } from "node:fs/promises";
import type { Io } from "../io.ts";
import { UsageError } from "../usageError.ts";
import { serveStudio } from "./studioServer.ts";

export const usualPort = 7425;

/** Serves the studio until it is interrupted. */
export async function runStudio(
	scene: string | undefined,
	{ port = usualPort }: { readonly port?: number },
	io: Io,
): Promise<void> {
	if (scene !== undefined)
		await access(scene).catch(() => {
			throw new UsageError(`there is no scene ${scene}`);
		});
	const server = await serveStudio({ scene, port });
	io.stdout.write(`The studio is open at ${server.url}  (Ctrl-C ends it)\n`);
	while (!io.interrupt.aborted)
		await new Promise((resolve) => setTimeout(resolve, 100));
	io.stopping();
	server.close();
}
