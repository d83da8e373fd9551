import {
	FileError,
	type InputFolder,
	loadScene,
	SceneError,
	simulateScene,
} from "@pliant/files";
import { SimulationError } from "pliant";
import { type Experiment, exact, told } from "../../experiment.ts";
import { seeded } from "../random.ts";
import { randomScene } from "./randomScene.ts";

const scenes = { full: 20_000, short: 8 };
const steps = 10;

export const randomScenes: Experiment = {
	id: "reliability/scenes",
	paper: "reliability",
	figure: "random scenes",
	title:
		"Scenes of random shapes, materials and settings end with a result or an error that says why",
	setup:
		"Scenes of one or two objects (cloth, solids, cables, rigid bodies) with materials of the library or moduli over eight decades, motions, loads, colliders, steps from 10 µs to 1 s and all integrators but midpoint, through 10 steps. After each, positions, velocities and energies are finite, or the step has failed with a named error.",
	run: async (form) => {
		const wrong: string[] = [];
		const tally = { finished: 0, refused: 0, stopped: 0, longest: 0 };
		for (let seed = 0; seed < scenes[form]; seed++) {
			const start = process.cpuUsage();
			const outcome = await endOf(seed);
			const { user, system } = process.cpuUsage(start);
			tally.longest = Math.max(tally.longest, (user + system) / 1e6);
			if (outcome in tally) tally[outcome as keyof typeof tally]++;
			else wrong.push(`seed ${seed}: ${outcome}`.slice(0, 300));
		}
		const source = "every scene ends in one of these ways";
		return {
			rows: [
				exact(
					`scenes of ${scenes[form]} that ended with NaN or an error without a name${wrong.length > 0 ? ` (${wrong.slice(0, 3).join("; ")})` : ""}`,
					wrong.length,
					{ atMost: 0, source },
				),
				told("finished", tally.finished, { source }),
				told("refused, with what is wrong with them", tally.refused, {
					source,
				}),
				told("stopped by a step that failed, with its reason", tally.stopped, {
					source,
				}),
				told("longest time [s]", tally.longest, { source: "of one scene" }),
			],
		};
	},
};

/** How a scene ends: "finished", "refused" or "stopped", or else what is wrong with that. */
export async function endOf(seed: number): Promise<string> {
	const text = JSON.stringify(randomScene(seeded(seed)));
	const folder: InputFolder = {
		read: async () => new TextEncoder().encode(text),
	};
	let hasBegun = false;
	try {
		const loaded = await loadScene("scene.json", folder);
		const simulation = await simulateScene(loaded);
		hasBegun = true;
		try {
			for (let step = 1; step <= steps; step++) {
				simulation.step();
				const { kinetic, elastic, load } = simulation.energies();
				const isSound =
					[kinetic, elastic, load].every(Number.isFinite) &&
					loaded.bodies.every(
						(body) =>
							simulation.positions(body).every(Number.isFinite) &&
							simulation.velocities(body).every(Number.isFinite),
					);
				if (!isSound) return `not finite after step ${step}`;
			}
			return "finished";
		} finally {
			simulation.close();
		}
	} catch (error) {
		if (error instanceof SimulationError) return "stopped";
		const isRefusal =
			error instanceof SceneError ||
			error instanceof FileError ||
			(!hasBegun && isSentence(error));
		return isRefusal ? "refused" : String(error);
	}
}

/** Whether it was thrown on purpose, and begins with what it is about: 'body "a": …', not what an engine has to say. */
const isSentence = (error: unknown): boolean =>
	error instanceof Error &&
	error.constructor === Error &&
	/^(body|collider|contact|simulate|frame body|rigid body|attachment)\b.*: .{20,}/.test(
		error.message,
	);
