/** The energy language: formulas, their derivatives, and kernels made of them. */
export {
	directionalDerivative,
	gradient,
	hessianVectorProduct,
	mixedHessian,
} from "./differentiate.ts";
export type { Precision } from "./emit/elementary.ts";
export { emitWasm } from "./emit/emitWasm.ts";
export { evaluate, interpret, type KernelData } from "./emit/interpret.ts";
export { emitWgsl } from "./emit/wgsl.ts";
export { type Composition, type Energy, ofLinearMap } from "./energy.ts";
export {
	abs,
	atan2,
	constant,
	cos,
	type Expr,
	exp,
	input,
	inputs,
	less,
	lessEqual,
	log,
	max,
	min,
	pow,
	type Scalar,
	select,
	sin,
	sqrt,
} from "./expression.ts";
export { countOperations, substitute } from "./graph.ts";
export type { Operation } from "./operation.ts";
export {
	type ElementPotential,
	type ElementPrograms,
	elementPrograms,
	type Program,
	type Source,
	type VertexArray,
	type VertexSource,
	vertexArray,
} from "./program.ts";
export {
	add,
	apply,
	contract,
	cross,
	deformationGradient,
	determinant,
	div,
	dot,
	frozen,
	greenStrain,
	identity,
	length,
	lengthSquared,
	type Matrix,
	mul,
	multiply,
	neg,
	normalize,
	outer,
	square,
	sub,
	sum,
	trace,
	transpose,
	type Vector,
} from "./tensor.ts";
