import { requireMesh } from "../../checks.ts";
import {
	cellKinds,
	cells,
	type Mesh,
	vertexCount,
	verticesPerCell,
} from "../mesh.ts";
import { disjointSets, findRoot, unite } from "./disjointSets.ts";

export interface Components {
	readonly count: number;
	/** The component of each vertex, numbered in the order of their lowest vertices. */
	readonly componentOf: Uint32Array;
}

/** Vertices connected through cells of any kind. A vertex without cells is a component of its own. */
export function components(mesh: Mesh): Components {
	requireMesh("components", mesh);
	const parents = disjointSets(vertexCount(mesh));
	for (const kind of cellKinds) {
		const vertices = cells(mesh, kind);
		const size = verticesPerCell[kind];
		for (let i = 0; i < vertices.length; i++) {
			unite(parents, vertices[i - (i % size)], vertices[i]);
		}
	}

	const componentOf = new Uint32Array(parents.length);
	let count = 0;
	for (let vertex = 0; vertex < parents.length; vertex++) {
		// The root is the lowest vertex of its component, so it has been numbered before the others.
		const root = findRoot(parents, vertex);
		componentOf[vertex] = root === vertex ? count++ : componentOf[root];
	}
	return { count, componentOf };
}
