/** What programs with contact load besides: functions that all threads run together, and those that run on the calling thread alone (src/numerics/contactNumerics.ts). */
export { join } from "./team";
export { findBlocked, findNear, limitWays, measureNear, measureWays } from "./surfacePairs";
export { measureDrift } from "./surfaceDrift";
export { searchPairs } from "./surfaceSearch";
export { takePairs } from "./pairOrder";
export {
	addContactForces,
	contactBlocks,
	followRubbing,
	rubbingBlocks,
	sumContactEnergies,
} from "./vertexContacts";
export { addEdgeTouches } from "./touchEdges";
export {
	addSlidingForces,
	addTouchForces,
	sumTouchEnergies,
} from "./touchForces";
export { barrierBlocks, followSliding, slidingBlocks } from "./touchBlocks";
export { addLooseBlocks, fillLooseRows, fillLooseTable } from "./looseBlocks";
export { addStops, runStops } from "./stops";
