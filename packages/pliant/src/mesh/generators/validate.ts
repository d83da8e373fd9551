/**
 * Checks of options that throw with what, the value and the remedy. `name` is generator and
 * option, such as "grid: cells".
 */

const everyOne: Readonly<Record<number, string>> = {
	2: "both",
	3: "all three",
};

export function requirePositive(name: string, value: number): void {
	if (!(value > 0 && Number.isFinite(value))) {
		throw new Error(`${name} is ${value}; it must be a positive number`);
	}
}

export function requireInRange(
	name: string,
	value: number,
	lowest: number,
	highest: number,
): void {
	if (!(value >= lowest && value <= highest)) {
		throw new Error(
			`${name} is ${value}; it must be in [${lowest}, ${highest}]`,
		);
	}
}

export function requireCount(name: string, value: number, lowest = 1): void {
	if (!(Number.isInteger(value) && value >= lowest)) {
		const wanted =
			lowest === 1 ? "a positive integer" : `an integer of at least ${lowest}`;
		throw new Error(`${name} is ${value}; it must be ${wanted}`);
	}
}

export function requireCounts(
	name: string,
	values: readonly number[],
	length: number,
): void {
	if (
		values.length !== length ||
		!values.every((value) => Number.isInteger(value) && value > 0)
	) {
		throw new Error(
			`${name} is [${values.join(", ")}]; ${everyOne[length]} counts must be positive integers`,
		);
	}
}

/** Lengths, or other numbers that must be positive, such as ratios. */
export function requirePositives(
	name: string,
	values: readonly number[],
	length: number,
): void {
	if (
		values.length !== length ||
		!values.every((value) => value > 0 && Number.isFinite(value))
	) {
		throw new Error(
			`${name} is [${values.join(", ")}]; ${everyOne[length]} must be positive numbers`,
		);
	}
}

export function requireVector3(name: string, values: readonly number[]): void {
	if (values.length !== 3 || !values.every(Number.isFinite)) {
		throw new Error(
			`${name} is [${values.join(", ")}]; it must be three finite numbers`,
		);
	}
}

export function requireOneOf(
	name: string,
	value: string,
	valid: readonly string[],
): void {
	if (!valid.includes(value)) {
		const names = valid.map((each) => `"${each}"`).join(", ");
		throw new Error(`${name} is "${value}"; it must be one of ${names}`);
	}
}
