import type { Scene } from "./scene.ts";

/** Looks whether a scene was changed since: a simulation that is built already would not notice. */
export interface SceneWatch {
	/** Throws where it was. */
	readonly requireUnchanged: () => void;
	/** What vertices are held and moved by is taken over as it is now. */
	readonly takeHolds: () => void;
	/** The values of models are. */
	readonly takeValues: () => void;
}

export function watchScene(scene: Scene): SceneWatch {
	const lists = ["bodies", "attachments", "seams", "colliders"] as const;
	const counts = lists.map((list) => scene[list].length);
	const others = scene.bodies.map(({ change }) => change.others);
	let holds = scene.bodies.map(({ change }) => change.holds);
	let values = scene.bodies.map(({ change }) => change.values);
	return {
		requireUnchanged: () => {
			for (const [i, list] of lists.entries())
				if (scene[list].length !== counts[i])
					throw changed(`one of the ${list}`, "the scene");
			for (const [i, { label, change }] of scene.bodies.entries())
				if (change.others !== others[i]) throw changed(change.what, label);
				else if (change.holds !== holds[i])
					throw changed(change.what, label, "constraintsChanged");
				else if (change.values !== values[i])
					throw changed(change.what, label, "materialsChanged");
		},
		takeHolds: () => {
			holds = scene.bodies.map(({ change }) => change.holds);
		},
		takeValues: () => {
			values = scene.bodies.map(({ change }) => change.values);
		},
	};
}

const changed = (what: string, where: string, takeOver?: string): Error =>
	new Error(
		`simulation: ${what} of ${where} came after simulate; ${takeOver ? `call simulation.${takeOver}() to go on with it, or ` : ""}make a new one with simulate(scene), and restore(simulation.checkpoint()) there to go on from here`,
	);
