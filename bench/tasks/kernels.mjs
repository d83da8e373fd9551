import { blocks, cloths } from "../sizes.mjs";

const kernel = (name, run) => ({
	name,
	units: ["ns/element"],
	prepare: (subject) => ({ run: () => run(subject) }),
});

/** WebAssembly kernels besides those of force and product: results of every element into a buffer. */
export const kernels = {
	name: "kernels",
	about: "element kernels in f64 and f32",
	sizes: [...cloths, ...blocks],
	rows: [
		kernel("energy, f64", (subject) => subject.runKernel("energy")),
		kernel("Hessian, f64", (subject) => subject.runHessianKernel("f64", false)),
		kernel("Hessian, f32", (subject) => subject.runHessianKernel("f32", false)),
		kernel("positive Hessian, f32", (subject) =>
			subject.runHessianKernel("f32", true),
		),
	],
};
