import type { CellKind } from "./mesh.ts";

/** Every kind of problem that `checkMesh` looks for. Errors make a mesh unusable, warnings may be intended. */
export const problemKinds = {
	empty: {
		severity: "error",
		remedy: "give the mesh vertices and at least one cell",
	},
	"array-length": {
		severity: "error",
		remedy: "give every vertex 3 coordinates and every cell all its vertices",
	},
	"index-range": {
		severity: "error",
		remedy:
			"name existing vertices; they count from 0, while many file formats count from 1",
	},
	"non-finite-position": {
		severity: "error",
		remedy:
			"look where the positions come from: a division by zero, or a number that did not parse",
	},
	"degenerate-cell": {
		severity: "error",
		remedy: "repairMesh removes these cells",
	},
	sliver: {
		severity: "warning",
		remedy:
			"repairMesh collapses or flips edges of such triangles; tetrahedra have to be meshed anew there",
	},
	"duplicate-cell": {
		severity: "error",
		remedy: "repairMesh keeps the first of them",
	},
	"inverted-cell": {
		severity: "error",
		remedy:
			"repairMesh turns cells that are inverted as a whole; partly inverted hexahedra need other positions",
	},
	"inconsistent-orientation": {
		severity: "error",
		remedy:
			"repairMesh orients the triangles, unless the surface is one-sided like a Möbius strip",
	},
	"non-manifold-edge": {
		severity: "error",
		remedy:
			"repairMesh cuts the surface there into sheets with vertices of their own, or joins it with mergeDistance where it is only torn",
	},
	"non-manifold-vertex": {
		severity: "warning",
		remedy:
			"give each fan a vertex of its own, unless they are meant to hang together in a point",
	},
	"isolated-vertex": {
		severity: "warning",
		remedy:
			"repairMesh removes these vertices; without a cell they have no mass",
	},
} as const satisfies Record<
	string,
	{ severity: "error" | "warning"; remedy: string }
>;

export type MeshProblemKind = keyof typeof problemKinds;

export interface MeshProblem {
	readonly kind: MeshProblemKind;
	readonly severity: "error" | "warning";
	/** What, where and the value. */
	readonly message: string;
	readonly remedy: string;
	readonly cell?: { readonly kind: CellKind; readonly index: number };
	readonly vertices?: readonly number[];
}

type Location = Pick<MeshProblem, "cell" | "vertices">;

export interface ProblemReport {
	/** The message is only made where it will be read. */
	add(kind: MeshProblemKind, message: () => string, location?: Location): void;
	/** By kind; of each kind the first few, then one that counts the rest. */
	problems(): MeshProblem[];
}

const mostPerKind = 5;

export function createProblemReport(): ProblemReport {
	const found = new Map<MeshProblemKind, MeshProblem[]>();
	const left = new Map<MeshProblemKind, number>();
	const add: ProblemReport["add"] = (kind, message, location = {}) => {
		const ofKind = found.get(kind) ?? [];
		found.set(kind, ofKind);
		if (ofKind.length === mostPerKind) {
			left.set(kind, (left.get(kind) ?? 0) + 1);
			return;
		}
		ofKind.push({
			kind,
			...problemKinds[kind],
			message: message(),
			...location,
		});
	};
	const problems = () =>
		[...found].flatMap(([kind, ofKind]) => {
			const rest = left.get(kind);
			if (rest === undefined) return ofKind;
			const message = `… and ${rest} more`;
			return [...ofKind, { kind, ...problemKinds[kind], message }];
		});
	return { add, problems };
}
