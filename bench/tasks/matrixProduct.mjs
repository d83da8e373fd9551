import { blocks, cloths } from "../sizes.mjs";

export const matrixProduct = {
	name: "matrixProduct",
	about: "the assembled matrix times a vector, as inside the solver",
	sizes: [...cloths, ...blocks],
	rows: [
		{
			name: "edges, f32",
			units: ["ns/element", "ns/block"],
			native: "matrixProduct",
			prepare: (subject) => ({ run: subject.edgeProduct().run }),
		},
	],
};
