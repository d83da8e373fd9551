/** The meshes that are measured: cells along a side, so that counts come near the round number of the name. */
export const cloths = [
	{ shape: "cloth", name: "2k", cells: 32 },
	{ shape: "cloth", name: "10k", cells: 71 },
	{ shape: "cloth", name: "100k", cells: 224 },
	{ shape: "cloth", name: "1M", cells: 707 },
];
export const blocks = [
	{ shape: "block", name: "20k", cells: 15 },
	{ shape: "block", name: "200k", cells: 32 },
];
/** Of woven cotton, whose bending couples 22 vertices with each. */
export const fabrics = [
	{ shape: "fabric", name: "100k", cells: 224 },
	{ shape: "fabric", name: "1M", cells: 707 },
];
export const [smallCloth, , middleCloth] = cloths;

export const elementCount = ({ shape, cells }) =>
	shape === "block" ? 6 * cells ** 3 : 2 * cells ** 2;
