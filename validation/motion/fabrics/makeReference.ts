/**
 * Writes reference.ts: `node validation/dist/motion/fabrics/makeReference.js > validation/motion/fabrics/reference.ts` after a build, in a few minutes,
 * and `npx biome check --write` on it.
 *
 * The motion is that of the midpoint rule with 9,600 steps a second. It counts until it parts from that of half as many steps,
 * or from that of BDF2, which is of second order too.
 */
import { type SimulationOptions, simulate } from "pliant";
import {
	type FabricName,
	fabricNames,
	type Hold,
	holds,
	hung,
	sheet,
} from "./hung.ts";

type Motion = readonly { readonly offset: number; readonly height: number }[];

/** Largest difference between references [m]. */
const agreement = 0.005 * sheet.size;

async function motion(
	name: FabricName,
	hold: Hold,
	integrator: NonNullable<SimulationOptions["integrator"]>,
	stepsASecond: number,
): Promise<Motion> {
	const { scene, measure } = hung(name, hold);
	const simulation = await simulate(scene, {
		...{ integrator, timeStep: 1 / stepsASecond },
	});
	const found = [measure(simulation)];
	for (let i = 1; i <= sheet.seconds * sheet.rate; i++) {
		await simulation.run({ steps: stepsASecond / sheet.rate });
		found.push(measure(simulation));
	}
	return found;
}

/** Count of measurements for which two motions agree. */
function agreeing(a: Motion, b: Motion): number {
	const parted = a.findIndex(
		({ offset, height }, i) =>
			Math.hypot(offset - b[i].offset, height - b[i].height) > agreement,
	);
	return parted < 0 ? a.length : parted;
}

const rounded = (values: readonly number[]): string =>
	values.map((value) => Number(value.toFixed(5))).join(", ");

const parts: string[] = [];
for (const name of fabricNames)
	for (const hold of holds) {
		const reference = await motion(name, hold, "midpoint", 9600);
		const others = [
			await motion(name, hold, "midpoint", 4800),
			await motion(name, hold, "bdf2", 9600),
		];
		const count = Math.min(
			...others.map((other) => agreeing(reference, other)),
		);
		parts.push(`	{
		name: "${name}",
		hold: "${hold}",
		until: ${((count - 1) / sheet.rate).toFixed(4)},
		offsets: [${rounded(reference.map(({ offset }) => offset))}],
		heights: [${rounded(reference.map(({ height }) => height))}],
	},
`);
		process.stderr.write(`${name} by its ${hold}: ${count} measurements\n`);
	}

process.stdout.write(`/** Motion of hung sheets, ${sheet.rate} times a second; made by makeReference.ts, which says how. */
import type { FabricName, Hold } from "./hung.ts";

export interface HungMotion {
	readonly name: FabricName;
	readonly hold: Hold;
	/** When references part by 0.5 % of the size [s]. */
	readonly until: number;
	/** Mean distances from what holds the sheet [m]. */
	readonly offsets: readonly number[];
	/** Mean heights [m]. */
	readonly heights: readonly number[];
}

export const hungMotions: readonly HungMotion[] = [
${parts.join("")}];
`);
