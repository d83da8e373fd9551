/** Foresees how long a row takes on a mesh from how long it took on a smaller one. */
import { elementCount } from "./sizes.mjs";

export class Forecast {
	#known = new Map();

	/** Milliseconds of one run; 0 where nothing is known. `growth` is the power of the number of elements. */
	foresee(what, size, growth = 1) {
		const smaller = this.#known.get(`${what} ${size.shape}`);
		if (!smaller) return 0;
		return smaller.ms * (elementCount(size) / smaller.elements) ** growth;
	}

	learn(what, size, ms) {
		const elements = elementCount(size);
		this.#known.set(`${what} ${size.shape}`, { ms, elements });
	}
}
