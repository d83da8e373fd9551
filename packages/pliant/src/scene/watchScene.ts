import type { Scene } from "./scene.ts";

/** Looks whether a scene was changed since, and throws where it was: a simulation that is built already would not notice. */
export function watchScene(scene: Scene): () => void {
	const lists = ["bodies", "attachments", "colliders"] as const;
	const counts = lists.map((list) => scene[list].length);
	const changes = scene.bodies.map(({ change }) => change.count);
	return () => {
		for (const [i, list] of lists.entries())
			if (scene[list].length !== counts[i])
				throw changed(`one of the ${list}`, "the scene");
		for (const [i, { label, change }] of scene.bodies.entries())
			if (change.count !== changes[i]) throw changed(change.what, label);
	};
}

const changed = (what: string, where: string): Error =>
	new Error(
		`simulation: ${what} of ${where} came after simulate; make a new one with simulate(scene), and restore(simulation.checkpoint()) there to go on from here`,
	);
