import { smallCloth } from "../subjects.mjs";

/** The reference backend, which walks the expressions. */
export const interpreter = {
	name: "interpreter",
	sizes: [smallCloth],
	subject: { interpreted: true },
	rows: ["gradient", "product", "hessian"].map((quantity) => ({
		name: `${quantity} kernel`,
		unit: "ns/element",
		prepare: (subject) => ({
			run: () => subject.runKernel(quantity),
			per: subject.elements,
		}),
	})),
};
