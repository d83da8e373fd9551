/** Where threads meet in shared memory; numerics/team.ts describes it. */
import { constants } from "./load.ts";

/** Words of the meeting place, the number of arguments that it has room for, and what is called to end. */
export const protocol = {
	...constants.Meeting,
	mostArguments: constants.mostArguments,
	quit: -1,
};
export type Protocol = typeof protocol;
export const argumentBytes = 4 * protocol.firstArgument;
/** At the very beginning of the memory, where the arena hands nothing out. */
export const meeting = 16;
export const meetingBytes =
	meeting + argumentBytes + 8 * protocol.mostArguments;
