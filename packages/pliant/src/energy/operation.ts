/** The operations of formulas, and what they mean. */

/**
 * Operations on the binary representation, used by emitters that build elementary functions themselves:
 * `nearest` and `floor` round, `exponent` and `mantissa` split a positive x into 2^exponent · mantissa with
 * 1 ≤ mantissa < 2, `scale2` is x·2^n for an integer n. They have no derivative.
 */
const machineOperations = [
	"nearest",
	"floor",
	"exponent",
	"mantissa",
	"scale2",
] as const;

/**
 * Operations a formula may contain. `less` and `lessEqual` give conditions, which only `select` accepts. `frozen` is for
 * derivatives only; programs have it stripped.
 */
export const operations = [
	"constant",
	"input",
	"mul",
	"add",
	"sub",
	"neg",
	"div",
	"sqrt",
	"abs",
	"min",
	"max",
	"exp",
	"log",
	"sin",
	"cos",
	"atan2",
	"less",
	"lessEqual",
	"select",
	"frozen",
	...machineOperations,
] as const;

export type Operation = (typeof operations)[number];
export type MachineOperation = (typeof machineOperations)[number];

const bits = new DataView(new ArrayBuffer(8));

/** The value of one operation on numbers: the meaning that every emitter has to reproduce. */
export function evaluateOperation(
	op: Operation,
	values: readonly number[],
): number {
	const a = values[0];
	const b = values[1];
	const c = values[2];
	switch (op) {
		case "add":
			return a + b;
		case "sub":
			return a - b;
		case "mul":
			return a * b;
		case "div":
			return a / b;
		case "neg":
			return -a;
		case "sqrt":
			return Math.sqrt(a);
		case "abs":
			return Math.abs(a);
		case "min":
			return Math.min(a, b);
		case "max":
			return Math.max(a, b);
		case "exp":
			return Math.exp(a);
		case "log":
			return Math.log(a);
		case "sin":
			return Math.sin(a);
		case "cos":
			return Math.cos(a);
		case "atan2":
			return Math.atan2(a, b);
		case "less":
			return a < b ? 1 : 0;
		case "lessEqual":
			return a <= b ? 1 : 0;
		case "select":
			return a ? b : c;
		case "frozen":
			return a;
		case "nearest": {
			// Ties to even, as the processors do.
			const down = Math.floor(a);
			const above = a - down;
			return above < 0.5 || (above === 0.5 && down % 2 === 0) ? down : down + 1;
		}
		case "floor":
			return Math.floor(a);
		case "exponent":
			bits.setFloat64(0, a);
			return (bits.getUint16(0) >> 4) - 1023;
		case "mantissa":
			bits.setFloat64(0, a);
			bits.setUint16(0, (bits.getUint16(0) & 0xf) | 0x3ff0);
			return bits.getFloat64(0);
		case "scale2":
			return a * 2 ** b;
		case "constant":
		case "input":
			throw new Error(`energy: '${op}' is not an operation to evaluate`);
	}
}
