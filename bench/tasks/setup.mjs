import { fileURLToPath } from "node:url";
import { scriptOutput } from "../process.mjs";
import { blocks, cloths, fabrics } from "../sizes.mjs";

const probe = fileURLToPath(new URL("../setupProbe.mjs", import.meta.url));

const row = (name, unit, key, native) => ({ name, unit, key, native });

/** In a process of its own: as a user meets it, with nothing warm and memory to itself. */
export const setup = {
	name: "setup",
	about: "from nothing to a simulation and its first step: time and memory",
	sizes: [...cloths, ...blocks, ...fabrics],
	probe: ({ shape, cells }) =>
		scriptOutput(probe, [shape, cells], ["--expose-gc"]),
	rows: [
		row("mesh and scene", "ms", "sceneMs"),
		row("scene → simulation", "ms", "simulationMs"),
		row("both", "ms", "totalMs", "setup"),
		row("first step", "ms", "firstStepMs"),
		row("second step", "ms", "secondStepMs"),
		row("arena before the first step", "B/element", "arenaBuilt"),
		row("arena after it", "B/element", "arenaUsed"),
		row("JavaScript's arrays", "B/element", "javascript"),
		row("resident after two steps", "B/element", "resident"),
	],
};
