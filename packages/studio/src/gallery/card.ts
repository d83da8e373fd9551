/** What a card of the gallery is. */

/** A change of a value in the text of a scene. */
export type SceneEdit = readonly [
	path: readonly (string | number)[],
	value: unknown,
];

export interface Card {
	/** Name of the folder of its scene: below `examples` where it begins with a number, else below `packages/studio/gallery`. */
	readonly id: string;
	/** That of the scene. */
	readonly title: string;
	/** Where the paper shows it. */
	readonly figure?: string;
	readonly lookFor: string;
	/** What is put side by side, each with its changes of the scene. */
	readonly lanes?: readonly CardLane[];
}

export interface CardLane {
	readonly name: string;
	readonly edits: readonly SceneEdit[];
}

export interface CardGroup {
	readonly name: string;
	/** What `pliant validate` calls those with tables and plots. */
	readonly experiments: string;
	readonly cards: readonly Card[];
}

/** One lane for each value of a part of the scene. */
export const lanesBy = (
	path: SceneEdit[0],
	values: Readonly<Record<string, unknown>>,
): CardLane[] =>
	Object.entries(values).map(([name, value]) => ({
		name,
		edits: [[path, value]],
	}));
