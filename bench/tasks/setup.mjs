import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { blocks, cloths } from "../subjects.mjs";

const probe = fileURLToPath(new URL("../setupProbe.mjs", import.meta.url));

const row = (name, unit, key, native) => ({ name, unit, key, native });

/** From nothing to a simulation, in a process of its own: as a user meets it, with nothing warm and memory to itself. */
export const setup = {
	name: "setup",
	sizes: [...cloths, ...blocks],
	probe: ({ shape, cells }) =>
		JSON.parse(
			execFileSync(process.execPath, ["--expose-gc", probe, shape, cells], {
				encoding: "utf8",
			}),
		),
	rows: [
		row("mesh and scene", "ms", "sceneMs"),
		row("scene → simulation", "ms", "simulationMs"),
		row("all of it", "ms", "totalMs", "setup"),
		row("arena", "B/element", "arenaBytes"),
		row("resident after a step", "B/element", "residentBytes"),
	],
};
