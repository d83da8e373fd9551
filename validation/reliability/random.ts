/** Choices from seeded random numbers. */
import { randomNumbers } from "pliant/testing";

export interface Random {
	/** From 0 to 1. */
	number(): number;
	/** A whole number from 0 up to, not including, this. */
	below(count: number): number;
	chance(probability: number): boolean;
	of<T>(choices: readonly T[]): T;
	/** Between two positive numbers, evenly in magnitude. */
	magnitude(least: number, most: number): number;
}

export function seeded(seed: number): Random {
	const next = randomNumbers(seed);
	const number = () => (next() + 1) / 2;
	const below = (count: number) => Math.floor(count * number());
	return {
		number,
		below,
		chance: (probability) => number() < probability,
		of: (choices) => choices[below(choices.length)],
		magnitude: (least, most) => least * (most / least) ** number(),
	};
}
