import { smallCloth } from "../sizes.mjs";

export const interpreter = {
	name: "interpreter",
	about: "kernels of the reference backend, which walks the expressions",
	sizes: [smallCloth],
	subject: { interpreted: true },
	isSingleThreaded: true,
	rows: ["gradient", "product", "hessian"].map((quantity) => ({
		name: `${quantity} kernel`,
		units: ["ns/element"],
		prepare: (subject) => ({ run: () => subject.runKernel(quantity) }),
	})),
};
