/**
 * Scalar expressions as a hash-consed graph: building the same operation on the same operands returns the same node,
 * so common subexpressions are shared by construction and equality is identity.
 *
 * Every constructor simplifies. The rules keep constants and signs outermost, where they meet and cancel:
 *   c·a + c·b → c·(a + b),   (c·a)·b → c·(a·b),   a·(−b) → −(a·b),   a + (−b) → a − b.
 * They reorder additions and multiplications, so results may differ from the formula as written by rounding, but every
 * emitter sees the same graph.
 */

import {
	evaluateOperation,
	type MachineOperation,
	type Operation,
	operations,
} from "./operation.ts";

export interface Expr {
	readonly op: Operation;
	readonly args: readonly Expr[];
	/** The number, for `constant`; 0 otherwise. */
	readonly value: number;
	/** The name, for `input`; empty otherwise. */
	readonly name: string;
	/** Creation order. */
	readonly id: number;
	/** Nodes built on this one, by operation and operands; the table that makes nodes unique. */
	users: Map<number | string, Expr> | undefined;
	/** The last walk through a graph that came by (graph.ts). */
	walk: number;
}

/** Where an expression is expected a plain number will do. */
export type Scalar = Expr | number;

const noArgs: readonly Expr[] = [];
const constants = new Map<number | string, Expr>();
let nextId = 0;

function node(op: Operation, args: readonly Expr[], value = 0, name = "") {
	const id = nextId++;
	return { op, args, value, name, id, users: undefined, walk: 0 } as Expr;
}

export function constant(value: number): Expr {
	const key = Object.is(value, -0) ? "-0" : value;
	let found = constants.get(key);
	if (!found) {
		found = node("constant", noArgs, value);
		constants.set(key, found);
	}
	return found;
}

/** A new unknown. Two inputs of the same name are different unknowns. */
export function input(name: string): Expr {
	return node("input", noArgs, 0, name);
}

export function inputs(name: string, count: number): Expr[] {
	return Array.from({ length: count }, (_, i) => input(`${name}${i}`));
}

function toExpr(a: Scalar): Expr {
	return typeof a === "number" ? constant(a) : a;
}

export const isConstant = (a: Expr, value?: number): boolean =>
	a.op === "constant" && (value === undefined || a.value === value);

/** The unique node of an operation, not simplified. It is filed under its youngest operand that is not a constant, so it lives as long as that. */
export function unique(op: Operation, ...args: Expr[]): Expr {
	const owner = youngest(args);
	if (owner.op === "constant")
		return constant(
			evaluateOperation(
				op,
				args.map((a) => a.value),
			),
		);
	const key = keyOf(op, args, owner);
	owner.users ??= new Map();
	let found = owner.users.get(key);
	if (!found) {
		found = node(op, args);
		owner.users.set(key, found);
		owners?.add(owner);
	}
	return found;
}

/** Nodes that others were filed under while something is built that will be forgotten. */
let owners: Set<Expr> | undefined;

/**
 * What is built, without the tables that made its nodes unique: they are twice as large as the derivatives of a model, and keep all that was built on the way.
 * Nodes of before stay unique; what is built again later is made of new ones.
 */
export function forgetting<T>(build: () => T): T {
	const [outer, first] = [owners, nextId];
	const own = new Set<Expr>();
	owners = own;
	try {
		return build();
	} finally {
		owners = outer;
		for (const owner of own) forgetSince(first, owner);
	}
}

function forgetSince(first: number, owner: Expr): void {
	if (owner.id >= first) owner.users = undefined;
	for (const [key, { id }] of owner.users ?? [])
		if (id >= first) owner.users?.delete(key);
}

/** The node of an operation on two operands, if there is one. */
const find = (op: Operation, a: Expr, b: Expr): Expr | undefined => {
	const args = [a, b];
	const owner = youngest(args);
	return owner.users?.get(keyOf(op, args, owner));
};

/** A number for up to two operands, which are nearly all, since those are found faster than text. */
function keyOf(op: Operation, args: readonly Expr[], owner: Expr) {
	const [a, b = a] = args;
	if (args.length > 2) return `${op} ${args.map(({ id }) => id).join(" ")}`;
	const other = a === owner ? 2 * b.id : 2 * a.id + 1;
	return other * operations.length + operations.indexOf(op);
}

function youngest(args: readonly Expr[]): Expr {
	let found = args[0];
	for (const a of args)
		if (a.op !== "constant" && (found.op === "constant" || a.id > found.id))
			found = a;
	return found;
}

/** Operands of a commutative operation in a fixed order, constants first. */
const ordered = (a: Expr, b: Expr): [Expr, Expr] =>
	isConstant(b) || (!isConstant(a) && a.id > b.id) ? [b, a] : [a, b];

/** Splits c·rest; c is 1 where there is no constant factor. */
function constantFactor(a: Expr): [number, Expr] {
	if (a.op === "neg") {
		const [c, rest] = constantFactor(a.args[0]);
		return [-c, rest];
	}
	return a.op === "mul" && isConstant(a.args[0])
		? [a.args[0].value, a.args[1]]
		: [1, a];
}

export function add(left: Scalar, right: Scalar): Expr {
	const [a, b] = ordered(toExpr(left), toExpr(right));
	if (isConstant(a, 0)) return b;
	if (a === b) return mul(2, a);
	if (b.op === "neg") return sub(a, b.args[0]);
	if (a.op === "neg") return sub(b, a.args[0]);
	if (isConstant(a) && b.op === "add" && isConstant(b.args[0]))
		return add(a.value + b.args[0].value, b.args[1]);
	const [c, restA] = constantFactor(a);
	const [d, restB] = constantFactor(b);
	if (c !== 1 && c === d) return mul(c, add(restA, restB));
	if (c !== 1 && c === -d) return mul(c, sub(restA, restB));
	return unique("add", a, b);
}

export function sub(left: Scalar, right: Scalar): Expr {
	const a = toExpr(left);
	const b = toExpr(right);
	if (a === b) return constant(0);
	if (isConstant(b, 0)) return a;
	if (isConstant(a, 0)) return neg(b);
	if (isConstant(b) && !isConstant(a)) return add(-b.value, a);
	if (b.op === "neg") return add(a, b.args[0]);
	if (a.op === "neg") return neg(add(a.args[0], b));
	const [c, restA] = constantFactor(a);
	const [d, restB] = constantFactor(b);
	if (c !== 1 && c === d) return mul(c, sub(restA, restB));
	if (c !== 1 && c === -d) return mul(c, add(restA, restB));
	// b − a may be there already.
	const reverse = find("sub", b, a);
	return reverse ? neg(reverse) : unique("sub", a, b);
}

export function neg(operand: Scalar): Expr {
	const a = toExpr(operand);
	if (a.op === "neg") return a.args[0];
	if (a.op === "sub") {
		const reverse = find("sub", a.args[1], a.args[0]);
		if (reverse) return reverse;
	}
	return unique("neg", a);
}

export function mul(left: Scalar, right: Scalar): Expr {
	const [a, b] = ordered(toExpr(left), toExpr(right));
	if (isConstant(a, 0)) return a;
	if (isConstant(a, 1)) return b;
	if (isConstant(a, -1)) return neg(b);
	if (a.op === "neg") return neg(mul(a.args[0], b));
	if (b.op === "neg") return neg(mul(a, b.args[0]));
	const [c, restA] = constantFactor(a);
	const [d, restB] = constantFactor(b);
	if (isConstant(a) && d !== 1) return mul(a.value * d, restB);
	if (!isConstant(a) && (c !== 1 || d !== 1))
		return mul(c * d, mul(restA, restB));
	if (a === b && a.op === "sqrt") return a.args[0];
	return unique("mul", a, b);
}

export function div(numerator: Scalar, denominator: Scalar): Expr {
	const a = toExpr(numerator);
	const b = toExpr(denominator);
	if (isConstant(a) && isConstant(b)) return unique("div", a, b);
	if (isConstant(b) && Number.isFinite(1 / b.value)) return mul(1 / b.value, a);
	if (isConstant(a, 0)) return a;
	if (a === b) return constant(1);
	if (a.op === "neg") return neg(div(a.args[0], b));
	if (b.op === "neg") return neg(div(a, b.args[0]));
	if (a.op === "mul" && isConstant(a.args[0]))
		return mul(a.args[0], div(a.args[1], b));
	return unique("div", a, b);
}

export const sqrt = (a: Scalar): Expr => unique("sqrt", toExpr(a));

export function exp(a: Scalar): Expr {
	const x = toExpr(a);
	return x.op === "log" ? x.args[0] : unique("exp", x);
}

export function log(a: Scalar): Expr {
	const x = toExpr(a);
	return x.op === "exp" ? x.args[0] : unique("log", x);
}

export const sin = (a: Scalar): Expr => unique("sin", toExpr(a));
export const cos = (a: Scalar): Expr => unique("cos", toExpr(a));
export const atan2 = (y: Scalar, x: Scalar): Expr =>
	unique("atan2", toExpr(y), toExpr(x));

export function abs(a: Scalar): Expr {
	const x = toExpr(a);
	return x.op === "neg" ? abs(x.args[0]) : unique("abs", x);
}

export function min(left: Scalar, right: Scalar): Expr {
	const [a, b] = ordered(toExpr(left), toExpr(right));
	return a === b ? a : unique("min", a, b);
}

export function max(left: Scalar, right: Scalar): Expr {
	const [a, b] = ordered(toExpr(left), toExpr(right));
	return a === b ? a : unique("max", a, b);
}

/** Condition a < b, for `select`. */
export const less = (a: Scalar, b: Scalar): Expr =>
	unique("less", toExpr(a), toExpr(b));

/** Condition a ≤ b, for `select`. */
export const lessEqual = (a: Scalar, b: Scalar): Expr =>
	unique("lessEqual", toExpr(a), toExpr(b));

/**
 * `whenTrue` where the condition holds, else `whenFalse`. Both are always computed, and derivatives flow through both:
 * keep the branch that is not taken finite, since 0·∞ is not a number.
 */
export function select(
	condition: Expr,
	whenTrue: Scalar,
	whenFalse: Scalar,
): Expr {
	const a = toExpr(whenTrue);
	const b = toExpr(whenFalse);
	if (isConstant(condition)) return condition.value ? a : b;
	if (condition.op !== "less" && condition.op !== "lessEqual")
		throw new Error(
			`energy: the condition of select is '${condition.op}'; it must be less(a, b) or lessEqual(a, b)`,
		);
	if (a === b) return a;
	return unique("select", condition, a, b);
}

/** The same value, held constant when differentiating. */
export function frozen(a: Scalar): Expr {
	const x = toExpr(a);
	return x.op === "frozen" ? x : unique("frozen", x);
}

/** Whole and half powers up to 64 become products and square roots, others exp(power · log(base)), which needs base > 0. */
export function pow(base: Scalar, power: Scalar): Expr {
	const a = toExpr(base);
	const p = toExpr(power);
	const n = Math.abs(p.value);
	if (!isConstant(p) || !Number.isInteger(2 * n) || n > 64)
		return exp(mul(p, log(a)));
	if (p.value < 0) return div(1, pow(a, n));
	const whole = wholePower(a, Math.floor(n));
	return Number.isInteger(n) ? whole : mul(whole, sqrt(a));
}

function wholePower(a: Expr, n: number): Expr {
	if (n === 0) return constant(1);
	if (n === 1) return a;
	const half = wholePower(a, n >> 1);
	const square = mul(half, half);
	return n & 1 ? mul(square, a) : square;
}

export const machine = (op: MachineOperation, ...args: Scalar[]): Expr =>
	unique(op, ...args.map(toExpr));
