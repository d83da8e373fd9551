/**
 * Checks of arguments that throw with what, the value and the remedy, at the call. `name` is function and parameter, such as "grid: cells".
 */

/** A value in a message. */
export function shown(value: unknown): string {
	if (value === undefined) return "missing";
	if (typeof value === "string") return `"${value}"`;
	if (typeof value === "function") return "a function";
	if (Array.isArray(value) || ArrayBuffer.isView(value)) {
		const list = Array.from(value as ArrayLike<unknown>, shown);
		const more = list.length > mostShown ? ", …" : "";
		return `[${list.slice(0, mostShown).join(", ")}${more}]`;
	}
	return isObject(value) ? "an object" : String(value);
}
const mostShown = 6;

/** Refuses a value with what it must be. */
export function requireThat(
	isRight: boolean,
	name: string,
	value: unknown,
	wanted: string,
): asserts isRight {
	if (!isRight)
		throw new Error(`${name} is ${shown(value)}; it must be ${wanted}`);
}

/** Options in an object, of which there may be no others than those named. */
export function requireOptions(
	owner: string,
	options: unknown,
	names: readonly string[],
): void {
	if (!isObject(options))
		throw new Error(
			`${owner}: its options are ${shown(options)}; give an object with ${names.join(", ")}`,
		);
	for (const [name, value] of Object.entries(options)) {
		if (!names.includes(name))
			throw new Error(
				`${owner}: there is no option '${name}'; it takes ${names.join(", ")}`,
			);
		// Left out is undefined; null would take the place of a default.
		requireThat(
			value !== null,
			`${owner}: ${name}`,
			value,
			"given, or left out",
		);
	}
}

/** Whether it is an object with properties of its own: no list, and nothing that is one value. */
export const isObject = (value: unknown): value is object =>
	typeof value === "object" &&
	value !== null &&
	!Array.isArray(value) &&
	!ArrayBuffer.isView(value);

const isFiniteNumber = (value: unknown): value is number =>
	typeof value === "number" && Number.isFinite(value);

const isList = (
	values: unknown,
	length: number,
	allows: (value: unknown) => boolean,
): boolean =>
	(Array.isArray(values) || ArrayBuffer.isView(values)) &&
	(values as unknown[]).length === length &&
	Array.from(values as ArrayLike<unknown>).every(allows);

const everyOne: Readonly<Record<number, string>> = {
	2: "both",
	3: "all three",
};

export function requireFinite(name: string, value: number): void {
	requireThat(isFiniteNumber(value), name, value, "a finite number");
}

export function requirePositive(name: string, value: number): void {
	requireThat(
		isFiniteNumber(value) && value > 0,
		name,
		value,
		"a positive number",
	);
}

export function requireNonNegative(name: string, value: number): void {
	requireThat(
		isFiniteNumber(value) && value >= 0,
		name,
		value,
		"zero or positive",
	);
}

export function requireInRange(
	name: string,
	value: number,
	lowest: number,
	highest: number,
): void {
	requireThat(
		isFiniteNumber(value) && value >= lowest && value <= highest,
		name,
		value,
		`in [${lowest}, ${highest}]`,
	);
}

export function requireCount(name: string, value: number, lowest = 1): void {
	const wanted =
		lowest === 1 ? "a positive integer" : `an integer of at least ${lowest}`;
	requireThat(Number.isInteger(value) && value >= lowest, name, value, wanted);
}

export function requireCounts(
	name: string,
	values: readonly number[],
	length: number,
): void {
	const isCount = (value: unknown) =>
		Number.isInteger(value) && (value as number) > 0;
	if (isList(values, length, isCount)) return;
	throw new Error(
		`${name} is ${shown(values)}; ${everyOne[length]} counts must be positive integers, in a list`,
	);
}

/** Lengths, or other numbers that must be positive, such as ratios. */
export function requirePositives(
	name: string,
	values: readonly number[],
	length: number,
): void {
	if (isList(values, length, (value) => isFiniteNumber(value) && value > 0))
		return;
	throw new Error(
		`${name} is ${shown(values)}; ${everyOne[length]} must be positive numbers, in a list`,
	);
}

export function requireVector3(name: string, values: unknown): void {
	requireThat(
		isList(values, 3, isFiniteNumber),
		name,
		values,
		"three finite numbers, in a list",
	);
}

export function requireOneOf(
	name: string,
	value: unknown,
	valid: readonly string[],
): void {
	const names = valid.map((each) => `"${each}"`).join(", ");
	requireThat(valid.includes(value as string), name, value, `one of ${names}`);
}

export function requireFunction(name: string, value: unknown): void {
	requireThat(typeof value === "function", name, value, "a function");
}

export function requireYesOrNo(name: string, value: unknown): void {
	requireThat(typeof value === "boolean", name, value, "true or false");
}

export function requireList(name: string, value: unknown): void {
	requireThat(Array.isArray(value), name, value, "a list");
}

/** Numbers one after the other, such as positions. */
export function requireNumbers(name: string, value: unknown): void {
	requireThat(
		ArrayBuffer.isView(value) && !(value instanceof DataView),
		name,
		value,
		"a typed array, such as a Float64Array",
	);
}

const indexArrays = ["edges", "triangles", "tetrahedra", "hexahedra"] as const;

/** A mesh: its arrays are there and of the right type. What is in them is for `checkMesh`. */
export function requireMesh(owner: string, value: unknown): void {
	const mesh = (isObject(value) ? value : {}) as Record<string, unknown>;
	const isMesh =
		mesh.positions instanceof Float64Array &&
		indexArrays.every((name) => mesh[name] instanceof Uint32Array) &&
		isObject(mesh.groups);
	if (!isMesh)
		throw new Error(
			`${owner}: its mesh is ${shown(value)}; make it with grid, createMesh or a reader of files`,
		);
}
