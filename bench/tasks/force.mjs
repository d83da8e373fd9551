import { blocks, cloths } from "../sizes.mjs";

export const force = {
	name: "force",
	about: "gradient of the elastic energy, f64",
	sizes: [...cloths, ...blocks],
	rows: [
		{
			name: "kernel",
			units: ["ns/element"],
			prepare: (subject) => ({ run: () => subject.runKernel("gradient") }),
		},
		{
			name: "kernel + gather",
			units: ["ns/element"],
			native: "force",
			prepare: (subject) => ({ run: subject.gradient }),
		},
	],
};
