/** All tasks; a new one is a file and a line here. */
import { assembly } from "./assembly.mjs";
import { contactTask } from "./contact.mjs";
import { fabricsTask } from "./fabrics.mjs";
import { factor } from "./factor.mjs";
import { force } from "./force.mjs";
import { interpreter } from "./interpreter.mjs";
import { kernels } from "./kernels.mjs";
import { matrixProduct } from "./matrixProduct.mjs";
import { peers } from "./peers.mjs";
import { product } from "./product.mjs";
import { residual } from "./residual.mjs";
import { setup } from "./setup.mjs";
import { step } from "./step.mjs";

export const tasks = [
	force,
	product,
	assembly,
	matrixProduct,
	kernels,
	step,
	residual,
	factor,
	fabricsTask,
	contactTask,
	setup,
	interpreter,
	peers,
];
