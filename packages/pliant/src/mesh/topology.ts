/** Who touches whom in a mesh. Everything here takes linear time and expects indices in range (`checkMesh`). */
export {
	boundaryEdges,
	boundaryLoops,
	boundaryVertices,
} from "./topology/boundary.ts";
export { boundaryFaces } from "./topology/boundaryFaces.ts";
export {
	boundaryFlags,
	skinTriangles,
	surfaceTriangles,
} from "./topology/boundaryFlags.ts";
export { boundaryPath } from "./topology/boundaryPath.ts";
export { type Components, components } from "./topology/components.ts";
export { edgesOf } from "./topology/edgesOf.ts";
export {
	type EdgeTopology,
	edgeTopology,
	requireManifoldEdges,
} from "./topology/edgeTopology.ts";
export { hinges } from "./topology/hinges.ts";
export { type Incidence, vertexCells } from "./topology/incidence.ts";
export { rectangles } from "./topology/rectangles.ts";
