/**
 * The positive variant of laws psi(F) = W(E) that are positive quadratic forms of Green's strain E = ½ (FᵀF − 1). Their Hessian is that of W in
 * dE, which is positive, and S : dFᵀdF with the stress S = ∂W/∂E, of which the positive part is taken.
 */
import {
	add,
	contract,
	type Expr,
	frozen,
	gradient,
	greenStrain,
	inputs,
	type Matrix,
	mul,
	multiply,
	substitute,
	transpose,
} from "../../energy/index.ts";
import { positivePart3 } from "./symmetricEigen3.ts";

export function positiveOfStrain(F: Matrix, W: (E: Matrix) => Expr): Expr {
	const symmetric = (A: Matrix): Expr[][] => mul(0.5, add(A, transpose(A)));
	const entries = inputs("E", 9);
	const rows = (a: readonly Expr[]) => [0, 3, 6].map((i) => a.slice(i, i + 3));
	const E = greenStrain(F).flat();
	const S = substitute(
		gradient(W(rows(entries)), entries),
		new Map(entries.map((entry, i) => [entry, E[i]])),
	);
	const dE = symmetric(multiply(transpose(frozen(F)), F));
	const C = multiply(transpose(F), F);
	const pulling = frozen(positivePart3(symmetric(rows(S))));
	return add(W(dE), mul(0.5, contract(pulling, C)));
}
