import { blocks, cloths } from "../subjects.mjs";

/** The matrix of an implicit step: M/h² + K with held vertices, in block rows. */
export const assembly = {
	name: "assembly",
	sizes: [...cloths, ...blocks],
	rows: [
		{
			name: "Hessian kernel",
			unit: "ns/element",
			prepare: (subject) => ({
				run: () => subject.runKernel("hessian"),
				per: subject.elements,
			}),
		},
		{
			name: "matrix",
			unit: "ns/element",
			native: "assembly",
			prepare: (subject) => ({ run: subject.assemble, per: subject.elements }),
		},
	],
};
