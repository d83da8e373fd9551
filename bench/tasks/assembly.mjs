import { blocks, cloths } from "../sizes.mjs";

const row = (name, run) => ({
	name,
	units: ["ns/element"],
	native: "assembly",
	prepare: (subject) => ({ run: () => run(subject) }),
});

export const assembly = {
	name: "assembly",
	about: "the matrix of an implicit step, M/h² + K",
	sizes: [...cloths, ...blocks],
	rows: [
		row("edges, f32", (subject) => subject.assembleEdges()),
		row("blocks, f64", (subject) => subject.assembleBlocks()),
	],
};
