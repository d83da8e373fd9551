import { blocks, cloths } from "../sizes.mjs";

const row = (name, native, run) => ({
	name,
	units: ["ns/element"],
	native,
	prepare: (subject) => ({ run: () => run(subject) }),
});

export const product = {
	name: "product",
	about: "Hessian times a vector without a matrix, f64",
	sizes: [...cloths, ...blocks],
	rows: [
		row("kernel", undefined, (subject) => subject.runKernel("product")),
		row("kernel + gather", "product", (subject) => subject.product()),
	],
};
