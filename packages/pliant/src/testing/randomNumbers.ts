import { createRandom } from "../mesh/generators/random.ts";

/** Uniform random numbers in (−1, 1), the same for the same seed. */
export function randomNumbers(seed: number): () => number {
	const random = createRandom(seed);
	return () => 2 * random() - 1;
}
