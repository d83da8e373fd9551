/** The numerics that only programs with contact load. They run on the calling thread alone. */
import {
	type ContactNumerics,
	deflatedContactModule,
} from "./contactModule.ts";
import { compiledModule } from "./load.ts";
import type { Team } from "./team.ts";

export type { ContactNumerics } from "./contactModule.ts";
export { contactConstants } from "./contactModule.ts";

/** Those of a team's memory. */
export async function contactNumerics({
	memory,
	memoryKind,
}: Pick<Team, "memory" | "memoryKind">): Promise<ContactNumerics> {
	const module = await compiledModule(
		deflatedContactModule,
		memoryKind === "shared",
	);
	const { exports } = new WebAssembly.Instance(module, { env: { memory } });
	return exports as unknown as ContactNumerics;
}
