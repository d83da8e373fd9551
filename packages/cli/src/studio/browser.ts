/** A browser that runs without a window, to draw in. */
import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const usualNames = [
	"chromium",
	"chromium-browser",
	"google-chrome",
	"google-chrome-stable",
	"chrome",
];

/** Where a Chromium is: what PLIANT_BROWSER says, which may be `none`, or the first on the path. */
export function findBrowser(
	environment: NodeJS.ProcessEnv = process.env,
): string | undefined {
	const { PLIANT_BROWSER: own, PATH = "" } = environment;
	if (own) return own === "none" ? undefined : own;
	return PATH.split(delimiter)
		.flatMap((folder) => usualNames.map((name) => join(folder, name)))
		.find((file) => {
			try {
				accessSync(file, constants.X_OK);
				return true;
			} catch {
				return false;
			}
		});
}

export interface Browser {
	/** Rejects when it ends, with the reason. */
	readonly ended: Promise<never>;
	close(): Promise<void>;
}

/** Opens a page. The browser ends with this process, whichever way that ends: it reads a pipe of it. */
export async function openBrowser(
	program: string,
	url: string,
): Promise<Browser> {
	const profile = await mkdtemp(join(tmpdir(), "pliant-browser-"));
	const child = spawn(
		program,
		[
			"--headless=new",
			"--no-sandbox",
			"--no-first-run",
			"--disable-extensions",
			"--disable-background-networking",
			"--disable-dev-shm-usage",
			"--use-angle=swiftshader",
			"--enable-unsafe-swiftshader",
			"--ignore-gpu-blocklist",
			"--remote-debugging-pipe",
			`--user-data-dir=${profile}`,
			url,
		],
		{ stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
	);
	const ended = new Promise<never>((_, reject) => {
		child.once("error", ({ message }) => reject(new Error(message)));
		child.once("exit", (status) =>
			reject(new Error(`${program} ended with status ${status}`)),
		);
	});
	// It ends when it is closed, too, and nobody may be waiting then.
	ended.catch(() => {});
	// Nothing is asked of it through the pipe.
	for (const pipe of child.stdio.slice(3)) pipe?.on("error", () => {});
	return {
		ended,
		close: async () => {
			await end(child);
			await rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(
				() => {},
			);
		},
	};
}

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.pid === undefined) return;
	const exited = new Promise((resolve) => child.once("exit", resolve));
	child.kill("SIGKILL");
	await exited;
}
