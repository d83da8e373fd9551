import { fileURLToPath } from "node:url";
import { scriptOutput } from "../process.mjs";

const row = (name, unit, key) => ({ name, unit, key });

/** One square metre each. */
const fabrics = ["silk", "cotton", "denim", "jersey"];
const settings = ["hanging", "on a sphere", "on a table"];
const sides = [20, 40, 70, 140];

/** In a process of its own: a second of motion, with default settings. */
export const fabricsTask = {
	name: "fabrics",
	about: "steps of real fabrics by default: time, steps, error",
	sizes: sides.flatMap((cells) =>
		fabrics.flatMap((fabric) =>
			settings.map((setting) => ({
				shape: "cloth",
				name: `${fabric} ${setting}, ${((cells + 1) ** 2).toLocaleString("en")}`,
				...{ fabric, setting, cells },
			})),
		),
	),
	probe: ({ fabric, setting, cells }) =>
		scriptOutput(
			fileURLToPath(new URL("../fabricsProbe.mjs", import.meta.url)),
			[fabric, setting, cells],
		),
	rows: [
		row("step, median", "ms", "median"),
		row("step, 95th percentile", "ms", "slow"),
		row("substeps a step", "", "substeps"),
		row("Newton iterations a step", "", "iterations"),
		row("linear iterations a step", "", "linearIterations"),
		row("estimated error, largest", "", "error"),
		row("mean height off the reference", "%", "off"),
		row("step, median, older", "ms", "olderMedian"),
		row("step, 95th percentile, older", "ms", "olderSlow"),
		row("step, older / ours", "×", "ratio"),
	],
};
