/** Finds rows in results. */

const matches = (wanted) => (row) =>
	Object.entries(wanted).every(([key, value]) => row[key] === value);

export const rowsWith = ({ rows }, wanted) => rows.filter(matches(wanted));
export const rowWith = ({ rows }, wanted) => rows.find(matches(wanted));

/** The four costs per element that the page shows: name, and the rows that have them. */
export const costs = {
	Force: { task: "force", row: "kernel + gather" },
	"Product without a matrix": { task: "product", row: "kernel + gather" },
	Assembly: { task: "assembly", row: "edges, f32" },
	"Product with the matrix": { task: "matrixProduct", row: "edges, f32" },
};
