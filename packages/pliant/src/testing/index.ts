/** Checks for models, to be run in any test framework, and small problems to try them on. */
export { LinearStatics } from "./linearStatics.ts";
export {
	type ModelCheck,
	type ModelChecksOptions,
	modelChecks,
} from "./modelChecks.ts";
export { randomNumbers } from "./randomNumbers.ts";
