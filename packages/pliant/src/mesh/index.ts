/** Meshes: their parts, generators, who touches whom, measures, selections, checks and repair. */
export { type Bend, bendPositions } from "./bendPositions.ts";
export {
	localEdges,
	localFaces,
	type SolidKind,
} from "./cellShape.ts";
export { assertMesh, checkMesh } from "./check.ts";
export { corners, type Direction, directions } from "./corners.ts";
export { dihedralAngles } from "./dihedralAngles.ts";
export type { EmbeddedSurface } from "./embeddedSurface.ts";
export {
	type BlocksSurfaceOptions,
	blocksSurface,
} from "./generators/blocksSurface.ts";
export { type BoxOptions, box } from "./generators/box.ts";
export { type CurveOptions, curve } from "./generators/curve.ts";
export { type DiscOptions, disc } from "./generators/disc.ts";
export { type GradedOptions, grade, graded } from "./generators/grade.ts";
export {
	type GridDiagonal,
	type GridOptions,
	grid,
} from "./generators/grid.ts";
export { type IsosurfaceOptions, isosurface } from "./generators/isosurface.ts";
export { type JitterOptions, jitter } from "./generators/jitter.ts";
export { type LineOptions, line } from "./generators/line.ts";
export { type SphereOptions, sphere } from "./generators/sphere.ts";
export { type TubeOptions, tube } from "./generators/tube.ts";
export { largestAngles } from "./largestAngles.ts";
export {
	type AddedVertex,
	type MatchedSide,
	type MeshSide,
	matchSides,
} from "./matchSides.ts";
export {
	boundingBox,
	boxSides,
	cellMeasure,
	edgeLength,
	hexahedronVolume,
	tetrahedronVolume,
	triangleArea,
} from "./measure.ts";
export { mergeMeshes } from "./mergeMeshes.ts";
export {
	type CellKind,
	cellArrayNames,
	cellCount,
	cellKinds,
	cells,
	createMesh,
	type Mesh,
	type MeshParts,
	type Vector3,
	vertexCount,
	verticesPerCell,
} from "./mesh.ts";
export {
	type MeshProblem,
	type MeshProblemKind,
	problemKinds,
} from "./meshProblem.ts";
export { cellQuality } from "./quality.ts";
export { refineMesh } from "./refineMesh.ts";
export { type RepairOptions, type RepairResult, repairMesh } from "./repair.ts";
export { type Selection, selectVertices } from "./select.ts";
export { describeSliver, type Sliver, slivers } from "./slivers.ts";
export {
	boundaryEdges,
	boundaryFaces,
	boundaryLoops,
	boundaryPath,
	boundaryVertices,
	type Components,
	components,
	type EdgeTopology,
	edgesOf,
	edgeTopology,
	hinges,
	type Incidence,
	rectangles,
	skinTriangles,
	surfaceTriangles,
	vertexCells,
} from "./topology.ts";
export { vertexNormals } from "./vertexNormals.ts";
