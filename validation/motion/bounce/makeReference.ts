/**
 * Writes reference.ts: `node validation/dist/motion/bounce/makeReference.js > validation/motion/bounce/reference.ts` after a build, in about a minute,
 * and `npx biome check --write` on it.
 */
import { dropped } from "./drop.ts";
import { fallingBlock } from "./explicitBlock.ts";

const every = 62;
const steps = 6200;
const cells = 8;
const samples = fallingBlock(
	{ ...dropped, cells, restitution: 0 },
	dropped.seconds,
	{ steps, every },
);
const heights = samples.map(({ value }) => Number(value.toFixed(5)));
process.stdout.write(`/** Mean heights [m] of the dropped block above where it lies, by explicitBlock.ts with ${cells}³ cells and ${steps} steps; made by makeReference.ts. */
export const reboundHeights: readonly number[] = [${heights.join(", ")}];

/** Time between two of them [s]. */
export const reboundInterval = ${(dropped.seconds * every) / steps};

/** Cells along each edge. */
export const referenceCells = ${cells};
`);
