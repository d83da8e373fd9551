import { blocks, cloths } from "../subjects.mjs";

/** The assembled matrix times a vector. */
export const matrixProduct = {
	name: "matrixProduct",
	sizes: [...cloths, ...blocks],
	rows: [
		{
			name: "A·x",
			unit: "ns/block",
			native: "matrixProduct",
			prepare: (subject) => {
				subject.assemble();
				return { run: subject.multiply, per: subject.blocks };
			},
		},
	],
};
