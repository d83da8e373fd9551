/** The two meshes of the unit square: nearly equilateral, and strongly graded. */
import { planarMesh } from "../planarMesh.ts";
import meshes from "../reference/delingette-meshes.json" with { type: "json" };

export const uniformSquare = planarMesh(meshes.uniform);
export const gradedSquare = planarMesh(meshes.graded);
