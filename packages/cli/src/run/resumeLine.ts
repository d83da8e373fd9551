import type { RunSceneOptions } from "./runScene.ts";

/** What to type to go on with a run: all options that it was given and that matter. */
export function resumeLine(file: string, options: RunSceneOptions): string {
	const { out, seconds, steps, untilRest, threads, checkpointEvery } = options;
	const { meshFolder, renderer, contacts } = options;
	const given = {
		"--out": out,
		"--seconds": seconds,
		"--steps": steps,
		"--until-rest": untilRest,
		"--threads": threads,
		"--checkpoint-every": checkpointEvery,
		"--mesh-folder": meshFolder,
		"--renderer": renderer,
	};
	const words = Object.entries(given).flatMap(([name, value]) =>
		value === undefined ? [] : [name, quoted(String(value))],
	);
	if (contacts) words.push("--contacts");
	return ["pliant run", quoted(file), ...words, "--resume"].join(" ");
}

/** As shells take it for one word. */
const quoted = (word: string): string =>
	/^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
