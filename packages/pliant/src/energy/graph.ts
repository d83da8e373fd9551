/** Formulas as graphs: walking, counting and rebuilding them. */
import {
	abs,
	add,
	div,
	type Expr,
	exp,
	log,
	max,
	min,
	mul,
	neg,
	select,
	sub,
	unique,
} from "./expression.ts";
import type { Operation } from "./operation.ts";

let walks = 0;

/** All nodes that the outputs depend on, operands before users. */
export function topologicalOrder(outputs: readonly Expr[]): Expr[] {
	const walk = ++walks;
	const order: Expr[] = [];
	const visit = (e: Expr) => {
		if (e.walk === walk) return;
		e.walk = walk;
		for (const a of e.args) visit(a);
		order.push(e);
	};
	for (const e of outputs) visit(e);
	return order;
}

/** Operations that compute nothing. */
const free: ReadonlySet<Operation> = new Set(["constant", "input", "frozen"]);

/** How often each operation occurs, shared subexpressions counted once. */
export function countOperations(
	outputs: readonly Expr[],
): Partial<Record<Operation, number>> {
	const counts: Partial<Record<Operation, number>> = {};
	for (const { op } of topologicalOrder(outputs))
		if (!free.has(op)) counts[op] = (counts[op] ?? 0) + 1;
	return counts;
}

/** The node's operation rebuilt on other operands, simplified again. */
function rebuild(e: Expr, args: readonly Expr[]): Expr {
	const [a, b, c] = args;
	switch (e.op) {
		case "add":
			return add(a, b);
		case "sub":
			return sub(a, b);
		case "mul":
			return mul(a, b);
		case "div":
			return div(a, b);
		case "neg":
			return neg(a);
		case "abs":
			return abs(a);
		case "min":
			return min(a, b);
		case "max":
			return max(a, b);
		case "exp":
			return exp(a);
		case "log":
			return log(a);
		case "select":
			return select(a, b, c);
		default:
			return unique(e.op, ...args);
	}
}

/** Rebuilds the outputs with nodes replaced: by a table, or by a rule that sees each node with its new operands. */
export function substitute(
	outputs: readonly Expr[],
	replacements: ReadonlyMap<Expr, Expr>,
	rule: (e: Expr, args: readonly Expr[]) => Expr | undefined = () => undefined,
): Expr[] {
	const replaced = new Map(replacements);
	const get = (e: Expr) => replaced.get(e) as Expr;
	for (const e of topologicalOrder(outputs)) {
		if (replaced.has(e)) continue;
		const args = e.args.map(get);
		const changed = args.some((a, i) => a !== e.args[i]);
		replaced.set(e, rule(e, args) ?? (changed ? rebuild(e, args) : e));
	}
	return outputs.map(get);
}

/** The outputs once all differentiating is done: what was frozen and what was not are shared again. */
export const withoutFrozen = (outputs: readonly Expr[]): Expr[] =>
	substitute(outputs, new Map(), ({ op }, [a]) =>
		op === "frozen" ? a : undefined,
	);
