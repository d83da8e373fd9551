/** A Chromium that draws without a graphics card, for tests and for the pictures of the gallery. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Where a Chromium is, if there is one; PLIANT_CHROMIUM names another. */
export const chromiumPath = [
	process.env.PLIANT_CHROMIUM ?? "",
	"/usr/bin/chromium",
	"/usr/bin/chromium-browser",
	"/usr/bin/google-chrome",
].find((path) => path !== "" && existsSync(path));

export function openBrowser(): Promise<Browser> {
	if (!chromiumPath)
		throw new Error(
			"There is no Chromium; install one, or say where it is by PLIANT_CHROMIUM",
		);
	return chromium.launch({
		executablePath: chromiumPath,
		args: [
			"--no-sandbox",
			"--use-gl=angle",
			"--use-angle=swiftshader",
			"--enable-unsafe-swiftshader",
			"--ignore-gpu-blocklist",
		],
	});
}
