import { blocks, cloths } from "../subjects.mjs";

/** Hessian times a vector without a matrix. */
export const product = {
	name: "product",
	sizes: [...cloths, ...blocks],
	rows: [
		{
			name: "kernel",
			unit: "ns/element",
			prepare: (subject) => ({
				run: () => subject.runKernel("product"),
				per: subject.elements,
			}),
		},
		{
			name: "kernel + gather",
			unit: "ns/element",
			native: "product",
			prepare: (subject) => ({ run: subject.product, per: subject.elements }),
		},
	],
};
