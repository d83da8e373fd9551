/** Exact derivatives of expression graphs: reverse mode for gradients, forward mode for directional derivatives. */
import {
	add,
	constant,
	cos,
	div,
	type Expr,
	isConstant,
	less,
	mul,
	neg,
	select,
	sin,
	sub,
} from "./expression.ts";
import { topologicalOrder } from "./graph.ts";
import { dot } from "./tensor.ts";

const zero = constant(0);

/** ∂e/∂x for every x. */
export function gradient(e: Expr, variables: readonly Expr[]): Expr[] {
	const order = topologicalOrder([e]);
	// Adjoints of what does not depend on the variables would be built in vain.
	const dependent = new Set(variables);
	for (const node of order)
		if (node.op !== "frozen" && node.args.some((a) => dependent.has(a)))
			dependent.add(node);
	const adjoints = new Map<Expr, Expr>([[e, constant(1)]]);
	const give: Give = (to, amount) => {
		if (!dependent.has(to)) return;
		const extra = amount();
		if (!isConstant(extra, 0))
			adjoints.set(to, add(adjoints.get(to) ?? zero, extra));
	};
	for (const node of order.reverse()) {
		const g = adjoints.get(node);
		if (g) pullBack(node, g, give);
	}
	return variables.map((x) => adjoints.get(x) ?? zero);
}

/** Adds to the adjoint of a node, if it is wanted at all. */
type Give = (to: Expr, amount: () => Expr) => void;

/** Hands the adjoint g of a node on to its operands. */
function pullBack(node: Expr, g: Expr, give: Give): void {
	const [a, b, c] = node.args;
	switch (node.op) {
		case "constant":
		case "input":
		case "frozen":
		case "less":
		case "lessEqual":
			return;
		case "add":
			give(a, () => g);
			give(b, () => g);
			return;
		case "sub":
			give(a, () => g);
			give(b, () => neg(g));
			return;
		case "neg":
			give(a, () => neg(g));
			return;
		case "mul":
			// A square in one piece: its factor 2 then meets the constants of the formula.
			if (a === b) give(a, () => mul(2, mul(g, a)));
			else {
				give(a, () => mul(g, b));
				give(b, () => mul(g, a));
			}
			return;
		case "div": {
			const quotient = div(g, b);
			give(a, () => quotient);
			give(b, () => neg(mul(quotient, node)));
			return;
		}
		case "sqrt":
			give(a, () => div(mul(0.5, g), node));
			return;
		case "abs":
			give(a, () => select(less(a, 0), neg(g), g));
			return;
		case "min":
			give(a, () => select(less(a, b), g, zero));
			give(b, () => select(less(a, b), zero, g));
			return;
		case "max":
			give(a, () => select(less(b, a), g, zero));
			give(b, () => select(less(b, a), zero, g));
			return;
		case "exp":
			give(a, () => mul(g, node));
			return;
		case "log":
			give(a, () => div(g, a));
			return;
		case "sin":
			give(a, () => mul(g, cos(a)));
			return;
		case "cos":
			give(a, () => neg(mul(g, sin(a))));
			return;
		case "atan2": {
			const scaled = div(g, dot(node.args, node.args));
			give(a, () => mul(scaled, b));
			give(b, () => neg(mul(scaled, a)));
			return;
		}
		case "select":
			give(b, () => select(a, g, zero));
			give(c, () => select(a, zero, g));
			return;
		default:
			throw new Error(`energy: '${node.op}' has no derivative`);
	}
}

/** Derivatives of the outputs when every variable moves along its direction. */
export function directionalDerivative(
	outputs: readonly Expr[],
	variables: readonly Expr[],
	directions: readonly Expr[],
): Expr[] {
	const tangents = new Map<Expr, Expr>(
		variables.map((x, i) => [x, directions[i]]),
	);
	const tangentOf = (e: Expr) => tangents.get(e) ?? zero;
	for (const node of topologicalOrder(outputs))
		if (node.args.some((a) => tangents.has(a))) {
			const t = pushForward(node, tangentOf);
			if (!isConstant(t, 0)) tangents.set(node, t);
		}
	return outputs.map(tangentOf);
}

function pushForward(node: Expr, tangentOf: (e: Expr) => Expr): Expr {
	const [a, b, c] = node.args;
	const da = tangentOf(a);
	const db = b ? tangentOf(b) : zero;
	switch (node.op) {
		case "frozen":
		case "less":
		case "lessEqual":
			return zero;
		case "add":
			return add(da, db);
		case "sub":
			return sub(da, db);
		case "neg":
			return neg(da);
		case "mul":
			return add(mul(da, b), mul(a, db));
		case "div":
			return div(sub(da, mul(node, db)), b);
		case "sqrt":
			return div(mul(0.5, da), node);
		case "abs":
			return select(less(a, 0), neg(da), da);
		case "min":
			return select(less(a, b), da, db);
		case "max":
			return select(less(b, a), da, db);
		case "exp":
			return mul(da, node);
		case "log":
			return div(da, a);
		case "sin":
			return mul(da, cos(a));
		case "cos":
			return neg(mul(da, sin(a)));
		case "atan2":
			return div(sub(mul(da, b), mul(a, db)), dot(node.args, node.args));
		case "select":
			return select(a, db, tangentOf(c));
		default:
			throw new Error(`energy: '${node.op}' has no derivative`);
	}
}

/** ∂²e/∂x∂y for every x (rows) and y (columns). */
export function mixedHessian(
	e: Expr,
	rows: readonly Expr[],
	columns: readonly Expr[],
): Expr[][] {
	return gradient(e, rows).map((g) => gradient(g, columns));
}

/** The Hessian times a direction, without forming the Hessian: forward over reverse. */
export function hessianVectorProduct(
	e: Expr,
	variables: readonly Expr[],
	directions: readonly Expr[],
): Expr[] {
	return directionalDerivative(gradient(e, variables), variables, directions);
}
