import { type Experiment, exact, type Row } from "../../experiment.ts";
import { brokenSteps } from "./brokenSteps.ts";
import { disturbedRuns } from "./disturbedRuns.ts";

const none = { atMost: 0, source: "nothing may be lost" };

export const faults: Experiment = {
	id: "reliability/faults",
	paper: "Reliability",
	figure: "faults",
	title: "Runs that are disturbed",
	setup:
		"Steps that fail in their middle, at seeded random iterations. In the full form also runs of the command that are killed (SIGKILL) at random times, again and again until they end, whose files may not grow any more, or whose folder is removed.",
	run: async (form) => {
		const steps = await brokenSteps(form === "full" ? 400 : 40);
		const rows: Row[] = [
			exact(
				`of ${steps.failures} steps that failed in their middle, those after which the end was another`,
				steps.different,
				none,
			),
		];
		if (form === "short") return { rows };
		const runs = await disturbedRuns({ kills: 60, limits: 12, removals: 5 });
		for (const [what, { tried, failed }] of Object.entries(runs))
			rows.push(exact(`${what}, of ${tried}`, failed, none));
		return { rows };
	},
};
