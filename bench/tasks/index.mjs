/** All tasks; a new one is a file and a line here. */
import { assembly } from "./assembly.mjs";
import { force } from "./force.mjs";
import { interpreter } from "./interpreter.mjs";
import { matrixProduct } from "./matrixProduct.mjs";
import { peers } from "./peers.mjs";
import { product } from "./product.mjs";
import { setup } from "./setup.mjs";
import { step } from "./step.mjs";

export const tasks = [
	force,
	product,
	assembly,
	matrixProduct,
	step,
	setup,
	interpreter,
	peers,
];
