/** The energy language: formulas, their derivatives, and kernels made of them. */
export * from "./differentiate.ts";
export { lowerElementary, type Precision } from "./emit/elementary.ts";
export { evaluate, interpret, type KernelData } from "./emit/interpret.ts";
export { emitWasm, lanesOf } from "./emit/wasm.ts";
export { emitWgsl } from "./emit/wgsl.ts";
export * from "./energy.ts";
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
export { countOperations, substitute, topologicalOrder } from "./graph.ts";
export type { Operation } from "./operation.ts";
export * from "./program.ts";
export * from "./tensor.ts";
