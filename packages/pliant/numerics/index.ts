/** The numerics that run in WebAssembly: sums over elements, matrices, and the solution of linear systems. */
export { awaitCall, barrier, join, shareEnd, shareStart } from "./team";
export {
	clearMatrix,
	gatherBlocks,
	gatherVertices,
	sumChunks,
	sumSamples,
} from "./gather";
export { addFormProduct, sumFormEnergies } from "./constantForm";
export { addCouplings, addProductF64, combine, multiply } from "./edgeMatrix";
export { moveVertices } from "./blockDescent";
export { fillProjectors, invertDiagonal } from "./diagonal";
export {
	conjugateGradient,
	preconditionF64,
	startFromGuess,
} from "./conjugateGradient";
export { incompleteGradient, prepareIncomplete } from "./incomplete";
export { preparePatches } from "./patches";
export { addToF64 } from "./vectors";
export {
	addScaled,
	dotChunks,
	fallFreely,
	longestChunks,
	scaledDifference,
	scaleRows,
} from "./longVectors";
export { sumForces, sumMoves } from "./nodeSums";
export { makeTentative, smoothProlongation } from "./prolongation";
export {
	findProducts,
	multiplyProlongation,
	multiplyRestriction,
} from "./galerkin";
export {
	estimateLargest,
	invertLast,
	invertWideDiagonal,
} from "./dense";
export {
	blendFrames,
	rowsOfFrames,
	spreadToFrames,
	strainRowsOfFrames,
} from "./frameBlending";
export { addBlendForms, addRowProducts, addWeightedForms } from "./frameForms";
export { factor } from "./cholesky";
export { solveFactored } from "./triangular";
