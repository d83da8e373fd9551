#!/usr/bin/env node
// A file that is there before anything is built: npm links commands when it installs.
import { existsSync } from "node:fs";

const program = new URL("../dist/main.js", import.meta.url);
if (existsSync(program)) await import(program.href);
else {
	process.stderr.write("pliant: it is not built yet; run `npm run build`\n");
	process.exitCode = 2;
}
