/** The gallery: what is simulated in papers, experiments and examples, each with what to look for. */
import { baudet } from "./baudet.ts";
import { bodies } from "./bodies.ts";
import type { Card, CardGroup } from "./card.ts";
import { contact } from "./contact.ts";
import { delingette } from "./delingette.ts";
import { fabrics } from "./fabrics.ts";
import { gilles } from "./gilles.ts";
import { vanGelder } from "./vanGelder.ts";
import { volino } from "./volino.ts";

export const groups: readonly CardGroup[] = [
	fabrics,
	bodies,
	contact,
	delingette,
	vanGelder,
	volino,
	gilles,
	baudet,
];

export const cards: readonly Card[] = groups.flatMap((group) => group.cards);
