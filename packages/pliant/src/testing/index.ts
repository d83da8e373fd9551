/** Checks for models, to be run in any test framework. */
export {
	type ModelCheck,
	type ModelChecksOptions,
	modelChecks,
} from "./modelChecks.ts";
export { randomNumbers } from "./randomNumbers.ts";
