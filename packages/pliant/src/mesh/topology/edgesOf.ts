import { requireMesh } from "../../checks.ts";
import { cellCount, type Mesh } from "../mesh.ts";
import { edgeTopology } from "./edgeTopology.ts";

/** The cells whose edges `edgesOf` takes. */
export const edgedKind = (mesh: Mesh): "tetrahedron" | "triangle" =>
	cellCount(mesh, "tetrahedron") > 0 ? "tetrahedron" : "triangle";

/**
 * The mesh with the edges of its tetrahedra, or else of its triangles, as line elements, each once, so that springs can lie
 * along them. Vertices, groups and cells stay.
 */
export function edgesOf(mesh: Mesh): Mesh {
	requireMesh("edgesOf", mesh);
	return { ...mesh, edges: edgeTopology(mesh, edgedKind(mesh)).edges };
}
