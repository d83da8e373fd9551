import { blocks, cloths } from "../subjects.mjs";

/** Gradient of the elastic energy. */
export const force = {
	name: "force",
	sizes: [...cloths, ...blocks],
	rows: [
		{
			name: "kernel",
			unit: "ns/element",
			prepare: (subject) => ({
				run: () => subject.runKernel("gradient"),
				per: subject.elements,
			}),
		},
		{
			name: "kernel + gather",
			unit: "ns/element",
			native: "force",
			prepare: (subject) => ({ run: subject.gradient, per: subject.elements }),
		},
	],
};
