/** The numerics that only programs with contact load. */
import {
	type ContactNumerics,
	deflatedContactModule,
} from "./contactModule.ts";
import { compiledModule } from "./load.ts";
import type { Team } from "./team.ts";

export type { ContactNumerics } from "./contactModule.ts";
export { contactConstants } from "./contactModule.ts";

/** What all threads run together: what goes through pairs. The rest is run by the calling one alone. */
const together: readonly (keyof ContactNumerics)[] = [
	"findBlocked",
	"findNear",
	"limitWays",
	"measureDrift",
	"measureNear",
	"measureWays",
	"searchPairs",
	"takePairs",
];

/** Those of a team, to be made before it begins to work. */
export async function contactNumerics(
	team: Pick<Team, "memoryKind" | "join">,
): Promise<ContactNumerics> {
	const isShared = team.memoryKind === "shared";
	const module = await compiledModule(deflatedContactModule, isShared);
	return (await team.join(module, together)) as unknown as ContactNumerics;
}
