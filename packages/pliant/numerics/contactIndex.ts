/** What programs with contact load besides. It runs on the calling thread alone. */
export {
	addContactForces,
	contactBlocks,
	rubbingBlocks,
	sumContactEnergies,
} from "./vertexContacts";
export { addEdgeTouches } from "./touchEdges";
export {
	addSlidingForces,
	addTouchForces,
	sumTouchEnergies,
} from "./touchForces";
export { barrierBlocks, slidingBlocks } from "./touchBlocks";
export { addLooseBlocks, fillLooseRows, fillLooseTable } from "./looseBlocks";
export { addStops, runStops } from "./stops";
