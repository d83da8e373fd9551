/** Runs a program and gives what it printed. Unlike its synchronous kin it lets Ctrl-C through. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

export async function output(program, args = [], options = {}) {
	const { stdout } = await execute(program, args.map(String), {
		maxBuffer: 2 ** 24,
		...options,
	});
	return stdout;
}

/** The last line that a script of ours prints, as JSON. */
export async function scriptOutput(script, args = [], flags = []) {
	const text = await output(process.execPath, [...flags, script, ...args]);
	return JSON.parse(text.trim().split("\n").at(-1));
}
